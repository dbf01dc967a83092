-- Models from outside that make the vectors of a base (decision 0315). Null: the model of the installation makes them.
alter table knowledge_bases
  -- a model under Settings, or `environment`; it may be gone
  add column embedding_model text,
  -- as its provider calls it
  add column embedding_name text check (length(embedding_name) between 1 and 200),
  -- paise per million tokens
  add column embedding_price int check (embedding_price >= 0),
  -- how many numbers it answers; null until it has
  add column embedding_length int,
  add check ((embedding_model is null) = (embedding_name is null));
-- What made the vectors of an index: '' for the installation, else model and name. Vectors of different models can't be compared.
alter table knowledge_indexes add column embedding text not null default '';
