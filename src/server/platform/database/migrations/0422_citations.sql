-- The passages of documents that an answer rests on, with their places (decision 0314).
alter table conversation_messages add column citations jsonb not null default '[]';
