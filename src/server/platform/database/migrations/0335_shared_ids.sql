-- The owner's credentials and models that members may name in a workflow: those that it has named since its owner's last edit. Null
-- until a member edits it after that: they are the ones in its document.
alter table workflows add column shared_ids uuid[];
