-- “When asked this, say that” (decision 0324). An answer belongs to a workflow and has the questions that it answers.
create table curated_answers (
  id uuid primary key default uuidv7(),
  workflow_id uuid not null references workflows on delete cascade,
  answer text not null,
  updated_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index curated_answers_workflow on curated_answers (workflow_id, created_at);
create index curated_answers_updated_by on curated_answers (updated_by) where updated_by is not null;

create table curated_questions (
  id uuid primary key default uuidv7(),
  answer_id uuid not null references curated_answers on delete cascade,
  workflow_id uuid not null references workflows on delete cascade,
  position smallint not null,
  question text not null,
  -- without case and punctuation: a question has one answer
  plain text not null,
  -- 512 whole numbers; null until the text could be embedded
  vector bytea
);
create unique index curated_questions_plain on curated_questions (workflow_id, plain);
create index curated_questions_answer on curated_questions (answer_id);
