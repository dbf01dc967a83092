-- What deliveries of apps are signed with is sealed like other secrets; null for a trigger that has none. A webhook from before is ended
-- at its service and begins with a secret that nobody has read.
alter table app_triggers add column key_id text, add column wrapped_key bytea, add column sealed bytea,
  -- when ending it at the service was given up; its reason is the error
  add column left_at timestamptz;
alter table app_triggers add constraint app_triggers_sealed_whole
  check (num_nulls(key_id, wrapped_key, sealed) in (0, 3));
update app_triggers set state = 'ending', next_at = now(), failures = 0, taken_until = null
  where kind = 'webhook' and state <> 'ending' and secret <> '';
alter table app_triggers drop column secret;
create index app_triggers_left on app_triggers (left_at) where left_at is not null;
create index app_trigger_items_dropped on app_trigger_items (app_trigger_id) where execution_id is null and error is not null;
