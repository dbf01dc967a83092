-- The agents of a blocked or deactivated seller are not listed and do not run. Few accounts are inactive, so they are read by themselves.
create index users_inactive on users (id) where status in ('blocked', 'deactivated');

-- Cached listings must notice a block even when the seller has no page yet. Counts by two: a block that ends with time counts one by
-- itself (see findVersion), and a later change of that account takes that one away again.
create or replace function count_seller_change() returns trigger language plpgsql as $$
declare
  seller uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  update marketplace set version = version + 2
  where exists (select from sellers where user_id = seller) or exists (select from agents where seller_id = seller);
  return null;
end $$;
