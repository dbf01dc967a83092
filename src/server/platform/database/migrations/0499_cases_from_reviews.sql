-- Whether runs that people decided about may become test cases (decision 0360): given by owners and admins, revocable.
alter table data_policies add column test_cases boolean not null default false;

-- The revision of the document whose decisions a case holds; null for one that was made otherwise.
alter table workflow_cases add column revision integer check (revision >= 1);
