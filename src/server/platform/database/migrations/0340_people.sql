-- User management: accounts are users from the moment they are made, and lists of them stay fast with a million rows.

-- Accounts that have signed up but never made a request.
insert into users (firebase_uid, email, display_name, created_at)
select a.id, a.email,
  coalesce(nullif(left(btrim(a.name), 120), ''), nullif(left(btrim(split_part(a.email, '@', 1)), 120), ''), 'User'), a."createdAt"
from auth."user" a where not exists (select from users u where u.firebase_uid = a.id)
on conflict do nothing;

-- A list that is narrowed to a role or a status is merged from one range of these for each combination: it reads the rows it shows,
-- however rare they are. The order by name is the one that finding names by their beginning uses.
create index users_role_newest on users (role, status, created_at desc, id);
create index users_role_name on users (role, status, (lower(display_name) collate "C"), id);
create index users_role_sign_in on users (role, status, last_login desc nulls last, id);
create index users_name on users ((lower(display_name) collate "C"), id);
create index users_sign_in on users (last_login desc nulls last, id);

-- What a person did to others.
create index if not exists audit_log_actor on audit_log (actor_id, created_at desc, id desc);

-- What failed for a person, among however many runs.
create index executions_failed_of on executions (owner_id, created_at desc) where status = 'failed' and parent_id is null;

-- Credits that support gives are an expense of the platform.
insert into ledger_account_kinds (kind, title, normal, owned, guarded, stripes) values
  ('goodwill', 'Credits given as goodwill', 'debit', false, false, 16);
