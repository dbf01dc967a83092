-- Invoices of test payments are no tax documents: they have series of their own, which begin with T, and stand in no return.
alter table invoices add is_test boolean generated always as (series like 'T%') stored;
