-- What the platform's models take beyond what a person has free in a day is paid with the credits of whoever runs an agent: held before
-- each call, charged with the run's result, given back with everything else when there is none.
alter table charges drop constraint charges_kind_check;
-- 'models': the run itself is free, its models are not
alter table charges add constraint charges_kind_check check (kind in ('credits', 'trial', 'purchase', 'models'));
-- `model_micros` is without GST; what is held and charged for it is with GST. Held is what the calls could take at most at a time.
alter table charges add column models_held_paise bigint not null default 0 check (models_held_paise >= 0);
alter table charges add column models_paise bigint not null default 0 check (models_paise >= 0);

insert into ledger_account_kinds (kind, title, normal, owned, guarded, stripes) values
  ('models', 'Models of the platform', 'credit', false, false, 16);

alter table invoices_due drop constraint invoices_due_cause_type_check;
alter table invoices_due add constraint invoices_due_cause_type_check
  check (cause_type in ('order', 'sale', 'commission', 'refund', 'models'));
alter table invoiced drop constraint invoiced_cause_type_check;
alter table invoiced add constraint invoiced_cause_type_check check (cause_type in ('order', 'sale', 'commission', 'refund', 'models'));

-- The sale of an order is found by it.
create index sales_order on sales (order_id) where order_id is not null;

-- What costs nothing (a coupon for all of it) has no invoice.
drop trigger orders_due_made on orders;
create trigger orders_due_made after insert on orders for each row
  when (new.purpose = 'plan' and new.fulfilled_at is not null and new.paid_at is not null and new.amount_paise > 0)
  execute function order_is_due();
drop trigger orders_due on orders;
create trigger orders_due after update of fulfilled_at, paid_at on orders for each row
  when (new.purpose = 'plan' and new.fulfilled_at is not null and new.paid_at is not null and new.amount_paise > 0
    and (old.fulfilled_at is null or old.paid_at is null)) execute function order_is_due();

-- What models that took `micros` cost whoever runs them, in paise with the GST of a day; a begun paisa counts.
create function models_price(micros bigint, at timestamptz) returns bigint language sql stable as $$
  select ceil(micros * (10000 + (
    select value from tax_rules where kind = 'gst' and effective_from <= (at at time zone 'Asia/Kolkata')::date
    order by effective_from desc limit 1)) / 100000000.0)::bigint
$$;

-- The charge must be locked. Everything held goes back in one movement: accounts are locked in one order.
create or replace function release_charge(c charges, p_reason text) returns void language plpgsql as $$
declare
  held bigint := c.price_paise + c.models_held_paise;
begin
  update charges set status = 'released', reason = p_reason, ended_at = now() where id = c.id;
  if c.kind = 'trial' then
    update trial_runs set used = used - 1 where person_key = c.trial_key and agent_id = c.agent_id and used > 0;
  end if;
  if held > 0 then
    perform post_ledger('charge:' || c.id || ':release', 'release', 'charge', c.id::text, jsonb_build_array(
      jsonb_build_object('account', 'credits_held', 'owner', c.buyer_id, 'paise', -held),
      jsonb_build_object('account', 'credits', 'owner', c.buyer_id, 'paise', held)));
  end if;
end $$;

-- The charge must be locked. The held price becomes a sale, whose seller's part is held for a week; of what is held for models, what they
-- took is the platform's, and the rest goes back.
create or replace function settle_charge(c charges) returns void language plpgsql as $$
declare
  s jsonb := c.split;
  -- calls that end after the run take no more than was held
  took bigint := least(c.models_held_paise, models_price(c.model_micros, c.created_at));
  gst bigint;
  lines jsonb;
begin
  update charges set status = 'settled', models_paise = took, ended_at = now() where id = c.id;
  if c.price_paise + c.models_held_paise = 0 then return; end if;
  -- inside the price and even, as every GST inside one is
  gst := (select 2 * round(took * r.value / 2.0 / (10000 + r.value)) from tax_rules r
    where r.kind = 'gst' and r.effective_from <= (c.created_at at time zone 'Asia/Kolkata')::date order by r.effective_from desc limit 1);
  if c.kind = 'credits' then
    insert into sales (id, buyer_id, seller_id, agent_id, agent_version_id, kind, execution_id, gross_paise, supplier, commission_rate,
        commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until)
      values (c.id, c.buyer_id, c.seller_id, c.agent_id, c.agent_version_id, 'run', c.execution_id, c.price_paise, s ->> 'supplier',
        (s ->> 'commission_rate')::numeric, (s ->> 'commission_paise')::bigint, (s ->> 'commission_gst_paise')::bigint,
        (s ->> 'gst_paise')::bigint, (s ->> 'tcs_paise')::bigint, (s ->> 'tds_paise')::bigint, (s ->> 'seller_paise')::bigint,
        now() + interval '7 days');
  end if;
  select jsonb_agg(line order by n) into lines from (values
    (1, jsonb_build_object('account', 'credits_held', 'owner', c.buyer_id, 'paise', -c.price_paise - c.models_held_paise)),
    (2, jsonb_build_object('account', 'earnings_held', 'owner', c.seller_id, 'paise', coalesce((s ->> 'seller_paise')::bigint, 0))),
    (3, jsonb_build_object('account', 'commission', 'paise', coalesce((s ->> 'commission_paise')::bigint, 0))),
    (4, jsonb_build_object('account', 'gst_payable', 'paise',
      coalesce((s ->> 'commission_gst_paise')::bigint + (s ->> 'gst_paise')::bigint, 0) + gst)),
    (5, jsonb_build_object('account', 'tcs_payable', 'paise', coalesce((s ->> 'tcs_paise')::bigint, 0))),
    (6, jsonb_build_object('account', 'tds_payable', 'paise', coalesce((s ->> 'tds_paise')::bigint, 0))),
    (7, jsonb_build_object('account', 'models', 'paise', took - gst)),
    (8, jsonb_build_object('account', 'credits', 'owner', c.buyer_id, 'paise', c.models_held_paise - took))
  ) as l(n, line) where (line ->> 'paise')::bigint <> 0;
  if c.kind = 'credits' then perform post_ledger('sale:' || c.id, 'sale', 'sale', c.id::text, lines);
  else perform post_ledger('charge:' || c.id || ':models', 'models', 'charge', c.id::text, lines);
  end if;
  if took > 0 then
    insert into invoices_due values ('models', c.id, month_after_in_india(now())) on conflict do nothing;
  end if;
  update executions set cost_paise = c.price_paise + took where id = c.execution_id;
end $$;

-- The charge that the models of a run are paid on: that of the run or of the one that started it, as long as it is under way. Where a run
-- of an agent is free for somebody who is not its seller, one is made now; samples and workflows of one's own have none.
create function charge_of_models(p_run uuid) returns uuid language plpgsql as $$
declare
  root executions;
  found_id uuid;
begin
  with recursive up as (
    select p_run as id
    union all
    select e.parent_id from up join executions e on e.id = up.id where e.parent_id is not null
  )
  select c.id into found_id from charges c join up on up.id = c.execution_id where c.status in ('held', 'running') limit 1;
  if found then return found_id; end if;
  with recursive up as (
    select e.id, e.parent_id from executions e where e.id = p_run
    union all
    select e.id, e.parent_id from up join executions e on e.id = up.parent_id
  )
  select e.* into root from executions e where e.id = (select id from up where parent_id is null) for no key update;
  if not found or root.charge_id is not null or root.owner_id is null or root.agent_version_id is null or root.trigger = 'sample'
    or root.status in ('succeeded', 'failed', 'cancelled') then return null; end if;
  insert into charges (execution_id, buyer_id, seller_id, agent_id, agent_version_id, service_id, kind, price_paise, cap_paise, status)
    select root.id, root.owner_id, a.seller_id, a.id, root.agent_version_id, root.service_id, 'models', 0,
      (select run_cap_paise from credit_settings where user_id = root.owner_id), 'running'
    from agents a where a.id = root.agent_id and a.seller_id <> root.owner_id
    returning id into found_id;
  if found_id is not null then update executions set charge_id = found_id where id = root.id; end if;
  return found_id;
end $$;
