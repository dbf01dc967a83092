-- One review of an agent from each mailbox, however many accounts it has: a hash of the address without what a mailbox ignores in it,
-- as of trials_taken. It goes with the review.
alter table reviews add column mailbox_hash bytea;

with named as (
  select r.id, r.agent_id, coalesce(r.edited_at, r.created_at) as at, lower(btrim(u.email)) as email
  from reviews r join users u on u.id = r.author_id
), parted as (
  select id, agent_id, at, split_part(regexp_replace(email, '@[^@]*$', ''), '+', 1) as name, regexp_replace(email, '^.*@', '') as domain from named
), hashed as (
  select id, agent_id, at, sha256(convert_to(case when domain in ('gmail.com', 'googlemail.com')
    then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end, 'UTF8')) as hash from parted
), newest as (
  -- of a mailbox that has said it twice already, the newest one counts as its review
  select distinct on (agent_id, hash) id, hash from hashed order by agent_id, hash, at desc, id
)
update reviews r set mailbox_hash = n.hash from newest n where n.id = r.id;

create unique index reviews_mailbox on reviews (agent_id, mailbox_hash);

-- The row first, then the sum: two reviews at once each see the other, whoever writes them.
create or replace function rate_reviewed_agent() returns trigger language plpgsql as $$
declare
  rated uuid := coalesce(new.agent_id, old.agent_id);
begin
  perform 1 from agents where id = rated for no key update;
  perform rate_agent(rated, now());
  return null;
end $$;
