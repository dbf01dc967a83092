-- What models were asked and answered in runs, and what their tools gave (decision 0326). Written by the journal, with the rows of a run.
create table trace_entries (
  -- their order
  id bigint generated always as identity primary key,
  execution_id uuid not null references executions on delete cascade,
  node_id text not null,
  -- the item of a loop as in the journal; `/1` and so on for a node that an agent used as a tool
  iteration text not null default '',
  attempt int not null,
  kind text not null check (kind in ('model', 'tool')),
  -- of the model, or of the tool
  name text not null,
  at timestamptz not null,
  ms int not null,
  input_tokens int not null default 0,
  output_tokens int not null default 0,
  -- micro-rupees
  cost_micros bigint not null default 0,
  -- the code of an error of a model; `failed` for a tool
  error text,
  -- the beginning of what came back
  summary text not null,
  -- which instructions were sent: the beginning of their SHA-256
  prompt text,
  -- of a model: how many of its messages are those of the entry before it, of the same node and item
  base int not null default 0,
  -- characters of the content
  size int not null,
  -- null when the run has kept as much as it may
  content json
);
create index trace_entries_run on trace_entries (execution_id, id) include (size);
create index trace_entries_step on trace_entries (execution_id, node_id, iteration, id);
