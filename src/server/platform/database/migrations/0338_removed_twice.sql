-- A step may write its output after its run was deleted. The folder of the run stays queued when it has been removed, and is removed again
-- an hour later.
alter table leftovers add column removed_at timestamptz;
