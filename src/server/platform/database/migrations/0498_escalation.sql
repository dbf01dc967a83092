-- Reminders of what is due in the review of a workspace, and what goes to its admins afterwards: each once (decision 0358).
create table review_reminders (
  execution_id uuid not null references executions (id) on delete cascade,
  -- The due time of a document, or the question that a run asks.
  subject text not null,
  step text not null check (step in ('reminded', 'escalated')),
  at timestamptz not null default now(),
  primary key (execution_id, subject, step)
);

create table review_settings (
  owner_id uuid primary key references users (id) on delete cascade,
  escalate_after_minutes int not null check (escalate_after_minutes between 5 and 43200),
  -- Null for the owners and admins.
  escalate_to uuid references users (id) on delete set null
);
create index review_settings_person on review_settings (escalate_to) where escalate_to is not null;

create index run_reviews_due on run_reviews (due_at) where due_at is not null and signed_off_at is null;
create index execution_waits_asked on execution_waits (created_at) where resolved_at is null;

-- What is open already has been seen or overlooked: an upgrade sends nobody a pile of mail.
insert into review_reminders (execution_id, subject, step)
select x.execution_id, 'wait:' || x.id, s.step
from execution_waits x cross join (values ('reminded'), ('escalated')) s (step)
where x.resolved_at is null and exists (select from executions e where e.id = x.execution_id);
insert into review_reminders (execution_id, subject, step)
select r.execution_id, 'due:' || extract(epoch from r.due_at)::bigint, s.step
from run_reviews r cross join (values ('reminded'), ('escalated')) s (step)
where r.due_at <= now() and r.signed_off_at is null and exists (select from executions e where e.id = r.execution_id);
