"""Why a unit gets no forecast."""
