-- Pages of the web are read again (decision 0331): by hand, daily or weekly, and replaced where they changed.
alter table knowledge_documents
  -- of the page that it was read from: what the website said of this content, and a hash of its text
  add column etag text check (length(etag) <= 500),
  add column last_modified text check (length(last_modified) <= 500),
  add column content_hash text;

alter table knowledge_sites
  add column read_again text not null default 'never' check (read_again in ('never', 'daily', 'weekly')),
  -- when it is read again; null while it is read, and where it isn't
  add column due_at timestamptz,
  -- when the last reading ended
  add column read_at timestamptz,
  -- counts readings, from 1
  add column reading int not null default 1;
create index knowledge_sites_due on knowledge_sites (due_at) where due_at is not null;

alter table knowledge_site_pages
  -- the reading in which the page was first missing; null where the last answer was another one
  add column missed_in int,
  drop constraint knowledge_site_pages_status_check,
  add constraint knowledge_site_pages_status_check check (status in ('waiting', 'read', 'duplicate', 'skipped', 'failed', 'gone'));

update knowledge_sites set read_at = updated_at where status in ('done', 'failed');
update knowledge_documents d set content_hash = p.content_hash
from knowledge_site_pages p where p.document_id = d.id and d.source_url is not null;
