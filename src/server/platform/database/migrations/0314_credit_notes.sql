-- Whatever takes tax off the books has a credit note: also a dispute that was lost, and commission that went back with a refund. What was
-- never invoiced (a second payment of an order) has none.
alter table refunds add column settled_paise bigint not null default 0 check (settled_paise between 0 and paise);
comment on column refunds.settled_paise is 'what of it the bank gave back in a dispute, which the gateway does not send';
alter table disputes add column back_paise bigint not null default 0;
comment on column disputes.back_paise is 'what of a lost one was taken back of what had been bought';
update disputes set back_paise = paise - loss_paise where status = 'lost';
create index disputes_order on disputes (order_id) where order_id is not null;

alter table invoices_due drop constraint invoices_due_cause_type_check;
alter table invoices_due add constraint invoices_due_cause_type_check check (cause_type in
  ('order', 'sale', 'commission', 'refund', 'dispute', 'commission_refund', 'commission_dispute', 'models'));
alter table invoiced drop constraint invoiced_cause_type_check;
alter table invoiced add constraint invoiced_cause_type_check check (cause_type in
  ('order', 'sale', 'commission', 'refund', 'dispute', 'commission_refund', 'commission_dispute', 'models'));

-- Everything that took back what was sold: of an order, or of a sale that credits paid. `sold` is the sale, also that of an order.
create view given_back as
  select 'refund' as cause_type, r.id, r.order_id, r.sale_id, coalesce(r.sale_id, s.id) as sold, r.title, r.paise,
    coalesce(r.decided_at, r.created_at) as at
  from refunds r left join sales s on s.order_id = r.order_id
  where r.status in ('approved', 'processed', 'failed') and r.origin <> 'platform'
  union all
  select 'dispute', d.id, d.order_id, null, s.id, o.title, d.back_paise, d.decided_at
  from disputes d join orders o on o.id = d.order_id left join sales s on s.order_id = d.order_id
  where d.back_paise > 0;

-- A credit note comes after the invoice that it takes from: runs and commission wait for the end of their month. It is written once, also
-- where a refund that failed is sent again.
create function credit_is_due(given_back_type text, given_back_id uuid) returns void language sql as $$
  insert into invoices_due select d.* from (
    select b.cause_type, b.id, coalesce(d.due_at, '-infinity')
    from given_back b left join orders o on o.id = b.order_id
      left join invoices_due d on d.cause_type = 'sale' and d.cause_id = b.sold
    where b.cause_type = given_back_type and b.id = given_back_id and (b.sold is not null or o.purpose <> 'credits')
    union all
    select 'commission_' || b.cause_type, b.id, month_after_in_india(s.created_at)
    from given_back b join sales s on s.id = b.sold
    where b.cause_type = given_back_type and b.id = given_back_id and s.supplier = 'seller' and s.commission_paise > 0
  ) d (cause_type, cause_id, due_at)
  where not exists (select from invoiced i where i.cause_type = d.cause_type and i.cause_id = d.cause_id)
  on conflict do nothing;
$$;
create or replace function refund_is_due() returns trigger language plpgsql as $$
begin
  perform credit_is_due('refund', new.id);
  return null;
end $$;
create function dispute_is_due() returns trigger language plpgsql as $$
begin
  perform credit_is_due('dispute', new.id);
  return null;
end $$;
create trigger disputes_due after update of back_paise on disputes for each row
  when (new.back_paise > 0 and old.back_paise = 0) execute function dispute_is_due();

delete from invoices_due w using invoiced i where i.cause_type = w.cause_type and i.cause_id = w.cause_id;
-- A second payment that went back was never invoiced.
delete from invoices_due w using refunds r where w.cause_type = 'refund' and w.cause_id = r.id and r.origin = 'platform';
select credit_is_due('dispute', d.id) from disputes d where d.back_paise > 0;
insert into invoices_due
  select 'commission_refund', b.id, month_after_in_india(s.created_at)
  from given_back b join sales s on s.id = b.sold
  where b.cause_type = 'refund' and s.supplier = 'seller' and s.commission_paise > 0;
