-- What is secret of a seller is one sealed box (see gateways/vault/envelope.ts).
alter table seller_profiles drop column pan_sealed, drop column payee_sealed;
alter table seller_profiles add column key_id text, add column wrapped_key bytea, add column sealed bytea;

-- A run gathers what is payable to all sellers at one moment; an admin sends it, and says what became of each payout.
create table payout_runs (
  id uuid primary key default uuidv7(),
  number int not null unique,
  -- null: by the calendar
  created_by uuid references users,
  created_at timestamptz not null default now()
);

create table payouts (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  seller_id uuid not null references users,
  paise bigint not null check (paise > 0),
  currency text not null default 'INR' check (currency = 'INR'),
  payee_shown text not null,
  -- prepared → sent → paid | failed; prepared → cancelled. Failed and cancelled ones go back to the seller's earnings.
  status text not null default 'prepared' check (status in ('prepared', 'sent', 'paid', 'failed', 'cancelled')),
  -- the bank's reference (UTR), or why it failed
  reference text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  ended_at timestamptz,
  unique (run_id, seller_id)
);
create index payouts_seller on payouts (seller_id, created_at desc);
create index payouts_open on payouts (created_at) where status in ('prepared', 'sent');
