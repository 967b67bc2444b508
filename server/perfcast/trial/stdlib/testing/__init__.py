"""What tests use: pytest, unittest, mocks."""
