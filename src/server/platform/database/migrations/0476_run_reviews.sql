-- What people decide about the findings of a run (decision 0351). A run has a row here once its findings were read out of its output.
create table run_reviews (
  execution_id uuid primary key references executions (id) on delete cascade,
  -- As of the run, so that the queue of an account is found by an index. Null for a visitor's.
  owner_id uuid,
  finished_at timestamptz not null,
  -- Id, label, tab, code table and confidence of each; null once the data of the run was deleted.
  findings jsonb,
  finding_count int not null,
  lowest_confidence real,
  -- The number that the newest decision has.
  last_number int not null default 0,
  -- Whose decisions are being made: those of a second reader are made without seeing the first ones.
  reading text not null default 'first' check (reading in ('first', 'second', 'final')),
  second_needed boolean not null default false,
  -- Findings decided in this reading.
  decided_count int not null default 0,
  revision int not null default 1,
  signed_off_at timestamptz,
  assignee_id uuid references users (id) on delete set null,
  due_at timestamptz,
  -- Counts changes of the assignment, so that two at once are noticed.
  assignment_number int not null default 0
);
create index run_reviews_open on run_reviews (owner_id, finished_at desc) where signed_off_at is null and finding_count > 0;
create index run_reviews_assignee on run_reviews (assignee_id) where assignee_id is not null;

-- Nothing is overwritten: the newest row of a finding counts.
create table run_decisions (
  execution_id uuid not null references executions (id) on delete cascade,
  number int not null,
  reading text not null check (reading in ('first', 'second', 'final')),
  finding text not null,
  tab text not null,
  -- Null where a decision was taken back.
  verdict text check (verdict in ('accepted', 'edited', 'rejected')),
  value text check (value is null or coalesce(verdict, '') = 'edited'),
  -- What the finding was called.
  label text not null,
  reason text not null default '',
  -- Null for a visitor, or when their account is gone.
  person_id uuid references users (id) on delete set null,
  -- Chosen by the sender: sent again, a decision counts once.
  key uuid not null,
  created_at timestamptz not null default now(),
  primary key (execution_id, number),
  unique (execution_id, key)
);
create index run_decisions_of_finding on run_decisions (execution_id, reading, finding, number desc);
create index run_decisions_person on run_decisions (person_id) where person_id is not null;

-- Each stays: reopening a document begins its next revision.
create table run_sign_offs (
  id uuid primary key default uuidv7(),
  execution_id uuid not null references executions (id) on delete cascade,
  revision int not null,
  reading text not null check (reading in ('first', 'second', 'final')),
  person_id uuid references users (id) on delete set null,
  signed_at timestamptz not null default now(),
  -- The newest decision that it covers.
  through int not null,
  decided int not null,
  findings int not null,
  -- Whether it closed the document, and did not only finish a reading.
  closed boolean not null,
  reopened_at timestamptz,
  reopened_by uuid references users (id) on delete set null,
  unique (execution_id, revision, reading)
);
create index run_sign_offs_person on run_sign_offs (person_id) where person_id is not null;
create index run_sign_offs_reopened on run_sign_offs (reopened_by) where reopened_by is not null;

create table run_comments (
  id uuid primary key default uuidv7(),
  execution_id uuid not null references executions (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index run_comments_of on run_comments (execution_id, id);
create index run_comments_author on run_comments (author_id) where author_id is not null;

-- The share of its documents, in per cent, that a second person reads.
alter table services add column second_reader_share int not null default 0 check (second_reader_share between 0 and 100);
-- Otherwise a document can be signed off with findings that are not decided, after confirming it.
alter table services add column sign_off_needs_all boolean not null default false;
