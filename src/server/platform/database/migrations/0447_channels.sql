-- Channels of services: people write on WhatsApp and are answered there (decision 0333).

create table channels (
  id uuid primary key default uuidv7(),
  service_id uuid not null references services on delete cascade,
  owner_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('whatsapp')),
  enabled boolean not null default false,
  -- the last part of the address that the service outside delivers to
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{32}$'),
  -- what the service outside names when it checks that address
  verify_token text not null,
  -- the number, the template, and what one person may do
  settings jsonb not null,
  -- the access token and the app secret
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  verified_at timestamptz,
  last_received_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null default now(),
  unique (service_id, kind)
);
create index channels_owner on channels (owner_id);

-- Who writes through a channel is a visitor of the service with an address there, such as a phone number.
alter table chat_visitors
  add channel_id uuid references channels on delete cascade,
  add address text,
  add name text not null default '',
  -- agreed to be written to; taken back with a word such as STOP
  add opted_in_at timestamptz,
  add opted_out_at timestamptz,
  -- free text may be sent for a day after it
  add last_wrote_at timestamptz,
  drop constraint chat_visitors_check,
  add constraint chat_visitors_known_by check (num_nonnulls(token_hash, user_id, address) = 1),
  add constraint chat_visitors_channel check ((channel_id is null) = (address is null));
create unique index chat_visitors_address on chat_visitors (channel_id, address) where channel_id is not null;

alter table conversations
  drop constraint conversations_channel_check,
  add constraint conversations_channel_check check (channel in ('builder', 'address', 'page', 'widget', 'whatsapp'));

-- What arrived. Stored before it is acknowledged, and once for each id of the service outside.
create table channel_messages (
  id uuid primary key default uuidv7(),
  seq bigint generated always as identity,
  channel_id uuid not null references channels on delete cascade,
  visitor_id uuid not null references chat_visitors on delete cascade,
  external_id text not null,
  text text not null,
  -- {id, mime, name} of a file at the service outside; null for none
  media jsonb,
  -- a kind that no agent takes
  unsupported boolean not null default false,
  sent_at timestamptz not null,
  -- held: until its person agrees; waiting: for its turn; answering: its run is under way
  state text not null check (state in ('held', 'waiting', 'answering', 'done')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  received_at timestamptz not null default now(),
  unique (channel_id, external_id)
);
create index channel_messages_open on channel_messages (visitor_id, sent_at, seq) where state <> 'done';
create index channel_messages_due on channel_messages (due_at) where state = 'waiting';
create index channel_messages_answering on channel_messages (seq) where state = 'answering';
create index channel_messages_visitor on channel_messages (visitor_id, received_at);
create index channel_messages_to_delete on channel_messages (received_at);

-- What is to be sent, in the order of seq for each person.
create table channel_outbox (
  id uuid primary key default uuidv7(),
  seq bigint generated always as identity,
  channel_id uuid not null references channels on delete cascade,
  visitor_id uuid not null references chat_visitors on delete cascade,
  -- written once for each
  cause text not null unique,
  kind text not null check (kind in ('answer', 'notice', 'template')),
  text text not null,
  -- held: until its person writes again; unknown: its sender died, and nothing says whether it arrived
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'held', 'sent', 'unknown', 'failed', 'dropped')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  sending_since timestamptz,
  external_id text,
  error text,
  created_at timestamptz not null default now()
);
create index channel_outbox_open on channel_outbox (visitor_id, seq) where state in ('waiting', 'sending', 'held');
create index channel_outbox_due on channel_outbox (due_at) where state = 'waiting';
create index channel_outbox_sending on channel_outbox (sending_since) where state = 'sending';
create index channel_outbox_external on channel_outbox (channel_id, external_id);
create index channel_outbox_visitor on channel_outbox (visitor_id);
create index channel_outbox_to_delete on channel_outbox (created_at);
