-- Codes that take something off what is bought: of a seller for own agents, of the platform for plans.
create table coupons (
  id uuid primary key default uuidv7(),
  -- null: the platform, for plans
  seller_id uuid references users,
  code text not null check (code ~ '^[A-Z0-9-]{3,40}$'),
  -- one of the two
  percent int check (percent between 1 and 100),
  off_paise bigint check (off_paise > 0),
  -- ids of agents, or of plans; null: all that its owner sells
  items text[] check (cardinality(items) > 0),
  -- null: all
  periods text[] check (cardinality(periods) > 0 and periods <@ array['monthly', 'yearly', 'once']),
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),
  -- in all; null: any number
  most int check (most > 0),
  -- once per person
  once boolean not null,
  -- what is bought costs at least this much
  least_paise bigint not null check (least_paise >= 0),
  first_only boolean not null,
  note text not null default '',
  paused_at timestamptz,
  -- for good; the code is free again
  ended_at timestamptz,
  -- reserved and taken, kept by the trigger below: the check is what makes "at most" hold for any number at a time
  redeemed int not null default 0 check (redeemed >= 0 and (most is null or redeemed <= most)),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent, off_paise) = 1)
);
create unique index coupons_code on coupons (seller_id, code) nulls not distinct where ended_at is null;
create index coupons_owner on coupons (seller_id, created_at desc);

-- What it gives is never changed: whoever was promised it has it.
create trigger coupons_fixed before update of seller_id, code, percent, off_paise, items, periods, starts_at, ends_at, most, once,
  least_paise, first_only on coupons for each statement execute function refuse_change();

-- What an order takes off, and who ordered, by a keyed hash of the mailbox that outlives the account.
alter table orders
  add column coupon_id uuid references coupons,
  add column coupon_code text,
  add column off_paise bigint not null default 0 check (off_paise >= 0),
  add column person_key text,
  drop constraint orders_amount_paise_check,
  add check (amount_paise > 0 or (amount_paise = 0 and off_paise > 0)),
  add check ((coupon_id is null) = (off_paise = 0) and (coupon_id is null) = (coupon_code is null));
create index orders_person on orders (person_key) where person_key is not null and status = 'paid';

-- Nothing was supplied for a price where all of it was taken off: there is nothing to invoice.
create or replace function order_is_due() returns trigger language plpgsql as $$
begin
  if new.amount_paise > 0 then
    insert into invoices_due (cause_type, cause_id) values ('order', new.id) on conflict do nothing;
  end if;
  return null;
end $$;

-- The place of an order among those that a code is for.
create table coupon_redemptions (
  order_id uuid primary key references orders on delete cascade,
  coupon_id uuid not null references coupons,
  person_key text not null,
  once boolean not null,
  -- held while the order can be paid, taken when it is, freed when it is not;
  -- beyond: freed, and paid after all when no place was left
  state text not null check (state in ('held', 'taken', 'beyond', 'freed')),
  created_at timestamptz not null default now()
);
create unique index coupon_redemptions_once on coupon_redemptions (coupon_id, person_key) where once and state in ('held', 'taken');
-- Nobody keeps several places by ordering without paying.
create unique index coupon_redemptions_held on coupon_redemptions (coupon_id, person_key) where state = 'held';
create index coupon_redemptions_coupon on coupon_redemptions (coupon_id, created_at desc);

create function count_redemption() returns trigger language plpgsql as $$
declare
  before int := case when tg_op <> 'INSERT' and old.state in ('held', 'taken') then 1 else 0 end;
  after int := case when tg_op <> 'DELETE' and new.state in ('held', 'taken') then 1 else 0 end;
begin
  if before <> after then
    update coupons set redeemed = redeemed + after - before where id = coalesce(new.coupon_id, old.coupon_id);
  end if;
  return null;
end $$;
create trigger coupon_redemptions_counted after insert or update or delete on coupon_redemptions
  for each row execute function count_redemption();
