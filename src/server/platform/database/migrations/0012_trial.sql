-- Set while an execution that workers have died on runs by itself: if the worker dies again, it was this one.
alter table executions add column trial boolean not null default false;
