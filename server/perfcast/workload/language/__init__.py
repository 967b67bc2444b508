"""The workload language: text, abstract form, resizing, and text formats that values are written in."""
