-- What a run was given and what it ended with is kept as it was written: jsonb puts keys in an order of its own, and a run that is
-- taken up again after a crash would write other texts than the one that began.
alter table executions alter column input type json, alter column output type json;
