-- Files of answers go through channels (decision 0348): which of the service’s owner, in their order.
alter table channel_outbox add files jsonb not null default '[]' check (jsonb_typeof(files) = 'array');
