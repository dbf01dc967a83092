-- Second factors and passkeys of the embedded identity provider: tables and columns as better-auth and its passkey plugin
-- expect them, names included; what is our own says so.
alter table auth."user" add column "twoFactorEnabled" boolean default false;

create table auth."twoFactor" (
  id text primary key,
  -- encrypted with the secret of the installation
  secret text not null,
  -- a JSON list of keyed hashes
  "backupCodes" text not null,
  "userId" text not null references auth."user" (id) on delete cascade,
  verified boolean default true,
  "failedVerificationCount" int default 0,
  "lockedUntil" timestamptz,
  -- Our own: the last time step (RFC 6238) whose code was taken; none is taken twice.
  "lastStep" int not null default 0
);
create unique index "twoFactor_userId_idx" on auth."twoFactor" ("userId");

create table auth.passkey (
  id text primary key,
  name text,
  "publicKey" text not null,
  "userId" text not null references auth."user" (id) on delete cascade,
  "credentialID" text not null,
  counter int not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  transports text,
  "createdAt" timestamptz,
  aaguid text,
  -- our own
  "lastUsedAt" timestamptz
);
create index "passkey_userId_idx" on auth.passkey ("userId");
create unique index "passkey_credentialID_idx" on auth.passkey ("credentialID");

-- How the session was proved: password, provider, second_factor or passkey; null is password.
alter table auth.session add column "provenBy" text;
-- Our own: when its holder last showed who they are, by signing in or by confirming it.
alter table auth.session add column "confirmedAt" timestamptz;
update auth.session set "confirmedAt" = "createdAt";
alter table auth.session alter column "confirmedAt" set default now();
alter table auth.session alter column "confirmedAt" set not null;

-- The browsers an account trusts stand among the verifications, and are forgotten together.
create index verification_trusted_idx on auth.verification (value) where identifier like 'trust-device-%';
