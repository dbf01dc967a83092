-- Numbers without a gap: taken in the transaction that stores the invoice, by one at a time (CGST Rules, 2017, rule 46(b)).
create table invoice_series (
  -- CH invoices of the platform, CN its credit notes, CM its commission; S… and R… those of a seller, by the seller's code
  series text not null check (length(series) between 2 and 4),
  -- like 26-27: April to March in India
  financial_year text not null check (financial_year ~ '^[0-9]{2}-[0-9]{2}$'),
  last int not null,
  primary key (series, financial_year)
);

-- A seller who is the supplier has a series of their own.
create sequence seller_codes;
create table invoice_codes (
  seller_id uuid primary key references users,
  code int not null unique default nextval('seller_codes')
);

-- Never changed: what is wrong is put right by a credit note.
create table invoices (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('invoice', 'credit_note', 'commission')),
  number text not null check (length(number) <= 16),
  series text not null,
  financial_year text not null,
  -- null: the platform
  supplier_id uuid references users,
  customer_id uuid not null references users,
  -- as they were on the day: {name, address, gstin, state_code}
  supplier jsonb not null,
  customer jsonb not null,
  -- the state that decides between IGST and CGST+SGST
  place_of_supply text not null,
  -- [{title, sac, quantity, taxable_paise, gst_paise}]
  lines jsonb not null,
  rate_bps int not null,
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  total_paise bigint not null check (total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise),
  currency text not null default 'INR' check (currency = 'INR'),
  -- the invoice that a credit note takes from
  credits uuid references invoices,
  issued_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (series, financial_year, number),
  check ((kind = 'credit_note') = (credits is not null))
);
create index invoices_customer on invoices (customer_id, issued_at desc, id desc);
create index invoices_supplier on invoices (supplier_id, issued_at desc, id desc);
create index invoices_issued on invoices (issued_at, id);
create trigger invoices_fixed before update or delete or truncate on invoices
  for each statement execute function refuse_change();

-- What is on an invoice: each order, sale, commission and refund once.
create table invoiced (
  cause_type text not null check (cause_type in ('order', 'sale', 'commission', 'refund')),
  cause_id uuid not null,
  invoice_id uuid not null references invoices,
  primary key (cause_type, cause_id)
);
create index invoiced_invoice on invoiced (invoice_id);
