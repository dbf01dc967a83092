-- What may be used in an account, and who takes data out of it (decision 0357). Null: everything.
alter table data_policies add column models text[] check (cardinality(models) <= 200);
alter table data_policies add column apps text[] check (cardinality(apps) <= 500);
-- Members below admins may export results, tables and batches.
alter table data_policies add column members_export boolean not null default true;
