"""Integers and what is done with them digit by digit."""
