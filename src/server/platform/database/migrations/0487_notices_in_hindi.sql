-- A notice is written once and read by people of several languages: the members of a workspace, or one person who changes theirs.
-- Null where it is the same as in English.
alter table notifications
  add column title_hi text check (length(title_hi) between 1 and 200),
  add column message_hi text check (length(message_hi) <= 500);
