-- Pages of a document on which no text could be read: pictures, empty ones, and scanned ones beyond the limit.
alter table knowledge_documents add column unread_pages int not null default 0;
