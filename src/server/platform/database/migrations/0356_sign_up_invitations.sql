-- Addresses that may create an account while sign-up is by invitation. A row is deleted when its account is made.
create table sign_up_invitations (
  id uuid primary key default uuidv7(),
  email citext not null unique check (length(email::text) <= 254),
  -- Of the token in the mailed link.
  token_hash bytea not null unique,
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_up_invitations_newest on sign_up_invitations (created_at desc, id);
