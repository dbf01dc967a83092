-- "Charged only when accepted": a run that succeeded keeps its price held until its buyer accepts or rejects the result, or the time to
-- decide ends. What its models took is charged with the result, as always.

-- How many days buyers have to decide; null: runs are charged when they succeed. It counts for runs that begin from now on.
alter table agents add column accept_days smallint check (accept_days between 1 and 14);

alter table charges add column accept_days smallint check (accept_days between 1 and 14);
-- set when the run succeeds; by the clock of the database
alter table charges add column accept_until timestamptz;
alter table charges add column accept_reminded_at timestamptz;
alter table charges drop constraint charges_status_check;
-- held → running → settled | released, or → awaiting → settled | rejected; rejected → awaiting while there is time
alter table charges add constraint charges_status_check
  check (status in ('held', 'running', 'awaiting', 'settled', 'rejected', 'released'));
alter table charges add constraint charges_accept_kind_check check (accept_days is null or kind = 'credits');
alter table charges add constraint charges_accept_until_check check (accept_until is null or accept_days is not null);
alter table charges add constraint charges_accept_status_check
  check (status not in ('awaiting', 'rejected') or accept_until is not null);
-- `ended_at` is when the run ended: invoices of models go by it.
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'charges'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%ended_at IS NOT NULL%';
  execute format('alter table charges drop constraint %I', name);
end $$;
alter table charges add constraint charges_ended_check
  check ((status in ('awaiting', 'settled', 'rejected', 'released')) = (ended_at is not null));
create index charges_awaiting on charges (accept_until) where status = 'awaiting';
create index charges_awaiting_of_buyer on charges (buyer_id, accept_until) where status in ('awaiting', 'rejected');
create index charges_accepted_of_seller on charges (seller_id, created_at) where accept_days is not null;

-- What was decided about results, and by whom. A charge is rejected once at most, and accepted once at most.
create table acceptance_decisions (
  id uuid primary key default uuidv7(),
  charge_id uuid not null references charges on delete cascade,
  decision text not null check (decision in ('accepted', 'rejected')),
  -- `silence`: the time to decide ended; `closing`: the account was deleted
  way text not null check (way in ('page', 'api', 'batch', 'sign_off', 'silence', 'closing')),
  person_id uuid references users on delete set null,
  reason text check (reason in ('wrong', 'incomplete', 'unreadable', 'not_as_described', 'other')),
  -- the buyer's words to the seller
  note text not null default '' check (length(note) <= 1000),
  decided_at timestamptz not null default clock_timestamp(),
  check ((decision = 'rejected') = (reason is not null)),
  unique (charge_id, decision)
);
create index acceptance_decisions_person on acceptance_decisions (person_id) where person_id is not null;

-- The charge must be locked. The held price becomes a sale, whose seller's part is held for a week; of what is held for models, what they
-- took is the platform's, and the rest goes back. Where the buyer accepts first, the price stays held, and this is called again for it.
create or replace function settle_charge(c charges) returns void language plpgsql as $$
declare
  s jsonb := c.split;
  accepted boolean := c.status = 'awaiting';
  waits boolean := c.accept_days is not null and not accepted;
  price bigint := case when waits then 0 else c.price_paise end;
  models_held bigint := case when accepted then 0 else c.models_held_paise end;
  -- calls that end after the run take no more than was held
  took bigint := least(models_held, models_price(c.model_micros, c.created_at));
  gst bigint;
  lines jsonb;
begin
  if accepted then update charges set status = 'settled' where id = c.id;
  else
    update charges set status = case when waits then 'awaiting' else 'settled' end, models_paise = took, ended_at = now(),
      accept_until = case when waits then clock_timestamp() + c.accept_days * interval '1 day' end
    where id = c.id;
  end if;
  if price + models_held > 0 then
    -- inside the price and even, as every GST inside one is
    gst := (select 2 * round(took * r.value / 2.0 / (10000 + r.value)) from tax_rules r
      where r.kind = 'gst' and r.effective_from <= (c.created_at at time zone 'Asia/Kolkata')::date order by r.effective_from desc limit 1);
    if price > 0 then
      insert into sales (id, buyer_id, seller_id, agent_id, agent_version_id, kind, execution_id, gross_paise, supplier, commission_rate,
          commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until)
        values (c.id, c.buyer_id, c.seller_id, c.agent_id, c.agent_version_id, 'run', c.execution_id, price, s ->> 'supplier',
          (s ->> 'commission_rate')::numeric, (s ->> 'commission_paise')::bigint, (s ->> 'commission_gst_paise')::bigint,
          (s ->> 'gst_paise')::bigint, (s ->> 'tcs_paise')::bigint, (s ->> 'tds_paise')::bigint, (s ->> 'seller_paise')::bigint,
          now() + interval '7 days');
    else s := null;
    end if;
    select jsonb_agg(line order by n) into lines from (values
      (1, jsonb_build_object('account', 'credits_held', 'owner', c.buyer_id, 'paise', -price - models_held)),
      (2, jsonb_build_object('account', 'earnings_held', 'owner', c.seller_id, 'paise', coalesce((s ->> 'seller_paise')::bigint, 0))),
      (3, jsonb_build_object('account', 'commission', 'paise', coalesce((s ->> 'commission_paise')::bigint, 0))),
      (4, jsonb_build_object('account', 'gst_payable', 'paise',
        coalesce((s ->> 'commission_gst_paise')::bigint + (s ->> 'gst_paise')::bigint, 0) + gst)),
      (5, jsonb_build_object('account', 'tcs_payable', 'paise', coalesce((s ->> 'tcs_paise')::bigint, 0))),
      (6, jsonb_build_object('account', 'tds_payable', 'paise', coalesce((s ->> 'tds_paise')::bigint, 0))),
      (7, jsonb_build_object('account', 'models', 'paise', took - gst)),
      (8, jsonb_build_object('account', 'credits', 'owner', c.buyer_id, 'paise', models_held - took))
    ) as l(n, line) where (line ->> 'paise')::bigint <> 0;
    if price > 0 then perform post_ledger('sale:' || c.id, 'sale', 'sale', c.id::text, lines);
    else perform post_ledger('charge:' || c.id || ':models', 'models', 'charge', c.id::text, lines);
    end if;
    if took > 0 then
      insert into invoices_due values ('models', c.id, month_after_in_india(now())) on conflict do nothing;
    end if;
  elsif not waits then return;
  end if;
  update executions set cost_paise = price + case when accepted then c.models_paise else took end where id = c.execution_id;
end $$;

-- A run with a charge begins or ends. No run begins on a charge that was given back, or on another run's.
create or replace function charge_of_run() returns trigger language plpgsql as $$
declare
  c charges;
begin
  select * into c from charges where id = new.charge_id for update;
  if not found or c.execution_id <> new.id then
    raise exception 'The charge of run % is not its own', new.id using errcode = 'CH510';
  end if;
  if c.status in ('awaiting', 'settled', 'rejected') then return null; end if;
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

-- Accepts the result of a charge that waits for it, in one statement: the sale and what was decided are stored together or not at all.
-- `p_split` divides the price as on this day. False where it does not wait, and for silence before its time.
create function accept_charge(p_charge uuid, p_way text, p_person uuid, p_split jsonb) returns boolean language plpgsql as $$
declare
  c charges;
begin
  select * into c from charges where id = p_charge for update;
  if not found or c.status <> 'awaiting' or (p_way = 'silence' and clock_timestamp() < c.accept_until) then return false; end if;
  update charges set split = p_split where id = c.id returning * into c;
  perform settle_charge(c);
  insert into acceptance_decisions (charge_id, decision, way, person_id) values (c.id, 'accepted', p_way, p_person);
  return true;
end $$;

-- Rejects it and gives the price back. False where it does not wait, or its time is over: then silence has accepted it.
create function reject_charge(p_charge uuid, p_way text, p_person uuid, p_reason text, p_note text) returns boolean language plpgsql as $$
declare
  c charges;
begin
  select * into c from charges where id = p_charge for update;
  if not found or c.status <> 'awaiting' or clock_timestamp() >= c.accept_until then return false; end if;
  update charges set status = 'rejected' where id = c.id;
  perform post_ledger('charge:' || c.id || ':reject', 'release', 'charge', c.id::text, jsonb_build_array(
    jsonb_build_object('account', 'credits_held', 'owner', c.buyer_id, 'paise', -c.price_paise),
    jsonb_build_object('account', 'credits', 'owner', c.buyer_id, 'paise', c.price_paise)));
  insert into acceptance_decisions (charge_id, decision, way, person_id, reason, note)
    values (c.id, 'rejected', p_way, p_person, p_reason, p_note);
  return true;
end $$;

-- What a buyer wrote goes with the content of its run. What was decided stays, as the money does.
create function forget_acceptance_note() returns trigger language plpgsql as $$
begin
  update acceptance_decisions set note = '' where charge_id = old.charge_id and note <> '';
  return null;
end $$;
create trigger executions_note_goes after delete on executions for each row when (old.charge_id is not null)
  execute function forget_acceptance_note();
create trigger executions_note_removed after update of payload_removed_at on executions for each row
  when (old.charge_id is not null and old.payload_removed_at is null and new.payload_removed_at is not null)
  execute function forget_acceptance_note();
