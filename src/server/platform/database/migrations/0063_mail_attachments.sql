-- Files that go with a mail: `[{file_id, name, mime}]`, read when it is sent; null for most mail.
alter table mails add column attachments jsonb;
