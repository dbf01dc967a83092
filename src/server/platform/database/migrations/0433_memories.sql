-- What agents remember of a person (decision 0323): only of one who allowed it, for one workflow, which has one owner.
create table memories (
  id uuid primary key default uuidv7(),
  person_id uuid not null references users on delete cascade,
  workflow_id uuid not null references workflows on delete cascade,
  -- of the next fact
  next_number int not null default 1,
  allowed_at timestamptz not null default now(),
  unique (person_id, workflow_id)
);
create index memories_workflow on memories (workflow_id);

create table memory_facts (
  id uuid primary key default uuidv7(),
  memory_id uuid not null references memories on delete cascade,
  number int not null,
  fact text not null,
  written_by text not null check (written_by in ('agent', 'person')),
  -- the call of the model that asked for it, so that it is kept once
  key text,
  -- the run in which it was said. It may not be stored yet, so it is no reference
  execution_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (memory_id, number),
  unique (memory_id, key)
);
create index memory_facts_run on memory_facts (execution_id);
