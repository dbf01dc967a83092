-- `is not distinct from` reads every account of a kind (no index serves it); each posting finds its accounts by their index now.
create or replace function ledger_account(p_kind text, p_owner uuid) returns bigint language plpgsql as $$
declare
  found_id bigint;
  k ledger_account_kinds;
begin
  if p_owner is null then
    select id into found_id from ledger_accounts where kind = p_kind and owner_id is null;
  else
    select id into found_id from ledger_accounts where kind = p_kind and owner_id = p_owner;
  end if;
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

-- A statement is read in the order of this index from its newest line on. Without the line in it the planner prefers, for an account with few
-- entries among many, to walk through everybody's.
drop index ledger_entries_account;
create index ledger_entries_account on ledger_entries (account_id, transaction_id desc, line desc);
