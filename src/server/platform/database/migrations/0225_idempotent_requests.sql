-- Answers to requests that were sent with an Idempotency-Key, for a day. `id` is a keyed hash of the caller and the key; `answer` is
-- encrypted with a key made from the caller's own, which is kept nowhere, so that secrets shown once are not readable at rest.
create table idempotent_requests (
  id bytea primary key check (length(id) = 32),
  -- of method, address and body; null for an upload until it has arrived
  fingerprint bytea check (length(fingerprint) = 32),
  -- null while the first request is being worked on
  answer bytea,
  created_at timestamptz not null default now()
);
create index idempotent_requests_age on idempotent_requests (created_at);
