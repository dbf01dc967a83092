-- Data that takes the place of a node's run when its draft is tried. No other run ever reads it.
create table workflow_pins (
  workflow_id uuid not null references workflows on delete cascade,
  node_id text not null check (length(node_id) between 1 and 64),
  -- as it was written: the order of its keys is part of what a node gave
  output json not null,
  -- the way out it leaves through
  port text not null default 'out',
  -- written from a schema, by nobody
  made_up boolean not null default false,
  bytes int not null,
  updated_by uuid references users on delete set null,
  updated_at timestamptz not null default now(),
  primary key (workflow_id, node_id)
);

-- Pinned data keeps to its node when that gets another id, whichever way the edit came.
create function pins_follow() returns trigger language plpgsql as $$
declare step jsonb;
begin
  for step in select s from jsonb_array_elements(
    case when new.operation ->> 'type' = 'batch' then new.operation -> 'operations' else jsonb_build_array(new.operation) end
  ) s where s ->> 'type' = 'rename' loop
    if step ->> 'new_id' <> step ->> 'node_id' then
      delete from workflow_pins where workflow_id = new.workflow_id and node_id = step ->> 'new_id';
      update workflow_pins set node_id = step ->> 'new_id' where workflow_id = new.workflow_id and node_id = step ->> 'node_id';
    end if;
  end loop;
  return null;
end $$;
create trigger workflow_operations_renamed after insert on workflow_operations for each row
  when (new.operation::text like '%"rename"%') execute function pins_follow();
