-- What a listing means, as numbers of a model: for searches whose words it does not have. One row for each agent that was published.
create table listing_vectors (
  agent_id uuid primary key references agents on delete cascade,
  -- small and dense: where its signature lies in the memory of a process
  slot int generated always as identity unique,
  -- which model made the vector; empty while it is to be made
  model text not null default '',
  -- 512 numbers from -127 to 127, and the signs of them: one bit each
  vector bytea,
  signature bytea,
  -- grows with every vector: a process asks for what came since. Given under one lock, so that none appears behind a later one
  changed bigint not null default 0,
  -- grows with every change of the text: a vector of an older text is not kept
  asked bigint not null default 1,
  -- who makes the vector has until then; after failures it is a pause
  taken_until timestamptz not null default '-infinity',
  attempts int not null default 0,
  check ((model = '') or (length(vector) = 512 and length(signature) = 64))
);
create index listing_vectors_model on listing_vectors (model, taken_until);
create index listing_vectors_changed on listing_vectors (changed);
create sequence listing_vectors_change as bigint;

create function ask_listing_vector() returns trigger language plpgsql as $$
begin
  insert into listing_vectors (agent_id) values (new.id)
  on conflict (agent_id) do update
    set model = '', asked = listing_vectors.asked + 1, taken_until = '-infinity', attempts = 0;
  return null;
end $$;
create trigger agents_vector_first after insert on agents for each row
  when (new.status = 'published' and new.current_version_id is not null) execute function ask_listing_vector();
create trigger agents_vector_again after update of name, tagline, description, tags, category_slug, status, current_version_id on agents for each row
  when (new.status = 'published' and new.current_version_id is not null and
    (new.name, new.tagline, new.description, new.tags, new.category_slug, new.status, new.current_version_id)
      is distinct from (old.name, old.tagline, old.description, old.tags, old.category_slug, old.status, old.current_version_id))
  execute function ask_listing_vector();
insert into listing_vectors (agent_id) select id from agents where status = 'published' and current_version_id is not null;
