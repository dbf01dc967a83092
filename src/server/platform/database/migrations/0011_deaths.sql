-- The last seq there was when the execution was taken: a worker that dies on it counts only while it gets no further.
alter table executions add column mark int not null default 0;
