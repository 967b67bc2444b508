"""Units of real projects, measured as the tool meets them: where they lie, called as their projects' tests call them.

The corpus at large consists of functions taken out of their modules. What a user looks at is otherwise: methods of
instances that hold others, called with little, most of it private to a project. Ranges have to hold there, too.
"""
