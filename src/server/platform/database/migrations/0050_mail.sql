-- Outgoing mail. A row is written in the transaction of whoever has something to say, and sent afterwards by any process. Whoever
-- takes one counts the attempt and moves `next_attempt_at` on before it speaks to the mail server, so that the mail of a process
-- that dies comes back by itself.
create table mails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  body text not null,
  reply_to text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '1 day',
  -- fixed by the first attempt: a mail server that gets it twice can tell
  message_id text,
  last_error text,
  -- when its waiting was written to the log, while no mail server is set up
  noted_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_due on mails (next_attempt_at) where status = 'queued';
create index mails_unnoted on mails (created_at) where status = 'queued' and noted_at is null;
create index mails_newest on mails (created_at desc, id desc);
