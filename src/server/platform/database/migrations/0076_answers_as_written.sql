-- How a wait ended is an input of the node that waited: its keys keep their order too (see 0075).
alter table execution_waits alter column resolution type json;
