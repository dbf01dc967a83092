-- Folders of accounts as sources of knowledge (decision 0337): what is read from where, how far it is, and everything that was found there.
create table knowledge_sources (
  id uuid primary key default uuidv7(),
  base_id uuid not null references knowledge_bases on delete cascade,
  kind text not null check (kind in ('s3', 'google_drive', 'notion', 'onedrive')),
  -- of the owner of the base; null once it was removed: nothing is read then
  credential_id uuid references credentials on delete set null,
  -- a prefix, or the id of a folder, page or database
  place text not null check (length(place) <= 1000),
  name text not null check (length(name) <= 300),
  sync_every text not null default 'never' check (sync_every in ('never', 'hourly', 'daily', 'weekly')),
  document_limit int not null,
  byte_limit bigint not null,
  status text not null default 'syncing' check (status in ('syncing', 'paused', 'done', 'failed')),
  error_code text,
  error_message text,
  -- counts syncs, from 1
  round int not null default 1,
  -- whether this round has found out what is gone
  listed boolean not null default false,
  -- whether this round could list everything: otherwise nothing counts as gone
  complete boolean not null default true,
  attempts int not null default 0,
  -- the service asked to come back later
  wait_until timestamptz not null default '-infinity',
  -- when it last had its turn
  turn_at timestamptz not null default '-infinity',
  leased_until timestamptz not null default '-infinity',
  lease uuid,
  synced_at timestamptz,
  -- when it is synced again; null while it is, and where it isn't
  due_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index knowledge_sources_base on knowledge_sources (base_id);
create index knowledge_sources_syncing on knowledge_sources (turn_at) where status = 'syncing';
create index knowledge_sources_due on knowledge_sources (due_at) where due_at is not null;
create index knowledge_sources_credential on knowledge_sources (credential_id) where credential_id is not null;

create table knowledge_source_items (
  id bigint generated always as identity primary key,
  source_id uuid not null references knowledge_sources on delete cascade,
  -- folders and what else has items in it are listed; documents are read
  type text not null check (type in ('container', 'document')),
  external_id text not null check (length(external_id) <= 1100),
  name text not null,
  url text,
  -- as it was listed last, and as it was when it was read
  version text not null default '',
  read_version text,
  bytes bigint,
  -- how the kind of source reads it
  how text not null default '',
  status text not null default 'waiting' check (status in ('waiting', 'read', 'skipped', 'failed', 'gone')),
  error_code text,
  error_message text,
  attempts int not null default 0,
  -- of a container: where its listing continues
  position text,
  seen_in int not null,
  -- the round in which it was first missing
  missed_in int,
  -- the document that it is, and the file that this source gave it: with another file it is a person's
  document_id uuid references knowledge_documents on delete set null,
  file_id uuid,
  read_at timestamptz
);
create unique index knowledge_source_items_external on knowledge_source_items (source_id, type, md5(external_id));
create index knowledge_source_items_waiting on knowledge_source_items (source_id, type, id) where status = 'waiting';
create index knowledge_source_items_document on knowledge_source_items (document_id) where document_id is not null;
