-- Codes that give free runs of one agent. Whoever enters one has so many trial runs more.
alter table coupons add column runs int check (runs between 1 and 100);
do $$
declare
  one text;
begin
  select conname into strict one from pg_constraint
    where conrelid = 'coupons'::regclass and pg_get_constraintdef(oid) like '%num_nonnulls%';
  execute format('alter table coupons drop constraint %I', one);
end $$;
alter table coupons
  add constraint coupons_gives check (num_nonnulls(percent, off_paise, runs) = 1),
  -- of one agent of a seller, and had once: they are not bought, so no price and no period says what they are for
  add constraint coupons_runs check (runs is null or (seller_id is not null and coalesce(cardinality(items), 0) = 1 and once
    and periods is null and least_paise = 0));
drop trigger coupons_fixed on coupons;
create trigger coupons_fixed before update of seller_id, code, percent, off_paise, runs, items, periods, starts_at, ends_at, most, once,
  least_paise, first_only on coupons for each statement execute function refuse_change();

-- Who has had them: a keyed hash of the mailbox, as of the redemptions of orders.
create table coupon_runs (
  coupon_id uuid not null references coupons on delete cascade,
  person_key text not null,
  created_at timestamptz not null default now(),
  primary key (coupon_id, person_key)
);
create function count_coupon_runs() returns trigger language plpgsql as $$
begin
  update coupons set redeemed = redeemed + 1 where id = new.coupon_id;
  return null;
end $$;
create trigger coupon_runs_counted after insert on coupon_runs for each row execute function count_coupon_runs();

-- Runs that codes gave, on top of those of the agent.
alter table trial_runs add column given int not null default 0 check (given >= 0);

-- Trial runs that one account took under another address.
create index charges_trials on charges (buyer_id, agent_id) where kind = 'trial';
