-- Rates by the day they apply from, never constants of the program: what was sold on a day is taxed by the rule of that day.
create table tax_rules (
  kind text not null check (kind in ('gst', 'tcs', 'tds', 'tds_no_pan', 'tds_free_paise')),
  effective_from date not null,
  -- basis points (1800 = 18 %); of tds_free_paise, paise a financial year
  value bigint not null check (value >= 0),
  source text not null,
  primary key (kind, effective_from)
);
insert into tax_rules (kind, effective_from, value, source) values
  ('gst', '2017-07-01', 1800, 'Notification 11/2017-Central Tax (Rate): information technology services'),
  ('tcs', '2018-10-01', 100, 'Notification 52/2018-Central Tax, CGST Act s. 52'),
  ('tcs', '2024-07-10', 50, 'Notification 15/2024-Central Tax, CGST Act s. 52'),
  ('tds', '2020-10-01', 100, 'Income-tax Act s. 194-O'),
  ('tds', '2024-10-01', 10, 'Finance (No. 2) Act 2024, Income-tax Act s. 194-O'),
  ('tds_no_pan', '2020-10-01', 500, 'Income-tax Act s. 206AA'),
  ('tds_free_paise', '2020-10-01', 50000000, 'Income-tax Act s. 194-O(2): individuals and HUF up to five lakh rupees a year');

-- What the law asks of somebody who sells. Numbers that name a person are sealed by the vault's key.
create table seller_profiles (
  seller_id uuid primary key references users,
  legal_name text not null,
  kind text not null check (kind in ('individual', 'huf', 'company', 'firm', 'trust', 'other')),
  address text not null,
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  -- sealed; the last four characters stand beside
  pan_sealed bytea,
  pan_last text,
  gstin text,
  -- where money goes: a bank account or a UPI id, sealed as JSON
  payee_sealed bytea,
  payee_shown text,
  -- a new payee is paid from then on
  payee_from timestamptz,
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  status_reason text,
  verified_at timestamptz,
  verified_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
