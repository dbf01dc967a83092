-- Triggers of pieces. What a piece keeps is sealed where the secret of a subscription is.
alter table app_triggers
  -- the version of the code that was switched on, which is what switches it off
  add column package_id uuid references plugin_packages,
  add column renew_at timestamptz,
  -- it stopped because its plugin is disabled, and starts again with it
  add column waits_for_plugin boolean not null default false;
create index app_triggers_package on app_triggers (package_id) where package_id is not null;
create index app_triggers_waits_for_plugin on app_triggers (integration) where waits_for_plugin;
