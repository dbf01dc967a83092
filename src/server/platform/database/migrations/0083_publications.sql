-- Which version of a workflow its addresses and times run, under which name and with which notes: a row per publication. One that
-- was followed by another one, or taken back, has an end. A version is published as often as its owner likes.
create table workflow_publications (
  id uuid primary key default uuidv7(),
  workflow_id uuid not null references workflows on delete cascade,
  version_id uuid not null references workflow_versions on delete cascade,
  name text not null default '' check (length(name) <= 120),
  notes text not null default '' check (length(notes) <= 5000),
  published_by uuid references users,
  published_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index workflow_publications_live on workflow_publications (workflow_id) where ended_at is null;
create index workflow_publications_newest on workflow_publications (workflow_id, published_at desc);
create index workflow_publications_version on workflow_publications (version_id);
create trigger workflow_publications_told after insert or update or delete on workflow_publications for each row
  execute function tell_workflow();

-- The published version; of a workflow that never was published the newest one. Null after the publication was taken back.
create function production_version(workflow uuid) returns uuid language sql stable as $$
  select case when exists (select 1 from workflow_publications p where p.workflow_id = workflow)
    then (select p.version_id from workflow_publications p where p.workflow_id = workflow and p.ended_at is null)
    else (select v.id from workflow_versions v where v.workflow_id = workflow order by v.number desc limit 1) end
$$;

-- What was started, bought or published is what runs, for ever: of a version only who made it is ever forgotten.
create function keep_version() returns trigger language plpgsql as $$
begin
  raise exception 'A version of a workflow is never changed';
end $$;
create trigger workflow_versions_are_kept before update on workflow_versions for each row
  when ((new.id, new.workflow_id, new.number, new.document, new.content_hash, new.created_at)
    is distinct from (old.id, old.workflow_id, old.number, old.document, old.content_hash, old.created_at))
  execute function keep_version();

-- `config` and `enabled` are what runs: of the published version, and while there never was one of the draft. The test address
-- and the page of triggers see the draft.
alter table workflow_triggers
  add column draft_config jsonb,
  add column draft_enabled boolean not null default true;
update workflow_triggers set draft_config = config, draft_enabled = enabled;
