"""Mutation sample: does a test fail where a line of the source says something else?"""
