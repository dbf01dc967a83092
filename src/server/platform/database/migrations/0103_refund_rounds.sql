-- A refund that the gateway could not pay is sent again as another one there.
alter table refunds add column round smallint not null default 0;
