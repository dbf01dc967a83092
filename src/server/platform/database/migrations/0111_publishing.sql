-- What a seller works on. Nothing of it is public: what is reviewed and sold are versions, which never change.
create table agent_drafts (
  agent_id uuid primary key references agents on delete cascade,
  workflow_id uuid not null references workflows,
  -- name, tagline, description, category, icon, tags, samples, price …: may be incomplete
  content jsonb not null,
  updated_at timestamptz not null default now()
);
create index agent_drafts_workflow on agent_drafts (workflow_id);

-- Of a version that was submitted it is the whole listing; `details` are name, tagline, description, category, icon, tags.
alter table agent_versions
  add column details jsonb not null default '{}',
  add column trial_runs int not null default 3 check (trial_runs >= 0),
  -- null: not public yet. One that was not approved gives its number to the next.
  add column published_at timestamptz default now();
update agent_versions v set published_at = case when a.published_at is null then null else v.created_at end
  from agents a where a.id = v.agent_id;

create function keep_agent_version() returns trigger language plpgsql as $$
begin
  raise exception 'A version of an agent is never changed';
end $$;
create trigger agent_versions_are_kept before update on agent_versions for each row
  when ((new.workflow_version_id, new.input_schema, new.output_schema, new.view, new.samples, new.permissions, new.listing,
      new.details, new.price_type, new.price_paise, new.trial_runs, new.changelog, new.content_hash)
    is distinct from (old.workflow_version_id, old.input_schema, old.output_schema, old.view, old.samples, old.permissions,
      old.listing, old.details, old.price_type, old.price_paise, old.trial_runs, old.changelog, old.content_hash))
  execute function keep_agent_version();

alter table agents drop constraint agents_status_check;
alter table agents
  add constraint agents_status_check
    check (status in ('draft', 'in_review', 'published', 'deprecated', 'suspended', 'archived', 'rejected')),
  -- why it was deprecated or suspended, for whoever uses it
  add column status_note text not null default '' check (length(status_note) <= 1000);

-- A version before the reviewers. What they see is kept as it was, whatever becomes of the version.
create table agent_submissions (
  id uuid primary key default uuidv7(),
  agent_id uuid not null references agents on delete cascade,
  version_id uuid references agent_versions on delete set null,
  number int not null,
  snapshot jsonb not null,
  findings jsonb not null default '[]',
  -- [{title, execution_id, ms}]: how the platform ran its samples
  sample_results jsonb not null default '[]',
  -- of the seller's own test cases; null without any
  score numeric(5, 4),
  previous_score numeric(5, 4),
  -- the score is lower than that of the last version, and the seller said so knowingly
  score_acknowledged boolean not null default false,
  status text not null default 'in_review' check (status in ('in_review', 'approved', 'rejected', 'withdrawn')),
  submitted_by uuid references users,
  submitted_at timestamptz not null default now(),
  decided_by uuid references users,
  decided_at timestamptz,
  reason text check (length(reason) <= 2000)
);
create unique index agent_submissions_open on agent_submissions (agent_id) where status = 'in_review';
create index agent_submissions_queue on agent_submissions (submitted_at) where status = 'in_review';
create index agent_submissions_agent on agent_submissions (agent_id, submitted_at desc);

-- Runs of samples by the platform, of a version of the workflow and an input.
create table agent_sample_runs (
  agent_id uuid not null references agents on delete cascade,
  workflow_version_id uuid not null references workflow_versions on delete cascade,
  input_hash text not null,
  execution_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (agent_id, workflow_version_id, input_hash)
);

-- Documents of samples, which everybody may fetch while a public version shows them.
create table agent_sample_files (
  agent_id uuid not null references agents on delete cascade,
  file_id uuid not null references files on delete cascade,
  primary key (agent_id, file_id)
);

-- Kinds of notices are named by the contract.
alter table notifications drop constraint if exists notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind ~ '^[a-z_]{1,40}$');
