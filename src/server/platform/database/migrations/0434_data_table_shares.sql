-- Data tables shared with other accounts by address (decision 0313), as knowledge bases are.
create table data_table_shares (
  table_id uuid not null references data_tables on delete cascade,
  email citext not null,
  access text not null check (access in ('read', 'write')),
  shared_by uuid references users on delete set null,
  at timestamptz not null default now(),
  primary key (table_id, email)
);
create index data_table_shares_email on data_table_shares (email);
create index data_table_shares_by on data_table_shares (shared_by) where shared_by is not null;
