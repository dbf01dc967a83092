-- Whether a session counts as proved by more than a password: opened with a code while its account asks for codes, or with a
-- passkey while the account has one.
create function auth.session_is_strong(session_id text) returns boolean language sql stable as $$
  select coalesce((
    select case s."provenBy"
      when 'second_factor' then a."twoFactorEnabled"
      when 'passkey' then exists (select from auth.passkey p where p."userId" = a.id)
      else false
    end
    from auth.session s join auth."user" a on a.id = s."userId" where s.id = session_id
  ), false)
$$;
