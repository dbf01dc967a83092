-- When the gateway was last asked about what it has not decided; null before the first time.
alter table disputes add column asked_at timestamptz;
create index disputes_undecided on disputes (coalesce(asked_at, created_at)) where status in ('open', 'under_review');

alter table refunds add column asked_at timestamptz;
create index refunds_undecided on refunds (coalesce(asked_at, created_at)) where status = 'approved' and gateway_refund_id is not null;

alter table payments add column asked_at timestamptz;
create index payments_undecided on payments (coalesce(asked_at, created_at)) where status in ('created', 'authorized', 'failed');

-- What was paid of late may still come back.
create index payout_transfers_paid on payout_transfers (updated_at) where state = 'processed';
