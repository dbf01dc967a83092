-- Paid runs. A charge is made before its run and names it; the run's row names the charge. Whatever ends a run ends its charge in
-- the same transaction: a result settles it, everything else gives the money back. So nothing is charged twice and nothing is lost,
-- whoever dies in between.

create table charges (
  id uuid primary key default uuidv7(),
  -- the id the run will have
  execution_id uuid not null unique,
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
  agent_id uuid not null references agents on delete cascade,
  agent_version_id uuid not null references agent_versions on delete cascade,
  service_id uuid,
  -- what it is paid with
  kind text not null check (kind in ('credits', 'trial', 'purchase')),
  -- with GST; 0 unless it is paid with credits
  price_paise bigint not null check (price_paise >= 0),
  -- the most it may cost with its models; null: no cap
  cap_paise bigint check (cap_paise >= price_paise),
  -- what its models cost the platform so far; calls under way with the most they can cost
  model_micros bigint not null default 0,
  -- how the price will be divided, as splitSale says, with commission_rate; the columns of `sales`
  split jsonb,
  -- whose trial run it is
  trial_key text,
  -- only forward: held → running → settled | released
  status text not null default 'held' check (status in ('held', 'running', 'settled', 'released')),
  reason text check (reason in ('failed', 'cancelled', 'empty', 'never_started')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((kind = 'credits') = (price_paise > 0)),
  check ((kind = 'credits') = (split is not null)),
  check ((kind = 'trial') = (trial_key is not null)),
  check ((status = 'released') = (reason is not null)),
  check ((status in ('settled', 'released')) = (ended_at is not null))
);
create index charges_buyer on charges (buyer_id, created_at desc);
create index charges_agent on charges (agent_id, created_at desc);
create index charges_service on charges (service_id, created_at desc) where service_id is not null;
create index charges_open on charges (created_at) where status in ('held', 'running');

-- Trial runs taken, by a keyed hash of the person: it outlives their account, so that nobody gets them again by coming back.
create table trial_runs (
  person_key text not null,
  agent_id uuid not null references agents on delete cascade,
  used int not null default 0 check (used >= 0),
  primary key (person_key, agent_id)
);

-- What a buyer lets runs cost. No row: no caps.
create table credit_settings (
  user_id uuid primary key references users on delete cascade,
  run_cap_paise bigint check (run_cap_paise > 0),
  -- from midnight to midnight in India
  day_cap_paise bigint check (day_cap_paise > 0),
  -- below this they are told, once until it is above it again
  low_paise bigint not null default 5000 check (low_paise >= 0),
  low_told_at timestamptz,
  updated_at timestamptz not null default now()
);
-- what its runs may cost in a month
alter table services add column month_cap_paise bigint check (month_cap_paise > 0);

alter table executions add column charge_id uuid;

-- Nothing a buyer could use: no number, no yes or no, and no text but blanks, however deep.
create function is_empty_result(value jsonb) returns boolean language sql immutable as $$
  select value is null or not jsonb_path_exists(value,
    'strict $.** ? (@.type() == "number" || @.type() == "boolean" || (@.type() == "string" && @ like_regex "\\S"))')
$$;

-- The charge must be locked. Money and trial run go back.
create function release_charge(c charges, p_reason text) returns void language plpgsql as $$
begin
  update charges set status = 'released', reason = p_reason, ended_at = now() where id = c.id;
  if c.kind = 'trial' then
    update trial_runs set used = used - 1 where person_key = c.trial_key and agent_id = c.agent_id and used > 0;
  elsif c.kind = 'credits' then
    perform post_ledger('charge:' || c.id || ':release', 'release', 'charge', c.id::text, jsonb_build_array(
      jsonb_build_object('account', 'credits_held', 'owner', c.buyer_id, 'paise', -c.price_paise),
      jsonb_build_object('account', 'credits', 'owner', c.buyer_id, 'paise', c.price_paise)));
  end if;
end $$;

-- The charge must be locked. The held price becomes a sale; the seller's part is held for a week.
create function settle_charge(c charges) returns void language plpgsql as $$
declare
  s jsonb := c.split;
  lines jsonb;
begin
  update charges set status = 'settled', ended_at = now() where id = c.id;
  if c.kind <> 'credits' then return; end if;
  insert into sales (id, buyer_id, seller_id, agent_id, agent_version_id, kind, execution_id, gross_paise, supplier, commission_rate,
      commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until)
    values (c.id, c.buyer_id, c.seller_id, c.agent_id, c.agent_version_id, 'run', c.execution_id, c.price_paise, s ->> 'supplier',
      (s ->> 'commission_rate')::numeric, (s ->> 'commission_paise')::bigint, (s ->> 'commission_gst_paise')::bigint,
      (s ->> 'gst_paise')::bigint, (s ->> 'tcs_paise')::bigint, (s ->> 'tds_paise')::bigint, (s ->> 'seller_paise')::bigint,
      now() + interval '7 days');
  select jsonb_agg(line order by n) into lines from (values
    (1, jsonb_build_object('account', 'credits_held', 'owner', c.buyer_id, 'paise', -c.price_paise)),
    (2, jsonb_build_object('account', 'earnings_held', 'owner', c.seller_id, 'paise', (s ->> 'seller_paise')::bigint)),
    (3, jsonb_build_object('account', 'commission', 'paise', (s ->> 'commission_paise')::bigint)),
    (4, jsonb_build_object('account', 'gst_payable', 'paise', (s ->> 'commission_gst_paise')::bigint + (s ->> 'gst_paise')::bigint)),
    (5, jsonb_build_object('account', 'tcs_payable', 'paise', (s ->> 'tcs_paise')::bigint)),
    (6, jsonb_build_object('account', 'tds_payable', 'paise', (s ->> 'tds_paise')::bigint))
  ) as l(n, line) where (line ->> 'paise')::bigint <> 0;
  perform post_ledger('sale:' || c.id, 'sale', 'sale', c.id::text, lines);
  update executions set cost_paise = c.price_paise where id = c.execution_id;
end $$;

-- A run with a charge begins or ends. No run begins on a charge that was given back, or on another run's.
create function charge_of_run() returns trigger language plpgsql as $$
declare
  c charges;
begin
  select * into c from charges where id = new.charge_id for update;
  if not found or c.execution_id <> new.id then
    raise exception 'The charge of run % is not its own', new.id using errcode = 'CH510';
  end if;
  if c.status = 'settled' then return null; end if;
  if c.status = 'released' then
    if new.status in ('failed', 'cancelled') then return null; end if;
    raise exception 'The charge of run % was given back', new.id using errcode = 'CH511';
  end if;
  if new.status = 'succeeded' then
    if is_empty_result(new.output::jsonb) then perform release_charge(c, 'empty');
    else perform settle_charge(c);
    end if;
  elsif new.status in ('failed', 'cancelled') then perform release_charge(c, new.status);
  elsif c.status = 'held' then update charges set status = 'running' where id = c.id;
  end if;
  return null;
end $$;
create trigger executions_charge_begins after insert on executions for each row when (new.charge_id is not null)
  execute function charge_of_run();
create trigger executions_charge_ends after update of status on executions for each row
  when (new.charge_id is not null and new.status in ('succeeded', 'failed', 'cancelled') and old.status <> new.status)
  execute function charge_of_run();

-- Gives back a charge whose run is not there: it was never stored, or it was removed before its end. False when the run is there, or
-- the charge has ended. The row is locked first and the run looked for after, so no run is overlooked that is just being stored.
create function release_orphan(p_charge uuid) returns boolean language plpgsql as $$
declare
  c charges;
begin
  select * into c from charges where id = p_charge and status in ('held', 'running') for update;
  if not found then return false; end if;
  perform 1 from executions where id = c.execution_id;
  if found then return false; end if;
  perform release_charge(c, 'never_started');
  return true;
end $$;
