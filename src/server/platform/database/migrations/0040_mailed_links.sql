-- Links that prove who reads a mailbox. Only a hash of the token is kept; following the link deletes the row, so it works once.
create table auth.mail_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'verify', 'change')),
  user_id text not null references auth."user" (id) on delete cascade,
  -- the address it was sent to
  email text not null,
  expires_at timestamptz not null
);
create index mail_links_user on auth.mail_links (user_id);

-- What was asked for and is not mailed yet. Whether the address has an account is looked up behind the answer, so that neither
-- the answer nor its time tells.
create table auth.mail_requests (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('reset', 'verify', 'change', 'taken')),
  user_id text references auth."user" (id) on delete cascade,
  email text not null,
  created_at timestamptz not null default now()
);

-- one account of an outside provider opens one account here
create unique index account_provider on auth.account ("providerId", "accountId");

-- The product's user follows the account: in the same transaction, whoever changed it.
create function auth.tell_user() returns trigger language plpgsql as $$
begin
  update public.users set email = new.email, is_verified = new."emailVerified", updated_at = now()
  where firebase_uid = new.id;
  return null;
end $$;
create trigger tell_user after update of email, "emailVerified" on auth."user" for each row
  when (old.email <> new.email or old."emailVerified" <> new."emailVerified") execute function auth.tell_user();

-- A user is made from a token, which may be older than the account's latest address.
create function auth.ask_account() returns trigger language plpgsql as $$
declare
  account record;
begin
  select email, "emailVerified" as verified into account from auth."user" where id = new.firebase_uid for share;
  if found then
    new.email := account.email;
    new.is_verified := new.is_verified or account.verified;
  end if;
  return new;
end $$;
create trigger ask_account before insert on public.users for each row execute function auth.ask_account();

update public.users u set is_verified = true
from auth."user" a where a.id = u.firebase_uid and a."emailVerified" and not u.is_verified;
