-- Runs that clients of the API began in one session: what was said in it before, and the list of them (decision 0349).
create index executions_sessions on executions (owner_id, left(input ->> 'session', 200), created_at desc)
  where trigger = 'api' and parent_id is null and input ->> 'session' is not null;
