-- The key of a file that has the same JSON as the column, where that is large: whoever only sends it on reads the file, without loading
-- the database and the memory of the server. Null where there is none; the column always has the value, also when the file is gone.
alter table executions add column input_file text, add column output_file text;
