-- Money that came without an order of ours goes back to whoever paid it: nobody whom we know.
alter table refunds alter column buyer_id drop not null;
alter table refunds add check (buyer_id is not null or (origin = 'platform' and order_id is null and sale_id is null));
-- it goes back once
create unique index refunds_unclaimed_once on refunds (payment_id) where buyer_id is null;

-- What is said against a dispute: a text, and files that the gateway has taken. Sent once; what the bank decides comes by itself.
create table dispute_evidence (
  dispute_id uuid primary key references disputes,
  summary text not null default '' check (length(summary) <= 1000),
  -- drafted, handed in, or accepted: given up without a word
  state text not null default 'draft' check (state in ('draft', 'submitting', 'submitted', 'accepting', 'accepted')),
  changed_by uuid references users,
  changed_at timestamptz not null default now(),
  last_error text
);
create table dispute_files (
  id uuid primary key default uuidv7(),
  dispute_id uuid not null references disputes,
  -- what it proves, as the gateway calls it
  proves text not null check (proves in ('billing_proof', 'proof_of_service', 'access_activity_log', 'term_and_conditions',
    'refund_cancellation_policy', 'customer_communication', 'explanation_letter')),
  name text not null check (length(name) between 1 and 200),
  mime_type text not null check (mime_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes bytea not null check (length(bytes) between 1 and 4000000),
  added_by uuid references users,
  -- the gateway's number, once it has it
  document_id text,
  added_at timestamptz not null default now()
);
create index dispute_files_dispute on dispute_files (dispute_id);
-- a deadline is told of once per distance
alter table disputes add column told_days smallint;
alter table disputes add column seller_id uuid references users;
