-- What somebody is about to pay through the gateway, and what they paid. Amounts are the server's; GST is inside them.
create table orders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  -- what is bought: credits, a plan, or an agent (monthly or once)
  purpose text not null check (purpose in ('credits', 'plan', 'agent')),
  -- the purpose's own: {paise}, {plan_id, billing}, {agent_version_id} …
  subject jsonb not null,
  title text not null,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null default 'INR' check (currency = 'INR'),
  -- of the buyer, for the invoice: the place of supply decides between IGST and CGST+SGST
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  gstin text,
  billing_name text not null,
  billing_address text not null default '',
  gateway text not null check (gateway in ('razorpay', 'test')),
  gateway_order_id text unique,
  receipt text not null unique check (length(receipt) <= 40),
  -- only forward; `failed` is an attempt that failed, another may follow
  status text not null default 'created' check (status in ('created', 'pending', 'failed', 'paid', 'expired')),
  -- the client's, so that a double click makes one order
  idempotency_key text,
  paid_at timestamptz,
  -- what was bought has been handed over
  fulfilled_at timestamptz,
  refunded_paise bigint not null default 0 check (refunded_paise between 0 and amount_paise),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  unique (user_id, idempotency_key)
);
create index orders_user on orders (user_id, created_at desc);
create index orders_open on orders (created_at) where status in ('created', 'pending', 'failed');

create table payments (
  id uuid primary key default uuidv7(),
  -- null: money that came without an order of ours
  order_id uuid references orders,
  user_id uuid references users,
  gateway text not null,
  gateway_payment_id text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'failed', 'refunded')),
  amount_paise bigint not null,
  currency text not null default 'INR',
  method text,
  fee_paise bigint not null default 0,
  error jsonb,
  captured_at timestamptz,
  refunded_paise bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (gateway, gateway_payment_id)
);
create index payments_order on payments (order_id);
create index payments_user on payments (user_id, created_at desc);

-- A sale of a seller's agent: one paid run, a month, or for good. How the money was divided stands here and in the ledger.
create table sales (
  id uuid primary key default uuidv7(),
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
  agent_id uuid not null references agents,
  agent_version_id uuid not null references agent_versions,
  kind text not null check (kind in ('run', 'month', 'once')),
  execution_id uuid unique,
  order_id uuid references orders,
  -- with GST; = seller + commission + commission_gst + gst + tcs + tds
  gross_paise bigint not null check (gross_paise > 0),
  currency text not null default 'INR' check (currency = 'INR'),
  -- who sells in the eyes of the law: the seller with a GSTIN, else the platform
  supplier text not null check (supplier in ('seller', 'platform')),
  commission_rate numeric(5, 4) not null,
  commission_paise bigint not null check (commission_paise >= 0),
  commission_gst_paise bigint not null check (commission_gst_paise >= 0),
  -- paid by the platform as the supplier; a seller with a GSTIN pays their own out of `seller_paise`
  gst_paise bigint not null check (gst_paise >= 0),
  tcs_paise bigint not null check (tcs_paise >= 0),
  tds_paise bigint not null check (tds_paise >= 0),
  seller_paise bigint not null check (seller_paise >= 0),
  refunded_paise bigint not null default 0 check (refunded_paise between 0 and gross_paise),
  -- the seller's part is held until then, and payable after
  held_until timestamptz not null,
  released_at timestamptz,
  created_at timestamptz not null default now(),
  check (gross_paise = seller_paise + commission_paise + commission_gst_paise + gst_paise + tcs_paise + tds_paise)
);
create index sales_seller on sales (seller_id, created_at desc);
create index sales_buyer on sales (buyer_id, created_at desc);
create index sales_agent on sales (agent_id, created_at desc);
create index sales_held on sales (held_until) where released_at is null;
