-- One message of the operator to everybody: at most one row.
create table announcement (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  text text not null check (length(text) between 1 and 300),
  tone text not null check (tone in ('info', 'warning')),
  until timestamptz,
  created_at timestamptz not null default now()
);
