-- The name of the document a run was given, or the first words of its text. Removed with its input. Runs from before have none.
alter table executions add column title text;
