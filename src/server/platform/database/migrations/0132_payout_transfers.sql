-- Payouts may go through RazorpayX instead of a file for the bank. One that was paid may come back days later (reversed); one that
-- failed may be tried again, each time in a round of its own.
alter table payouts drop constraint payouts_status_check;
alter table payouts add constraint payouts_status_check
  check (status in ('prepared', 'sent', 'paid', 'failed', 'cancelled', 'reversed'));
alter table payouts add column via text not null default 'bank_file' check (via in ('bank_file', 'razorpayx'));
alter table payouts add column round smallint not null default 0;

-- A payout on its way through RazorpayX. Written before the gateway is asked: whoever died in between asks again with the same number.
create table payout_transfers (
  -- its idempotency key, and its reference there
  id uuid primary key default uuidv7(),
  payout_id uuid not null references payouts,
  round smallint not null,
  paise bigint not null check (paise > 0),
  -- what it is asked with, the same each time
  fund_account_id text,
  mode text,
  gateway_payout_id text unique,
  -- waiting: not made there yet; refused: it was never made; the others are RazorpayX's
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'pending', 'queued', 'scheduled', 'processing', 'processed',
    'reversed', 'failed', 'rejected', 'cancelled')),
  -- why it stands there, in the bank's words
  reason text,
  utr text,
  fee_paise bigint not null default 0,
  attempts integer not null default 0,
  -- of the next try, or the next look
  next_try_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (payout_id, round)
);
create index payout_transfers_open on payout_transfers (next_try_at)
  where state in ('waiting', 'pending', 'queued', 'scheduled', 'processing');

-- Sellers as RazorpayX knows them, by the account that pays.
create table payout_contacts (
  seller_id uuid not null references users,
  account_number text not null,
  contact_id text not null,
  primary key (seller_id, account_number)
);
