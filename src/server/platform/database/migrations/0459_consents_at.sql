-- An answer that waited for another one is newer than that one, although its transaction began earlier.
alter table consents alter column at set default clock_timestamp();
