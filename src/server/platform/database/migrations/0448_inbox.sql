-- Hand-over of chats to a person, and the inbox (decision 0334).

-- What the owner of a service chose for its inbox; without a row nobody may ask for a person.
create table service_inboxes (
  service_id uuid primary key references services on delete cascade,
  -- people who write, and the agent, may ask for a person
  enabled boolean not null default false,
  -- who answers, as people read it
  display_name text not null,
  -- what people read first when they have asked for a person
  opening text not null default '',
  -- without an answer of a person for so long the agent answers again; null: never
  take_back_hours int check (take_back_hours between 1 and 720)
);

alter table conversations
  -- a person answers: messages begin no run
  add handed_over boolean not null default false;
create index conversations_inbox on conversations (owner_id, updated_at desc) where service_id is not null;

alter table conversation_messages
  -- null: said by a person who answers, told by Chowk, or written to a person
  alter column execution_id drop not null,
  -- of an answer of a person: the name that was chosen for them
  add author text,
  drop constraint conversation_messages_role_check,
  add constraint conversation_messages_role_check check (role in ('person', 'agent', 'staff', 'notice')),
  add constraint conversation_messages_run check ((role = 'agent') <= (execution_id is not null)),
  add constraint conversation_messages_author check ((role = 'staff') = (author is not null));
create index conversation_messages_staff on conversation_messages (conversation_id, seq) where role = 'staff';

-- The newest hand-over of a conversation.
create table chat_handovers (
  conversation_id uuid primary key references conversations on delete cascade,
  state text not null check (state in ('waiting', 'taken', 'returned')),
  asked_by text not null check (asked_by in ('visitor', 'agent', 'owner')),
  -- why the agent asked
  reason text not null default '',
  taken_by uuid references users on delete set null,
  -- since when the person who writes has no answer; null: they have one
  waiting_since timestamptz,
  -- what was read, by the number of a message
  read_seq bigint not null default 0,
  check (state <> 'returned' or waiting_since is null)
);
create index chat_handovers_waiting on chat_handovers (waiting_since) where waiting_since is not null;
create index chat_handovers_taken_by on chat_handovers (taken_by) where taken_by is not null;
