-- The address of a service that programs send to.
create table service_hooks (
  service_id uuid primary key references services on delete cascade,
  token text not null unique,
  enabled boolean not null,
  created_at timestamptz not null default now()
);

-- What arrived by its id: a repeat gets the run of the first one.
create table service_hook_deliveries (
  service_id uuid not null references services on delete cascade,
  -- SHA-256 of the id
  delivery bytea not null,
  execution_id uuid not null,
  arrived_at timestamptz not null default now(),
  primary key (service_id, delivery)
);
create index service_hook_deliveries_arrived on service_hook_deliveries (arrived_at);
