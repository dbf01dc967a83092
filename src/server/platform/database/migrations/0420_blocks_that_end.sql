-- Whether a block is over is asked of the index: a list of active or blocked users read every blocked account, and so did each look at
-- whether the listings of the marketplace changed.
drop index users_role_newest, users_role_name, users_role_sign_in, users_blocked;
create index users_role_newest on users (role, status, created_at desc, id) include (blocked_until);
create index users_role_name on users (role, status, (lower(display_name) collate "C"), id) include (blocked_until);
create index users_role_sign_in on users (role, status, last_login desc nulls last, id) include (blocked_until);
create index users_blocked on users (blocked_until) where status = 'blocked';
