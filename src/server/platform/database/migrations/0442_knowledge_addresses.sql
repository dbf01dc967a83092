-- Documents of knowledge that were read from the web (decision 0331): where from, after redirects. Null for files that people and workflows bring.
alter table knowledge_documents add column source_url text check (length(source_url) <= 2000);
create unique index knowledge_documents_source on knowledge_documents (base_id, source_url) where source_url is not null;
