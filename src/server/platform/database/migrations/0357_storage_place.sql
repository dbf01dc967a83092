-- Where the objects of the installation are kept, so that no process writes them elsewhere by mistake. Null: it was not recorded yet.
alter table installation add column storage text;
