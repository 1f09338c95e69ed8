"""Problems as rows for other frameworks, adapters, model cards."""
