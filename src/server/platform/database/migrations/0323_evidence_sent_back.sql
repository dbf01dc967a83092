-- A bank may send a dispute back for better evidence, also more than once: under_review → open, with a new day to respond by.
alter table disputes add column times_sent_back smallint not null default 0;

-- The evidence as it was when the bank sent it back. What is drafted now stays in dispute_evidence and dispute_files.
create table dispute_evidence_sent_back (
  id uuid primary key default uuidv7(),
  dispute_id uuid not null references disputes,
  summary text not null,
  -- [{proves, name, bytes, document_id}]
  files jsonb not null,
  -- null: it was not submitted from here
  submitted_at timestamptz,
  sent_back_at timestamptz not null
);
create index dispute_evidence_sent_back_dispute on dispute_evidence_sent_back (dispute_id);
