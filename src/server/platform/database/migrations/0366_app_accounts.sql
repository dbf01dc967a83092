-- An account at an app is a credential that names the app. The others name none.
alter table credentials
  add column connector text,
  add constraint credentials_connector check ((type = 'app_account') = (connector is not null));
create index credentials_connector on credentials (owner_id, connector) where connector is not null;

alter table pending_connects drop constraint pending_connects_service_check;
alter table pending_connects
  add constraint pending_connects_service_check check (service in ('gmail', 'oauth2_generic', 'app_account'));

-- What the operator registered this installation as at a service, such as Google: once for all of its apps. `sealed` holds the client
-- secret, as in credentials.
create table oauth_applications (
  id uuid primary key default uuidv7(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  client_id text not null check (length(client_id) between 1 and 500),
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  changed_by uuid references users on delete set null,
  changed_at timestamptz not null default now()
);
create index oauth_applications_changed_by on oauth_applications (changed_by);

-- Every action that was run, without what was sent or came back.
create table app_calls (
  id uuid primary key default uuidv7(),
  -- whose account was used, or who asked where none was
  owner_id uuid not null references users on delete cascade,
  connector text not null,
  action text not null,
  effect text not null check (effect in ('read', 'write', 'destructive')),
  credential_id uuid references credentials on delete set null,
  -- null for a call that no run made
  execution_id uuid references executions on delete cascade,
  host text,
  -- null when it succeeded; otherwise the code of its error
  error text,
  http_status int,
  requests int not null,
  took_ms int not null check (took_ms >= 0),
  at timestamptz not null default now()
);
create index app_calls_owner on app_calls (owner_id, connector, at desc);
create index app_calls_execution on app_calls (execution_id) where execution_id is not null;
create index app_calls_credential on app_calls (credential_id) where credential_id is not null;
create index app_calls_at on app_calls (at);
