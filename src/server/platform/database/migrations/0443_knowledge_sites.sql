-- Websites as sources of knowledge (decision 0331): what is read, how far it is, and every address that was found there.
create table knowledge_sites (
  id uuid primary key default uuidv7(),
  base_id uuid not null references knowledge_bases on delete cascade,
  -- pages are added with the access that this person has when they are read
  added_by uuid references users on delete set null,
  -- as it was entered, normalised; `host` follows its redirects
  url text not null check (length(url) <= 2000),
  -- origin and path that addresses of the site begin with
  origin text not null,
  path text not null,
  host text not null,
  moves int not null default 0,
  page_limit int not null,
  depth_limit int not null,
  status text not null default 'reading' check (status in ('reading', 'stopped', 'done', 'failed')),
  error_code text,
  error_message text,
  -- the rules of robots.txt that are meant for us; null until they are read
  robots text check (length(robots) <= 600000),
  attempts int not null default 0,
  -- when it last had its turn
  turn_at timestamptz not null default '-infinity',
  leased_until timestamptz not null default '-infinity',
  lease uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index knowledge_sites_url on knowledge_sites (base_id, url);
create index knowledge_sites_reading on knowledge_sites (turn_at) where status = 'reading';
create index knowledge_sites_added_by on knowledge_sites (added_by) where added_by is not null;

create table knowledge_site_pages (
  id bigint generated always as identity primary key,
  site_id uuid not null references knowledge_sites on delete cascade,
  url text not null check (length(url) <= 2000),
  kind text not null default 'page' check (kind in ('page', 'sitemap')),
  -- links from the start
  depth int not null,
  status text not null default 'waiting' check (status in ('waiting', 'read', 'duplicate', 'skipped', 'failed')),
  error_code text,
  error_message text,
  attempts int not null default 0,
  -- of its text: the same text is one document
  content_hash text,
  document_id uuid references knowledge_documents on delete set null,
  read_at timestamptz
);
create unique index knowledge_site_pages_url on knowledge_site_pages (site_id, url);
create index knowledge_site_pages_waiting on knowledge_site_pages (site_id, kind desc, depth, id) where status = 'waiting';
create index knowledge_site_pages_content on knowledge_site_pages (site_id, content_hash) where content_hash is not null;
create index knowledge_site_pages_document on knowledge_site_pages (document_id) where document_id is not null;

-- When a website may be asked again: one request at a time, no matter for whom.
create table knowledge_hosts (
  host text primary key,
  free_at timestamptz not null,
  -- of the turn that asks it
  lease uuid not null
);
