-- What agents keep of messages that no longer fit into what they are given (decision 0323). A summary covers all messages up to `through`,
-- and says nothing any more once one of them is deleted or replaced.
create table conversation_summaries (
  through uuid primary key references conversation_messages on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  text text not null,
  created_at timestamptz not null default now()
);
create index conversation_summaries_conversation on conversation_summaries (conversation_id);
