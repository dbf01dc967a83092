-- What the marketplace is filtered and sorted by, beside the words of a listing.
alter table agents
  add column uses_model boolean not null default false,
  add column sends_out boolean not null default false,
  -- whole stars, 0 without reviews
  add column stars smallint generated always as (coalesce(floor(rating), 0)::smallint) stored,
  -- from 0 to 100, measured by the platform; null before there is enough to measure
  add column quality smallint check (quality between 0 and 100);

-- Read off the passport of the version that is sold.
create function read_agent_passport() returns trigger language plpgsql as $$
declare permissions jsonb;
begin
  select v.permissions into permissions from agent_versions v where v.id = new.current_version_id;
  new.uses_model := case jsonb_typeof(permissions -> 'models') when 'array' then jsonb_array_length(permissions -> 'models') > 0 else false end;
  new.sends_out := case jsonb_typeof(permissions -> 'sends_to') when 'array' then jsonb_array_length(permissions -> 'sends_to') > 0 else false end;
  return new;
end $$;
create trigger agents_passport before insert or update of current_version_id on agents for each row
  when (new.current_version_id is not null) execute function read_agent_passport();
update agents set current_version_id = current_version_id where current_version_id is not null;

drop index agents_kinds;
create index agents_kinds on agents (category_slug, price_type, is_featured, uses_model, sends_out, stars)
  where status = 'published' and current_version_id is not null;
create index agents_by_quality on agents (coalesce(quality, -1) desc, popularity desc, id)
  where status = 'published' and current_version_id is not null;

-- Words of listings as they are written, to find what somebody meant who misspells one. A word stays when its listing goes.
create table search_words (
  word text primary key check (length(word) between 4 and 40)
);
create index search_words_likeness on search_words using gin (word gin_trgm_ops);

create function collect_search_words() returns trigger language plpgsql as $$
begin
  insert into search_words
    select distinct word from unnest(tsvector_to_array(to_tsvector('simple', new.name || ' ' || new.tagline || ' ' || array_to_string(new.tags, ' ')))) word
    where word ~ '^[[:alpha:]]{4,40}$'
  on conflict do nothing;
  return null;
end $$;
create trigger agents_words after insert or update of name, tagline, tags, status on agents for each row
  when (new.status = 'published') execute function collect_search_words();
insert into search_words
  select distinct word from agents, unnest(tsvector_to_array(to_tsvector('simple', name || ' ' || tagline || ' ' || array_to_string(tags, ' ')))) word
  where status = 'published' and word ~ '^[[:alpha:]]{4,40}$'
on conflict do nothing;

-- What else people call a thing: whoever searches for `phrase` finds `also` as well. One way; a pair has two rows.
create table search_synonyms (
  phrase text not null check (phrase = lower(phrase)),
  also text not null check (also = lower(also)),
  primary key (phrase, also)
);
insert into search_synonyms (phrase, also) values
  ('medical coding', 'icd'), ('icd', 'medical coding'), ('diagnosis', 'icd'), ('diagnoses', 'icd'), ('billing codes', 'hcpcs'),
  ('medical billing', 'hcpcs'), ('medical billing', 'icd'), ('coder', 'coding'), ('doctor', 'clinical'), ('hospital', 'clinical'),
  ('hospital', 'discharge'), ('patient', 'clinical'), ('deidentify', 'redactor'), ('deidentification', 'redactor'),
  ('anonymize', 'redactor'), ('anonymise', 'redactor'), ('anonymizer', 'redactor'), ('privacy', 'redactor'), ('redaction', 'redactor'), ('hipaa', 'phi'),
  ('pii', 'phi'), ('mask', 'redactor'), ('equipment', 'hcpcs'),
  ('agreement', 'contract'), ('contract', 'agreement'), ('lawyer', 'legal'), ('lawyer', 'contract'), ('attorney', 'contract'), ('confidentiality', 'nda'),
  ('non disclosure', 'nda'), ('secrecy', 'nda'), ('due diligence', 'contract'), ('redline', 'nda'),
  ('bill', 'invoice'), ('bills', 'invoice'), ('receipt', 'invoice'), ('tax invoice', 'gst'), ('vat', 'gst'), ('accounting', 'financial'),
  ('bookkeeping', 'bank'), ('expenses', 'bank'), ('spending', 'bank'), ('transactions', 'bank'), ('ratios', 'financial'), ('annual report', 'financial'),
  ('balance sheet', 'financial'), ('p l', 'financial'),
  ('support', 'help'), ('customer service', 'help desk'), ('customer service', 'ticket'), ('faq', 'help'), ('chatbot', 'answerer'), ('helpdesk', 'help desk'), ('knowledge base', 'help'),
  ('complaint', 'ticket'), ('complaints', 'ticket'), ('routing', 'triage'), ('priority', 'triage'), ('email', 'ticket'),
  ('summary', 'insight'), ('summarize', 'insight'), ('summarise', 'insight'), ('summarizer', 'insight'), ('ocr', 'pdf'), ('document qa', 'pdf'),
  ('chat with pdf', 'pdf'), ('table extraction', 'pdf');
