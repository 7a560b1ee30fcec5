"""Data that comes with the program: a real evening of twelve pairs, names removed."""
