-- Knowledge (decision 0307): documents that people, agents and workflows search. Postgres has the truth; what searches read in memory is made of
-- `knowledge_indexes` and can be read again at any time.
create table knowledge_bases (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  language text not null default 'en' check (length(language) between 2 and 16),
  -- how documents are cut: most characters of a chunk, and how many of them are repeated from the one before
  chunk_chars int not null,
  overlap_chars int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index knowledge_bases_name on knowledge_bases (owner_id, lower(name));

-- Access by address: an account that confirmed it has access, now or later.
create table knowledge_shares (
  base_id uuid not null references knowledge_bases on delete cascade,
  email citext not null,
  access text not null check (access in ('read', 'write')),
  shared_by uuid references users on delete set null,
  at timestamptz not null default now(),
  primary key (base_id, email)
);
create index knowledge_shares_email on knowledge_shares (email);
create index knowledge_shares_by on knowledge_shares (shared_by) where shared_by is not null;

-- A number for everything that searches have to read again.
create sequence knowledge_change;

create table knowledge_documents (
  id uuid primary key default uuidv7(),
  base_id uuid not null references knowledge_bases on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- belongs to this document alone
  file_id uuid not null unique,
  mime text not null,
  bytes bigint not null,
  sha256 text not null,
  -- counts contents: 1, then one more each time the file is replaced
  version int not null default 1,
  metadata jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'reading', 'embedding', 'ready', 'failed')),
  error_code text,
  error_message text,
  -- the index that is being made, and the one that searches read; a later one has a higher number
  wanted bigint not null default nextval('knowledge_change'),
  answers bigint,
  pages int,
  -- chunks of `wanted` and how many of them have a vector
  chunks int not null default 0,
  embedded int not null default 0,
  queued_at timestamptz not null default now(),
  leased_until timestamptz not null default '-infinity',
  lease uuid,
  attempts int not null default 0,
  added_by uuid references users on delete set null,
  -- of the step that added it, so that it is added once
  made_for uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index knowledge_documents_base on knowledge_documents (base_id, created_at, id);
create index knowledge_documents_waiting on knowledge_documents (queued_at) where status in ('queued', 'reading', 'embedding');
create index knowledge_documents_added_by on knowledge_documents (added_by) where added_by is not null;
create unique index knowledge_documents_made_for on knowledge_documents (base_id, made_for) where made_for is not null;

create table knowledge_chunks (
  document_id uuid not null references knowledge_documents on delete cascade,
  -- `wanted` of the document when it was made
  index_id bigint not null,
  position int not null,
  version int not null,
  -- headings above it, the outermost first
  headings text[] not null,
  text text not null,
  -- in the text of the document, UTF-16
  start int not null,
  "end" int not null,
  -- null where the format has none
  page int,
  -- [[x0, y0, x1, y1]] on that page, as fractions
  boxes jsonb not null,
  edited boolean not null default false,
  -- 512 whole numbers and their signs; null until they are made
  vector bytea,
  primary key (document_id, index_id, position)
);

-- What searches hold in memory of a document.
create table knowledge_indexes (
  document_id uuid primary key references knowledge_documents on delete cascade,
  base_id uuid not null references knowledge_bases on delete cascade,
  index_id bigint not null,
  chunks int not null,
  -- which words are in which chunks, and the signs of the vectors
  words bytea not null,
  signatures bytea not null,
  changed bigint not null default nextval('knowledge_change')
);
create index knowledge_indexes_changed on knowledge_indexes (base_id, changed);
