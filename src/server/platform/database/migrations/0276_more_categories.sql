-- Categories an agent is listed in beside its main one. Categories are never removed, and what is written here was looked up.
alter table agents add column more_categories text[] not null default '{}'
  check (cardinality(more_categories) <= 2 and not (category_slug = any(more_categories)));
create index agents_more_categories on agents using gin (more_categories)
  where status = 'published' and current_version_id is not null;
-- what the facets count
drop index agents_kinds;
create index agents_kinds on agents (category_slug, more_categories, price_type, is_featured, uses_model, sends_out, stars)
  where status = 'published' and current_version_id is not null;
