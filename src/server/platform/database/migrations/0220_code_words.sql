-- Words of a code and of its synonyms, so that a person can look a code up as they type.
create function code_words(description text, synonyms text[]) returns tsvector
  language sql immutable parallel safe
  as $$ select to_tsvector('pg_catalog.english', description || ' ' || array_to_string(synonyms, ' ')) $$;

create index codes_words on codes using gin (code_words(description, synonyms));
