-- How many people a plan lets a workspace have, invited ones among them. Null: as many as a workspace can have.
alter table plan_versions add column seats integer check (seats between 1 and 200);

-- Those that the product came with, held to contract/billing/plans.ts by a test. What an operator wrote has no limit until they say one.
alter table plan_versions disable trigger plan_versions_fixed;
update plan_versions set seats = case plan_id when 'starter' then 5 else 15 end
where created_by is null and plan_id in ('starter', 'professional');
alter table plan_versions enable trigger plan_versions_fixed;
