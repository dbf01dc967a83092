-- Conversations at the address of a workflow, on the chat page of a service and in its widget (decision 0317).

-- The chat page of a service: off until its owner turns it on. Its budget is that of the widget.
create table service_pages (
  service_id uuid primary key references service_widgets on delete cascade,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{32}$'),
  enabled boolean not null default false,
  access text not null default 'public' check (access in ('public', 'password', 'members')),
  -- salted and hashed
  password text,
  -- goes up with each new password: who entered an older one is asked again
  password_epoch int not null default 0,
  created_at timestamptz not null default now(),
  check (not enabled or access <> 'password' or password is not null)
);

-- Who writes to a service: a browser that holds a token, or a member.
create table chat_visitors (
  id uuid primary key default uuidv7(),
  service_id uuid not null references services on delete cascade,
  token_hash text unique,
  user_id uuid references users on delete cascade,
  -- of the password that was entered
  password_epoch int not null default 0,
  created_at timestamptz not null default now(),
  check (num_nonnulls(token_hash, user_id) = 1)
);
create unique index chat_visitors_member on chat_visitors (service_id, user_id);
create index chat_visitors_user on chat_visitors (user_id) where user_id is not null;
create index chat_visitors_created on chat_visitors (created_at);

alter table conversations
  alter column workflow_id drop not null,
  add service_id uuid references services on delete cascade,
  add visitor_id uuid references chat_visitors on delete cascade,
  -- of the session and, where the session was chosen by its caller, of who calls
  add session_hash text,
  drop constraint conversations_channel_check,
  add constraint conversations_channel_check check (channel in ('builder', 'address', 'page', 'widget')),
  add constraint conversations_answerer check (num_nonnulls(workflow_id, service_id) = 1),
  add constraint conversations_visitor check ((service_id is null) = (visitor_id is null)),
  add constraint conversations_session check ((channel = 'address') = (session_hash is not null));
create unique index conversations_at_address on conversations (workflow_id, session_hash) where session_hash is not null;
create index conversations_service on conversations (service_id) where service_id is not null;
create index conversations_of_visitor on conversations (visitor_id, updated_at desc) where visitor_id is not null;
create index conversations_to_delete on conversations (updated_at) where channel <> 'builder';

alter table conversation_messages
  -- of an answer: what the person thinks of it, and why
  add rating text check (rating in ('up', 'down')),
  add rating_reason text not null default '',
  add rated_at timestamptz;

-- A run of a conversation is opened by its visitor, not by a token of its own.
alter table service_widget_runs alter column token_hash drop not null;
