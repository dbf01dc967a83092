-- Questions before a tool of an agent acts: what the model passes to it is shown where the steps are open, and what the settings say of it
-- where those are. Only these questions keep a state with an approval.
update execution_waits
set wait = wait || jsonb_build_object('details', (wait -> 'details') - 'does', 'settings', jsonb_build_object('does', wait -> 'details' -> 'does'),
  'from_input', true)
where wait ->> 'type' = 'approval' and wait ? 'state' and wait -> 'details' ? 'does';
