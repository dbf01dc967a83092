-- Synonyms are kept by admins: each has an id, and whoever remembers searches learns of a change.
alter table search_synonyms
  add column id uuid not null default gen_random_uuid() unique,
  add column added_at timestamptz not null default now();
create trigger synonyms_inserted after insert on search_synonyms referencing new table as changed
  for each statement execute function count_marketplace_change();
create trigger synonyms_deleted after delete on search_synonyms referencing old table as changed
  for each statement execute function count_marketplace_change();
