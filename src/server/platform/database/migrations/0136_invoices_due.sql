-- What is to be invoiced and is on no invoice yet, written by what makes it due: looking for it costs as much as there is of it, not as
-- much as was ever sold.
create table invoices_due (
  cause_type text not null check (cause_type in ('order', 'sale', 'commission', 'refund')),
  cause_id uuid not null,
  -- runs and commission wait until their month in India is over
  due_at timestamptz not null default '-infinity',
  primary key (cause_type, cause_id)
);
create index invoices_due_at on invoices_due (cause_type, due_at);

create function month_after_in_india(at timestamptz) returns timestamptz language sql immutable as $$
  select (date_trunc('month', at at time zone 'Asia/Kolkata') + interval '1 month') at time zone 'Asia/Kolkata'
$$;

-- A plan that was paid and handed over. Agents are invoiced as sales, credits when they are spent.
create function order_is_due() returns trigger language plpgsql as $$
begin
  insert into invoices_due (cause_type, cause_id) values ('order', new.id) on conflict do nothing;
  return null;
end $$;
create trigger orders_due_made after insert on orders for each row
  when (new.purpose = 'plan' and new.fulfilled_at is not null and new.paid_at is not null) execute function order_is_due();
create trigger orders_due after update of fulfilled_at, paid_at on orders for each row
  when (new.purpose = 'plan' and new.fulfilled_at is not null and new.paid_at is not null
    and (old.fulfilled_at is null or old.paid_at is null)) execute function order_is_due();

create function sale_is_due() returns trigger language plpgsql as $$
declare
  month timestamptz := month_after_in_india(new.created_at);
begin
  insert into invoices_due values ('sale', new.id, case when new.kind = 'run' then month else '-infinity' end);
  if new.supplier = 'seller' and new.commission_paise > 0 then
    insert into invoices_due values ('commission', new.id, month);
  end if;
  return null;
end $$;
create trigger sales_due after insert on sales for each row execute function sale_is_due();

-- A credit note comes after the invoice it takes from; what was never invoiced (credits, a second payment) has none.
create function refund_is_due() returns trigger language plpgsql as $$
begin
  if new.sale_id is null and not exists (select 1 from orders where id = new.order_id and purpose <> 'credits') then return null; end if;
  insert into invoices_due
    select 'refund', new.id, coalesce(
      (select d.due_at from invoices_due d where d.cause_type = 'sale' and d.cause_id = new.sale_id), '-infinity')
    on conflict do nothing;
  return null;
end $$;
create trigger refunds_due_made after insert on refunds for each row
  when (new.status in ('approved', 'processed')) execute function refund_is_due();
create trigger refunds_due after update of status on refunds for each row
  when (new.status in ('approved', 'processed') and old.status not in ('approved', 'processed')) execute function refund_is_due();

insert into invoices_due (cause_type, cause_id)
  select 'order', o.id from orders o where o.purpose = 'plan' and o.fulfilled_at is not null and o.paid_at is not null
    and not exists (select 1 from invoiced d where d.cause_type = 'order' and d.cause_id = o.id);
insert into invoices_due
  select 'sale', s.id, case when s.kind = 'run' then month_after_in_india(s.created_at) else '-infinity' end from sales s
    where not exists (select 1 from invoiced d where d.cause_type = 'sale' and d.cause_id = s.id);
insert into invoices_due
  select 'commission', s.id, month_after_in_india(s.created_at) from sales s where s.supplier = 'seller' and s.commission_paise > 0
    and not exists (select 1 from invoiced d where d.cause_type = 'commission' and d.cause_id = s.id);
insert into invoices_due
  select 'refund', r.id, coalesce(d.due_at, '-infinity') from refunds r
    left join invoices_due d on d.cause_type = 'sale' and d.cause_id = r.sale_id
    where r.status in ('approved', 'processed')
      and (r.sale_id is not null or exists (select 1 from orders o where o.id = r.order_id and o.purpose <> 'credits'))
      and not exists (select 1 from invoiced i where i.cause_type = 'refund' and i.cause_id = r.id);
