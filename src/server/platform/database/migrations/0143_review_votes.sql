-- Who found a review useful: people who bought the agent or ran it, once each.
create table review_votes (
  review_id uuid not null references reviews on delete cascade,
  voter_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (review_id, voter_id)
);
create index review_votes_voter on review_votes (voter_id);
