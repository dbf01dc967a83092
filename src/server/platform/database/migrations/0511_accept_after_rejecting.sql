-- A rejected result that is accepted after all is paid with one posting. Two, one that holds the price again and one that pays it, locked
-- accounts in two orders, so that it and another sale could wait for each other.

-- The charge must be locked. The held price becomes a sale, whose seller's part is held for a week; of what is held for models, what they
-- took is the platform's, and the rest goes back. Where the buyer accepts first, the price stays held, and this is called again for it. What
-- was rejected before is paid from credits.
create or replace function settle_charge(c charges) returns void language plpgsql as $$
declare
  s jsonb := c.split;
  accepted boolean := c.status in ('awaiting', 'rejected');
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
      (1, jsonb_build_object('account', case when c.status = 'rejected' then 'credits' else 'credits_held' end, 'owner', c.buyer_id,
        'paise', -price - models_held)),
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

-- Accepts the result of a charge in one statement: the sale and what was decided are stored together or not at all. `p_split` divides the
-- price as on this day. False where it does not wait, for silence before its time, and for a rejected one unless a person says so in time.
create or replace function accept_charge(p_charge uuid, p_way text, p_person uuid, p_split jsonb) returns boolean language plpgsql as $$
declare
  c charges;
begin
  select * into c from charges where id = p_charge for update;
  if not found or c.status not in ('awaiting', 'rejected') then return false; end if;
  if c.status = 'awaiting' and p_way = 'silence' and clock_timestamp() < c.accept_until then return false; end if;
  if c.status = 'rejected' and (p_way not in ('page', 'api', 'batch') or clock_timestamp() >= c.accept_until) then return false; end if;
  update charges set split = p_split where id = c.id returning * into c;
  perform settle_charge(c);
  insert into acceptance_decisions (charge_id, decision, way, person_id) values (c.id, 'accepted', p_way, p_person);
  return true;
end $$;
