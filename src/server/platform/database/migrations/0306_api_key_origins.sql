-- The sites whose pages may call with an API key, by their origins; null for pages of any site.
alter table api_keys add column allowed_origins text[] check (cardinality(allowed_origins) between 1 and 20);
