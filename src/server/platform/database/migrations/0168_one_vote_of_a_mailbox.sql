-- One vote on a review from each mailbox, however many accounts it has, and none from the mailbox that wrote it: the hash of reviews.
alter table review_votes add column mailbox_hash bytea;

with named as (
  select n.review_id, n.voter_id, lower(btrim(u.email)) as email from review_votes n join users u on u.id = n.voter_id
), parted as (
  select review_id, voter_id, split_part(regexp_replace(email, '@[^@]*$', ''), '+', 1) as name,
    regexp_replace(email, '^.*@', '') as domain from named
)
update review_votes n set mailbox_hash = sha256(convert_to(case when p.domain in ('gmail.com', 'googlemail.com')
    then replace(p.name, '.', '') || '@gmail.com' else p.name || '@' || p.domain end, 'UTF8'))
from parted p where p.review_id = n.review_id and p.voter_id = n.voter_id;

-- The first of a mailbox holds.
delete from review_votes n using review_votes o
where o.review_id = n.review_id and o.mailbox_hash = n.mailbox_hash and (o.created_at, o.voter_id) < (n.created_at, n.voter_id);
delete from review_votes n using reviews r where r.id = n.review_id and r.mailbox_hash = n.mailbox_hash;

alter table review_votes alter column mailbox_hash set not null;
create unique index review_votes_mailbox on review_votes (review_id, mailbox_hash);
