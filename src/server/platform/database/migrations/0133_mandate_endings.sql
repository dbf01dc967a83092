-- Mandates that are to end at the gateway too: tried until it says that they have. Whose they were is not kept.
create table mandate_endings (
  gateway text not null,
  token_id text not null,
  customer_id text not null,
  method text not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  primary key (gateway, token_id)
);
create index mandate_endings_due on mandate_endings (next_try_at);

-- However a mandate is forgotten (its plan cancelled, a newer one given, its account deleted), its end is not.
create function end_mandate() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.revoked_at is not null then return null; end if;
  elsif new.revoked_at is null or old.revoked_at is not null then return null;
  end if;
  insert into mandate_endings (gateway, token_id, customer_id, method)
    values (old.gateway, old.token_id, old.customer_id, old.method) on conflict do nothing;
  return null;
end $$;
create trigger mandates_end after update or delete on mandates for each row execute function end_mandate();

-- Those that were revoked before are ended now.
insert into mandate_endings (gateway, token_id, customer_id, method)
  select gateway, token_id, customer_id, method from mandates where revoked_at is not null;
