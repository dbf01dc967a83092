-- Approvals that reach people in Slack and Telegram, and are answered there (decision 0367).

-- The app at Slack, or the bot at Telegram, of an account: one of each kind.
create table approval_bots (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('slack', 'telegram')),
  -- the last part of the address that the service outside delivers to
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{32}$'),
  -- who it is, and the channel where all approvals are posted
  settings jsonb not null,
  -- what it signs in with, and what deliveries are proven by
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  -- null while it has an address, and nothing to sign in with
  connected_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null default now(),
  unique (owner_id, kind)
);

-- Whom a bot writes to: a person, and who they are there.
create table approval_contacts (
  id uuid primary key default uuidv7(),
  bot_id uuid not null references approval_bots (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  address text not null check (length(address) between 1 and 64),
  name text not null,
  last_error text,
  created_at timestamptz not null default now(),
  unique (bot_id, person_id),
  unique (bot_id, address)
);
create index approval_contacts_person on approval_contacts (person_id);

-- What a person sends to the bot to prove who they are there. Only the hash is stored; used once, by one address.
create table approval_codes (
  code_hash bytea primary key,
  bot_id uuid not null references approval_bots (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  used_by text,
  expires_at timestamptz not null,
  unique (bot_id, person_id)
);
create index approval_codes_person on approval_codes (person_id);

-- What is sent, and what became of it. A question is written from its run when it is sent, so nothing of the run is kept here.
create table approval_messages (
  id uuid primary key default uuidv7(),
  bot_id uuid not null references approval_bots (id) on delete cascade,
  -- Null for a few words that ask nothing, or when the question was deleted with its run.
  wait_id uuid references execution_waits (id) on delete set null,
  is_question boolean not null,
  -- Null where it is posted in a channel, or when the person disconnected.
  contact_id uuid references approval_contacts (id) on delete set null,
  in_channel boolean not null default false,
  -- Whom or where it is sent to.
  address text not null,
  -- Of words in a channel: who alone sees them.
  visible_to text,
  words text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped')),
  -- What the service outside finds the message by.
  place text,
  external_id text,
  -- What it shows: whether personal data is hidden, whether it can be decided there, and whether it says how it ended.
  is_masked boolean not null default false,
  has_buttons boolean not null default false,
  is_closed boolean not null default false,
  attempts int not null default 0,
  sending_since timestamptz,
  due_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now()
);
create unique index approval_messages_question on approval_messages (wait_id, bot_id, address) where wait_id is not null;
create index approval_messages_bot on approval_messages (bot_id);
create index approval_messages_contact on approval_messages (contact_id) where contact_id is not null;
create index approval_messages_due on approval_messages (due_at) where state in ('waiting', 'sending');
create index approval_messages_open on approval_messages (due_at) where state = 'sent' and is_question and not is_closed;
create index approval_messages_old on approval_messages (created_at);
