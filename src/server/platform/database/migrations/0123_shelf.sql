-- What people put aside in the marketplace.
create table saved_agents (
  user_id uuid not null references users,
  agent_id uuid not null references agents on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, agent_id)
);
create index saved_agents_agent on saved_agents (agent_id);

-- Whoever has published something has a public page. Its address is made once, of the name at that time, and stays.
create table sellers (
  user_id uuid primary key references users,
  handle text not null unique check (handle ~ '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$'),
  since timestamptz not null
);

-- Letters and digits of the name, without their accents; a name without any is a seller's.
create function handle_of(name text) returns text language sql immutable as $$
  select coalesce(nullif(trim(both '-' from left(trim(both '-' from
    regexp_replace(regexp_replace(lower(normalize(name, nfkd)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g')), 40)), ''), 'seller')
$$;

create function open_seller_page(seller uuid, at timestamptz) returns void language plpgsql as $$
declare
  wanted text;
  tried text;
begin
  if exists (select from sellers where user_id = seller) then return; end if;
  select handle_of(display_name) into wanted from users where id = seller;
  for n in 1..10 loop
    tried := case when n = 1 then wanted when n < 10 then wanted || '-' || n else wanted || '-' || substr(md5(seller::text), 1, 12) end;
    insert into sellers (user_id, handle, since) values (seller, tried, at) on conflict do nothing;
    exit when exists (select from sellers where user_id = seller);
  end loop;
end $$;

create function open_page_of_seller() returns trigger language plpgsql as $$
begin
  perform open_seller_page(new.seller_id, coalesce(new.published_at, now()));
  return null;
end $$;
create trigger agents_open_seller_page after insert or update of status on agents for each row
  when (new.status = 'published') execute function open_page_of_seller();

select open_seller_page(seller_id, min(published_at)) from agents where published_at is not null and status not in ('draft', 'rejected', 'in_review')
group by seller_id order by min(published_at), seller_id;

create table seller_follows (
  seller_id uuid not null references sellers on delete cascade,
  follower_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (seller_id, follower_id),
  check (seller_id <> follower_id)
);
create index seller_follows_follower on seller_follows (follower_id);

-- What a listing says of its seller is remembered with the marketplace.
create function count_seller_change() returns trigger language plpgsql as $$
begin
  update marketplace set version = version + 1
  where exists (select from sellers where user_id = (to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;
create trigger users_shown_changed after update of display_name, avatar_url, bio, website_url, status, blocked_until on users for each row
  when ((old.display_name, old.avatar_url, old.bio, old.website_url, old.status, old.blocked_until)
    is distinct from (new.display_name, new.avatar_url, new.bio, new.website_url, new.status, new.blocked_until))
  execute function count_seller_change('id');
create trigger seller_profiles_shown_changed after update of status on seller_profiles for each row
  when (old.status is distinct from new.status) execute function count_seller_change('seller_id');

-- Until when an agent is put first; without an end until somebody says so.
alter table agents add column featured_until timestamptz;
create index agents_featured_until on agents (featured_until) where is_featured and featured_until is not null;
