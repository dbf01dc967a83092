-- Email as a channel of services (decision 0335): a mailbox is read, and an answer belongs to the mail that it answers.

alter table channels
  drop constraint channels_kind_check,
  add constraint channels_kind_check check (kind in ('whatsapp', 'telegram', 'slack', 'email')),
  -- what has been read of the mailbox, as {account, uid_validity, uid_next}; null for kinds that deliver
  add mailbox jsonb,
  -- when it is read next, and how often that failed since it worked; null for kinds that deliver
  add read_at timestamptz,
  add read_failures int not null default 0;
create index channels_to_read on channels (read_at) where read_at is not null;

alter table conversations
  drop constraint conversations_channel_check,
  add constraint conversations_channel_check
    check (channel in ('builder', 'address', 'page', 'widget', 'whatsapp', 'telegram', 'slack', 'email'));

-- What an answer repeats of a mail, as {message_id, references, subject}; null for other kinds.
alter table channel_messages add envelope jsonb;
alter table channel_outbox add envelope jsonb;
