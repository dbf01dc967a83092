-- A delivery to a piece, as it arrived: the code of the piece has not read it yet, and it starts no run itself.
alter table app_trigger_items add column unread boolean not null default false;
create index app_trigger_items_unread on app_trigger_items (app_trigger_id, next_at) where unread and done_at is null;
