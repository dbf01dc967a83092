-- Language models people may ask: the operator's, for everybody (no owner), and each user's own.
create table models (
  id uuid primary key default uuidv7(),
  owner_id uuid references users (id) on delete cascade,
  name text not null,
  provider text not null,
  base_url text not null,
  -- as the provider calls it
  model text not null,
  -- the provider's API key under the vault's envelope; null where none is asked for
  key_id text,
  wrapped_key bytea,
  sealed bytea,
  key_hint text,
  -- paise per million tokens; null where it is not known
  input_price int check (input_price >= 0),
  output_price int check (output_price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((key_id is null) = (sealed is null) and (sealed is null) = (wrapped_key is null))
);
create index models_owner on models (owner_id);

-- What is asked when nobody names a model, and what a day may cost. The operator's row has no owner; its budget is each user's
-- over the operator's models. A user's budget is over their own.
create table model_settings (
  id uuid primary key default uuidv7(),
  owner_id uuid references users (id) on delete cascade,
  -- ids as nodes name them: a model's, or 'environment'
  default_model text,
  fallback_model text,
  daily_tokens bigint check (daily_tokens >= 0),
  daily_paise bigint check (daily_paise >= 0),
  unique nulls not distinct (owner_id)
);

-- Every call of a model. A row is written before the call with the most it can use, and corrected after it, so that calls at the
-- same time cannot pass a budget together. `cost_micros`: micro-rupees.
create table model_calls (
  id uuid primary key default uuidv7(),
  -- the model's owner; null for the operator's
  owner_id uuid references users (id) on delete cascade,
  -- who ran it
  user_id uuid references users (id) on delete cascade,
  visitor_key text,
  execution_id uuid,
  node_id text,
  -- as nodes name it, and as its provider does
  model_id text not null,
  model text not null,
  input_tokens int not null,
  output_tokens int not null,
  cost_micros bigint not null,
  -- null while the call is under way
  ms int,
  -- the code of the refusal; null for a call that was answered
  error text,
  created_at timestamptz not null default now()
);
create index model_calls_owner on model_calls (owner_id, created_at) where owner_id is not null;
create index model_calls_user on model_calls (user_id, created_at) where owner_id is null;
create index model_calls_visitor on model_calls (visitor_key, created_at) where visitor_key is not null;
create index model_calls_execution on model_calls (execution_id, node_id);
