-- What a member lets runs cost a workspace, in paise in a month of India. Null without a limit.
alter table workspace_members add column month_cap_paise bigint check (month_cap_paise between 1 and 100000000000);

-- The member whose run it pays for, where an account is a workspace. It must not end with their account: what was paid stays.
alter table charges add column member_id uuid;
create index charges_of_member on charges (member_id, buyer_id, created_at) where member_id is not null;
