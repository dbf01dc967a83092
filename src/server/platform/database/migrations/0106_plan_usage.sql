-- What plans limit, counted where it is made. A row of somebody is locked while it changes, so a limit holds however many ask at once.
create table storage_used (
  user_id uuid primary key references users on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
insert into storage_used (user_id, bytes)
  select owner_id, sum(bytes) from files where owner_id is not null group by owner_id;

create function count_storage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into storage_used as s (user_id, bytes)
      select owner_id, sum(bytes) from added where owner_id is not null group by owner_id order by owner_id
      on conflict (user_id) do update set bytes = s.bytes + excluded.bytes;
  else
    update storage_used s set bytes = greatest(s.bytes - gone.bytes, 0)
    from (select owner_id, sum(bytes) as bytes from removed where owner_id is not null group by owner_id order by owner_id) gone
    where s.user_id = gone.owner_id;
  end if;
  return null;
end $$;
create trigger files_counted after insert on files referencing new table as added
  for each statement execute function count_storage();
create trigger files_uncounted after delete on files referencing old table as removed
  for each statement execute function count_storage();

-- Calls of API keys in a month of UTC.
create table api_calls (
  user_id uuid not null references users on delete cascade,
  month date not null,
  calls integer not null check (calls >= 0),
  primary key (user_id, month)
);
