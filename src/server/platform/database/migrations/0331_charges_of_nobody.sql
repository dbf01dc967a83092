-- Nobody pays for what begins after their account was deleted: whoever was let in before may be asking still (migration 0057).
create trigger zz_refuse_erased after insert on charges for each row execute function refuse_erased('buyer_id');

-- The accounts that were deleted last: runs that began meanwhile are looked for.
create index users_deleted on users (updated_at) where firebase_uid like 'deleted:%';
