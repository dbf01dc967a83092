-- How an owner keeps workflows: in a folder, which is there as long as something is in it, and from which template each began.
alter table workflows
  add column folder text not null default '' check (length(folder) <= 60),
  add column template text;
create index workflows_template on workflows (template) where template is not null;
