"""Tests of the files of the drive."""
