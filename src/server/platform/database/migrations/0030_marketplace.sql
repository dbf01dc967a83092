-- Lists of agents are read far more often than anything is written, so each order has its index and a page costs what it shows.
-- `popularity` is the number of finished runs, copied from the figures by the refresh of them: an index cannot span two tables.
alter table agents add column popularity bigint not null default 0;
drop index agents_listing;
create index agents_popular on agents (popularity desc, id) where status = 'published';
create index agents_popular_in_category on agents (category_slug, popularity desc, id) where status = 'published';
create index agents_newest on agents (published_at desc, id) where status = 'published';
create index agents_newest_in_category on agents (category_slug, published_at desc, id) where status = 'published';
create index agents_by_name on agents (lower(name), id) where status = 'published';
create index agents_by_price on agents (price_paise, id) where status = 'published';
create index agents_by_price_type on agents (price_type, popularity desc, id) where status = 'published';
create index agents_featured on agents (popularity desc, id) where status = 'published' and is_featured;

-- what a visitor has uploaded and not yet lost
create index files_visitor on files (visitor_key, created_at desc) where visitor_key is not null;
