-- What a version does with the data it is given, read off its workflow: whether a step may ask a language model, and whether one reaches
-- outside of this installation. Null until it is read.
alter table agent_versions
  add column uses_model boolean,
  add column sends_out boolean;
create index agent_versions_unread on agent_versions (id) where uses_model is null or sends_out is null;

-- Of a version that nobody has read nothing good is said.
create or replace function read_agent_passport() returns trigger language plpgsql as $$
begin
  select coalesce(v.uses_model, true), coalesce(v.sends_out, true) into new.uses_model, new.sends_out
  from agent_versions v where v.id = new.current_version_id;
  return new;
end $$;

create function tell_agent_demands() returns trigger language plpgsql as $$
begin
  update agents set uses_model = new.uses_model, sends_out = new.sends_out
  where current_version_id = new.id and (uses_model, sends_out) is distinct from (new.uses_model, new.sends_out);
  return null;
end $$;
create trigger agent_versions_demands after update of uses_model, sends_out on agent_versions for each row
  when (new.uses_model is not null and new.sends_out is not null) execute function tell_agent_demands();
