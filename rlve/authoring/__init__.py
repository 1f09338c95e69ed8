"""Write environments: the quality gate, what it tries, replay in another process; scaffold, entering, gallery."""
