-- Until when an attempt has a mail: sending it "now" leaves that attempt alone.
alter table mails add column taken_until timestamptz;

-- What people write to the firm over the contact form.
create table contact_messages (
  id uuid primary key,
  -- what the sender is told, and quotes when writing again
  reference text not null unique,
  topic text not null,
  plan text,
  name text not null,
  email text not null,
  message text not null,
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_user on contact_messages (user_id) where user_id is not null;

-- What broke in somebody's browser, and what they said of it. Scrubbed of secrets before it is stored; gone after 30 days.
create table error_reports (
  id uuid primary key,
  kind text not null check (kind in ('report', 'feedback')),
  -- the same fault has the same one, whoever meets it
  fingerprint text not null,
  name text not null,
  message text not null,
  stack text,
  cause text,
  context jsonb not null default '{}',
  retry_count int not null default 0,
  feedback text,
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index error_reports_newest on error_reports (created_at desc, id desc);
create index error_reports_fingerprint on error_reports (fingerprint, created_at desc);
create index error_reports_user on error_reports (user_id) where user_id is not null;

-- How many messages somebody sent in the present window, by a hash of who it is. Shared by all processes.
create table message_counts (
  key text primary key,
  count int not null,
  window_ends timestamptz not null
);
create index message_counts_window on message_counts (window_ends);
