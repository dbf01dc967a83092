-- The id of a file that a step writes was made of its owner and its step, so whoever ran a closed workflow could tell the ids of files
-- between its steps. Ids are random from now on; what they were made of finds the file again when an attempt repeats its step.
alter table files add column made_for uuid;
update files set made_for = id where execution_id is not null;
create unique index files_made_for on files (made_for) where made_for is not null;
