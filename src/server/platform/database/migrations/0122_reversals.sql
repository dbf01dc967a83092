-- A transaction is taken back at most once, and is found from what took it back.
create unique index ledger_transactions_reverses on ledger_transactions (reverses) where reverses is not null;
create index ledger_transactions_kind on ledger_transactions (kind, created_at desc, id desc);
