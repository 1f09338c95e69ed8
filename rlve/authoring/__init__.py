"""Write environments: the quality gate, hostile texts, replay in another process, the scaffold, the gallery."""
