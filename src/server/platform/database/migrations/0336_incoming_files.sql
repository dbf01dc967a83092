-- Files whose bytes are being put in their place. The id is here before the bytes are there, and goes in the transaction that adds the
-- row of the file: what a crash leaves in between is found without reading the folder.
create table incoming_files (
  id uuid primary key,
  created_at timestamptz not null default now()
);
create index incoming_files_age on incoming_files (created_at);
