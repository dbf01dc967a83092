-- A call that must not be made twice is written down before it is made (decision 0305). Its key is that of the step; it stays where the call may
-- have taken effect, so that no second attempt makes it again.
alter table app_calls add column key text;
create unique index app_calls_key on app_calls (key) where key is not null;
