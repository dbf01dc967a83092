-- Typed rows that a person keeps here, and that workflows read and write.
create table data_tables (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  name text not null check (length(name) between 1 and 120),
  -- [{id, name, type}] in their order; rows keep their values under the id
  columns jsonb not null,
  next_column int not null,
  revision int not null default 0,
  -- What its rows are, and their bytes as JSON: kept in the transaction that changes them.
  rows int not null default 0 check (rows >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index data_tables_name on data_tables (owner_id, lower(name));

create table data_table_rows (
  id uuid primary key default uuidv7(),
  table_id uuid not null references data_tables on delete cascade,
  position bigint generated always as identity,
  -- Values by the ids of columns; an empty one is not there.
  cells jsonb not null,
  bytes int not null generated always as (octet_length(cells::text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index data_table_rows_order on data_table_rows (table_id, position);
create index data_table_rows_cells on data_table_rows using gin (cells jsonb_path_ops);
