-- Files that agents were imported from, by the key of the request: sent again it answers what it made (decision 0278).
create table agent_imports (
  seller_id uuid not null references users on delete cascade,
  key text not null check (length(key) between 8 and 100),
  file_hash bytea not null check (length(file_hash) = 32),
  agent_ids uuid[] not null,
  created_at timestamptz not null default now(),
  primary key (seller_id, key)
);
