-- Every order of the list as an index that alone can answer it: its condition is the list's condition, so no row is looked at
-- but those that are shown, however far one pages.
drop index agents_popular, agents_popular_in_category, agents_newest, agents_newest_in_category, agents_by_name,
  agents_by_price, agents_by_price_type, agents_featured;
create index agents_popular on agents (popularity desc, id) where status = 'published' and current_version_id is not null;
create index agents_popular_in_category on agents (category_slug, popularity desc, id)
  where status = 'published' and current_version_id is not null;
create index agents_newest on agents (published_at desc, id) where status = 'published' and current_version_id is not null;
create index agents_newest_in_category on agents (category_slug, published_at desc, id)
  where status = 'published' and current_version_id is not null;
create index agents_by_name on agents (lower(name), id) where status = 'published' and current_version_id is not null;
create index agents_by_price on agents (price_paise, id) where status = 'published' and current_version_id is not null;
create index agents_by_price_type on agents (price_type, popularity desc, id)
  where status = 'published' and current_version_id is not null;
create index agents_featured on agents (popularity desc, id)
  where status = 'published' and current_version_id is not null and is_featured;
-- what the facets count
create index agents_kinds on agents (category_slug, price_type, is_featured)
  where status = 'published' and current_version_id is not null;

-- Counts its own changes, in the transaction that makes them: whoever remembers a list asks this one row whether it still holds.
create table marketplace (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into marketplace default values;

create function count_marketplace_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed) then
    update marketplace set version = version + 1;
  end if;
  return null;
end $$;

create trigger agents_inserted after insert on agents referencing new table as changed
  for each statement execute function count_marketplace_change();
create trigger agents_updated after update on agents referencing new table as changed
  for each statement execute function count_marketplace_change();
create trigger agents_deleted after delete on agents referencing old table as changed
  for each statement execute function count_marketplace_change();
create trigger categories_inserted after insert on categories referencing new table as changed
  for each statement execute function count_marketplace_change();
create trigger categories_updated after update on categories referencing new table as changed
  for each statement execute function count_marketplace_change();
