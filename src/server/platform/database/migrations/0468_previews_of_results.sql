-- Cards show what the first sample of a version gave: what is remembered of the marketplace ends when one was recorded.
create trigger agent_version_runs_inserted after insert on agent_version_runs referencing new table as changed
  for each statement execute function count_marketplace_change();
