-- Whoever was let in before an account was deleted may still be sending: a picture that arrives slowly must not become a deleted
-- person's. The deletion locks the user's row against the reference of a new row, so what is checked here is checked behind it.
create function refuse_erased() returns trigger language plpgsql as $$
begin
  if exists (select from users u where u.id = (to_jsonb(new) ->> tg_argv[0])::uuid and u.firebase_uid like 'deleted:%') then
    raise exception 'the account was deleted' using errcode = 'CH401';
  end if;
  return null;
end $$;

-- The names come behind those of the references, which wait for the lock.
create trigger zz_refuse_erased after insert on avatars for each row execute function refuse_erased('owner_id');
create trigger zz_refuse_erased after insert on files for each row execute function refuse_erased('owner_id');
create trigger zz_refuse_erased after insert on workflows for each row execute function refuse_erased('owner_id');
create trigger zz_refuse_erased after insert on services for each row execute function refuse_erased('owner_id');
create trigger zz_refuse_erased after insert on api_keys for each row execute function refuse_erased('owner_id');
create trigger zz_refuse_erased after insert on data_exports for each row execute function refuse_erased('owner_id');
create trigger zz_refuse_erased after insert on role_requests for each row execute function refuse_erased('user_id');
create trigger zz_refuse_erased after insert on consents for each row execute function refuse_erased('user_id');
create trigger zz_refuse_erased after insert on pending_connects for each row execute function refuse_erased('user_id');
create trigger zz_refuse_erased after insert on contact_messages for each row execute function refuse_erased('user_id');
create trigger zz_refuse_erased after insert on error_reports for each row execute function refuse_erased('user_id');

-- Nor does their row become anybody's again.
create function keep_erased() returns trigger language plpgsql as $$
begin
  raise exception 'the account was deleted' using errcode = 'CH401';
end $$;
create trigger keep_erased before update on users for each row
  when (old.firebase_uid like 'deleted:%' and (new.display_name, new.bio, new.website_url, new.avatar_url, new.email, new.firebase_uid)
    is distinct from (old.display_name, old.bio, old.website_url, old.avatar_url, old.email, old.firebase_uid))
  execute function keep_erased();
