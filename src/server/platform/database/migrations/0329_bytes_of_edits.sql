-- What an edit and its inverse take as JSON: the log is read a few MB at a time, and finding out how much is in it would read all of it.
alter table workflow_operations
  add column bytes int not null generated always as (octet_length(operation::text) + octet_length(inverse::text)) stored;
