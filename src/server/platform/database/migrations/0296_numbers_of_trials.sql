-- A version that only tests have run is no version to a person: it is numbered below zero, and takes the next number when it is run in
-- earnest, published or kept by a name. So the first version that is published is version 1, however often the draft was tested.
drop trigger workflow_versions_are_kept on workflow_versions;
create trigger workflow_versions_are_kept before update on workflow_versions for each row
  when ((new.id, new.workflow_id, new.document, new.content_hash, new.created_at)
    is distinct from (old.id, old.workflow_id, old.document, old.content_hash, old.created_at)
    or (new.number <> old.number and not (old.number < 0 and new.number > 0)))
  execute function keep_version();
