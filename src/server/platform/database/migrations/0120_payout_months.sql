-- The calendar makes one run a month; how many processes there are does not matter.
alter table payout_runs add column month date unique;
