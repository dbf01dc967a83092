-- Until when one process may renew the tokens of a connected account. Null when nobody is at it: also after the credential was changed
-- or connected again, so that a late answer for the earlier account is not written.
alter table credentials add column renewing_until timestamptz;
