-- What goes back to buyers, between the decision and the gateway's word that it has gone.
insert into ledger_account_kinds (kind, title, normal, owned, guarded, stripes) values
  ('refunds_due', 'Refunds under way', 'credit', false, false, 16);

-- Events of the gateway, each once; the payload is kept to answer for what was done with it.
create table gateway_events (
  gateway text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  event text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  -- when what it tells was taken over; null: it failed and is repeated by the gateway or the reconciler
  done_at timestamptz,
  error text,
  primary key (gateway, event_id)
);
create index gateway_events_time on gateway_events (received_at);

-- Money back to a buyer: of an order (through the gateway) or of a sale that was paid with credits (to the credits).
create table refunds (
  id uuid primary key default uuidv7(),
  order_id uuid references orders,
  sale_id uuid references sales,
  -- of the payment that goes back; null for credits, and until it is known
  payment_id uuid references payments,
  buyer_id uuid not null references users,
  -- who may decide besides admins; null: the platform's own
  seller_id uuid references users,
  title text not null,
  paise bigint not null check (paise > 0),
  -- buyer: asked; seller or admin: given; platform: a second payment, a late one; dispute: lost
  origin text not null check (origin in ('buyer', 'seller', 'admin', 'platform')),
  reason text not null check (length(reason) between 1 and 2000),
  -- only forward: requested → declined | withdrawn | approved → processed | failed
  status text not null default 'requested' check (status in ('requested', 'declined', 'withdrawn', 'approved', 'processed', 'failed')),
  to_credits boolean not null default false,
  decided_by uuid references users,
  decision_reason text,
  decided_at timestamptz,
  gateway_refund_id text unique,
  -- of the next try to hand it to the gateway
  attempts integer not null default 0,
  next_try_at timestamptz,
  last_error text,
  processed_at timestamptz,
  created_at timestamptz not null default now(),
  -- unanswered requests go to the admins
  answer_by timestamptz not null default now() + interval '3 days',
  escalated_at timestamptz,
  check (num_nonnulls(order_id, sale_id) = 1 or (origin = 'platform' and payment_id is not null))
);
create index refunds_order on refunds (order_id) where order_id is not null;
create index refunds_sale on refunds (sale_id) where sale_id is not null;
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_buyer on refunds (buyer_id, created_at desc);
create index refunds_seller on refunds (seller_id, created_at desc);
create index refunds_open on refunds (created_at) where status = 'requested';
create index refunds_to_send on refunds (next_try_at) where status = 'approved';
-- one open request at a time for the same thing
create unique index refunds_one_open on refunds (coalesce(order_id, sale_id)) where status = 'requested' and coalesce(order_id, sale_id) is not null;

-- A bank takes a payment back on its customer's word; the gateway withholds the money until it is decided.
create table disputes (
  id uuid primary key default uuidv7(),
  gateway text not null,
  gateway_dispute_id text not null,
  payment_id uuid not null references payments,
  order_id uuid references orders,
  buyer_id uuid references users,
  paise bigint not null check (paise > 0),
  reason text not null,
  -- only forward: open → under_review → won | lost | closed
  status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  -- what of it could not be taken back from the buyer and is a loss of the platform
  loss_paise bigint not null default 0,
  respond_by timestamptz,
  note text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (gateway, gateway_dispute_id)
);
create index disputes_payment on disputes (payment_id);
create index disputes_time on disputes (created_at desc);

-- What the reconciler found: what it repaired and what a person has to look at.
create table reconciliations (
  id uuid primary key default uuidv7(),
  gateway text not null,
  since timestamptz not null,
  until timestamptz not null,
  payments integer not null default 0,
  refunds integer not null default 0,
  disputes integer not null default 0,
  repaired integer not null default 0,
  -- [{kind, id, order_id, detail, repaired}]
  differences jsonb not null default '[]',
  error text,
  created_at timestamptz not null default now()
);
create index reconciliations_time on reconciliations (created_at desc);

-- A payment that began in time is honoured however late the bank's word comes; when it began is the gateway's to say.
alter table payments add column begun_at timestamptz;
-- Kept of what has been paid, whoever tells it.
alter table orders add column payment_id uuid references payments;
