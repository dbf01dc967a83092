-- Double entry. A positive amount credits an account, a negative one debits it; what moves together sums to zero. Entries are
-- only ever added: a correction is a transaction of its own. Nothing posts but post_ledger().

-- `normal` is the side a balance stands on when all is well. A guarded account never falls below zero. Many write to the
-- platform's accounts at a time, so their balances are kept in `stripes` parts, each locked alone.
create table ledger_account_kinds (
  kind text primary key,
  title text not null,
  normal text not null check (normal in ('credit', 'debit')),
  owned boolean not null,
  guarded boolean not null,
  stripes smallint not null check (stripes between 1 and 64),
  -- what must not fall below zero stands in one place
  check (stripes = 1 or not guarded)
);
insert into ledger_account_kinds (kind, title, normal, owned, guarded, stripes) values
  ('credits', 'Credits of a buyer', 'credit', true, true, 1),
  ('credits_held', 'Credits held for runs', 'credit', true, true, 1),
  ('earnings_held', 'Earnings of a seller, held', 'credit', true, false, 1),
  ('earnings', 'Earnings of a seller, payable', 'credit', true, false, 1),
  ('gateway', 'Money at the payment gateway', 'debit', false, false, 16),
  ('bank', 'Money at the bank', 'debit', false, false, 16),
  ('gateway_fees', 'Fees of the payment gateway', 'debit', false, false, 16),
  ('disputed', 'Money withheld in disputes', 'debit', false, false, 16),
  ('losses', 'Losses', 'debit', false, false, 16),
  ('unclaimed', 'Payments without an order', 'credit', false, false, 16),
  ('payouts', 'Payouts under way', 'credit', false, false, 16),
  ('commission', 'Commission', 'credit', false, false, 16),
  ('plans', 'Plans', 'credit', false, false, 16),
  ('gst_payable', 'GST to be paid', 'credit', false, false, 16),
  ('tcs_payable', 'TCS to be paid (GST s.52)', 'credit', false, false, 16),
  ('tds_payable', 'TDS to be paid (194-O)', 'credit', false, false, 16);

create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null references ledger_account_kinds,
  -- null: the platform's
  owner_id uuid references users,
  currency text not null default 'INR' check (currency = 'INR'),
  unique nulls not distinct (kind, owner_id, currency)
);
create index ledger_accounts_owner on ledger_accounts (owner_id) where owner_id is not null;

create table ledger_balances (
  account_id bigint not null references ledger_accounts,
  stripe smallint not null,
  paise bigint not null default 0,
  guarded boolean not null,
  primary key (account_id, stripe),
  constraint ledger_balances_guarded check (paise >= 0 or not guarded)
);

create table ledger_transactions (
  id uuid primary key default uuidv7(),
  -- the same key is the same movement of money, posted once
  key text not null unique check (length(key) between 1 and 200),
  kind text not null,
  -- what it was posted for: 'order', 'sale', 'payout' …
  cause_type text not null,
  cause_id text not null,
  note text not null default '',
  reverses uuid references ledger_transactions,
  created_by uuid references users,
  content_hash text not null,
  created_at timestamptz not null default now()
);
create index ledger_transactions_cause on ledger_transactions (cause_type, cause_id);
create index ledger_transactions_time on ledger_transactions (created_at desc, id desc);

create table ledger_entries (
  transaction_id uuid not null references ledger_transactions,
  line smallint not null,
  account_id bigint not null references ledger_accounts,
  paise bigint not null check (paise <> 0),
  primary key (transaction_id, line)
);
-- a statement: newest first; the ids of transactions grow with time
create index ledger_entries_account on ledger_entries (account_id, transaction_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'CH500';
end $$;
create trigger ledger_transactions_fixed before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_entries_fixed before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- Entries come all at once, sum to zero, and nothing is added to a transaction later.
create function check_ledger_sum() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from added a group by a.transaction_id
    having sum(a.paise) <> 0 or count(*) <> (select count(*) from ledger_entries e where e.transaction_id = a.transaction_id)
  ) then
    raise exception 'The entries of a transaction sum to zero' using errcode = 'CH501';
  end if;
  return null;
end $$;
create trigger ledger_entries_sum after insert on ledger_entries referencing new table as added
  for each statement execute function check_ledger_sum();

-- Makes an account on first use.
create function ledger_account(p_kind text, p_owner uuid) returns bigint language plpgsql as $$
declare
  found_id bigint;
  k ledger_account_kinds;
begin
  select id into found_id from ledger_accounts where kind = p_kind and owner_id is not distinct from p_owner;
  if found then return found_id; end if;
  select * into k from ledger_account_kinds where kind = p_kind;
  if not found or k.owned <> (p_owner is not null) then
    raise exception 'There is no such account: %', p_kind using errcode = 'CH502';
  end if;
  insert into ledger_accounts (kind, owner_id) values (p_kind, p_owner) on conflict do nothing returning id into found_id;
  if found_id is null then
    select id into found_id from ledger_accounts where kind = p_kind and owner_id is not distinct from p_owner;
  else
    insert into ledger_balances (account_id, stripe, guarded)
      select found_id, s - 1, k.guarded from generate_series(1, k.stripes) s;
  end if;
  return found_id;
end $$;

-- p_lines: [{"account": "credits", "owner": uuid or absent, "paise": whole number}]. Posts once per key: the second time it
-- answers the first transaction, and refuses a key that is used for other money. Accounts are locked in the order of their ids.
create function post_ledger(
  p_key text, p_kind text, p_cause_type text, p_cause_id text, p_lines jsonb,
  p_note text default '', p_by uuid default null, p_reverses uuid default null
) returns table (transaction_id uuid, posted boolean) language plpgsql as $$
declare
  new_id uuid;
  old ledger_transactions;
  hash text := md5(jsonb_build_array(p_kind, p_cause_type, p_cause_id, p_lines)::text);
  moved record;
  part smallint;
begin
  if jsonb_array_length(p_lines) < 2 then
    raise exception 'A transaction has two entries at least' using errcode = 'CH501';
  end if;
  insert into ledger_transactions (key, kind, cause_type, cause_id, note, reverses, created_by, content_hash)
    values (p_key, p_kind, p_cause_type, p_cause_id, p_note, p_reverses, p_by, hash)
    on conflict (key) do nothing returning id into new_id;
  if new_id is null then
    select * into old from ledger_transactions where key = p_key;
    if old.content_hash <> hash then
      raise exception 'The key % stands for other money', p_key using errcode = 'CH503';
    end if;
    return query select old.id, false;
    return;
  end if;
  insert into ledger_entries (transaction_id, line, account_id, paise)
    select new_id, l.line, ledger_account(l.value ->> 'account', (l.value ->> 'owner')::uuid), (l.value ->> 'paise')::bigint
    from jsonb_array_elements(p_lines) with ordinality as l(value, line);
  for moved in
    select e.account_id, sum(e.paise)::bigint as paise,
      (select count(*) from ledger_balances b where b.account_id = e.account_id) as stripes
    from ledger_entries e where e.transaction_id = new_id group by e.account_id order by e.account_id
  loop
    part := floor(random() * moved.stripes)::smallint;
    update ledger_balances set paise = paise + moved.paise where account_id = moved.account_id and stripe = part;
  end loop;
  return query select new_id, true;
end $$;
