-- Countries that may process the data of an account (decision 0368), as ISO 3166 calls them; null: all.
alter table data_policies add column countries text[] check (cardinality(countries) between 1 and 249);
-- Also AI models and apps of which nobody has said where they process data.
alter table data_policies add column unknown_models boolean not null default false;
alter table data_policies add column unknown_apps boolean not null default false;
-- Where it processes data, as its owner says; null: nobody has.
alter table models add column country text check (country ~ '^[A-Z]{2}$');
