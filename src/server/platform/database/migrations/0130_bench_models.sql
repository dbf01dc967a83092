-- A free run of a bench whose models were paid with credits has a charge of its own kind (0138).
alter table bench_runs drop constraint bench_runs_paid_with_check;
alter table bench_runs add constraint bench_runs_paid_with_check check (paid_with in ('credits', 'trial', 'purchase', 'models'));
