"""The conformance test of a box, sans-IO: bytes and time in, bytes and findings out.

A case is one rule of docs/table-link.md and a script that tries it. Scripts are generators: they
send on the wire, yield until when they wait, and are resumed at every byte that comes and when
that time is up. ``course.Probe`` runs them one after another; nothing here knows a port or a
clock, so the same course runs in virtual time in milliseconds and on a real port in minutes.

The probe destroys nothing. While results wait in a box it acknowledges none; a case that needs a
result keyed for it, or that replaces the box's configuration, asks first.
"""
