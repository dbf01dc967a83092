-- Things that moved from one account to another, and offers of them that wait for an answer (decision 0364).
create table transfers (
  id uuid primary key default uuidv7(),
  from_id uuid not null references users (id) on delete cascade,
  to_id uuid not null references users (id) on delete cascade,
  status text not null check (status in ('offered', 'done', 'declined', 'cancelled')),
  -- What was chosen: `kind` and `id` of each.
  things jsonb not null,
  -- All that moves with it, by kind, id and name, as it was shown when it was offered.
  moves jsonb not null,
  moves_secrets boolean not null,
  offered_by uuid references users (id) on delete set null,
  decided_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Nobody accepts an offer later.
  expires_at timestamptz not null,
  decided_at timestamptz,
  check (from_id <> to_id)
);
create index transfers_from on transfers (from_id, created_at desc);
create index transfers_to on transfers (to_id, created_at desc);
create index transfers_offered_by on transfers (offered_by) where offered_by is not null;
create index transfers_decided_by on transfers (decided_by) where decided_by is not null;
