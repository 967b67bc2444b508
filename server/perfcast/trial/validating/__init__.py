"""Classes whose instances are made of checked fields: the models of pydantic, and the classes that attrs completes."""
