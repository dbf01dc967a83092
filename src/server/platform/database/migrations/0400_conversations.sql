-- Conversations (decision 0309). Who answers is the draft of a workflow; who writes is the owner, or the other side of a channel.
create table conversations (
  id uuid primary key default uuidv7(),
  -- in whose name the runs of its messages are
  owner_id uuid not null references users on delete cascade,
  workflow_id uuid not null references workflows on delete cascade,
  channel text not null check (channel in ('builder')),
  -- who writes, as the channel names them; null: the owner
  end_user text,
  title text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index conversations_owner on conversations (owner_id, workflow_id, updated_at desc);
create index conversations_workflow on conversations (workflow_id);

create table conversation_messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  seq bigint generated always as identity,
  -- of a message of a person: chosen by who sent it, so that it counts once
  key uuid,
  role text not null check (role in ('person', 'agent')),
  text text not null,
  -- an answer that is no text
  data json,
  files jsonb not null default '[]',
  -- the run that answers, or that answered. It may not be stored yet, so it is no reference
  execution_id uuid not null,
  -- whether that run was started
  started boolean not null default false,
  -- why it could not be
  error text,
  -- the message that took the place of this one, or of one before it
  replaced_by uuid references conversation_messages on delete set null,
  created_at timestamptz not null default now()
);
create unique index conversation_messages_key on conversation_messages (conversation_id, key);
create unique index conversation_messages_answer on conversation_messages (execution_id, role);
create index conversation_messages_seq on conversation_messages (conversation_id, seq);
create index conversation_messages_replaced on conversation_messages (replaced_by) where replaced_by is not null;
create index conversation_messages_to_start on conversation_messages (created_at) where not started and error is null;
