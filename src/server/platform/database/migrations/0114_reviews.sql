-- What people say of agents that they bought or ran. One of each person and agent, of the version they used.
create table reviews (
  id uuid primary key default uuidv7(),
  agent_id uuid not null references agents on delete cascade,
  author_id uuid not null references users,
  agent_version_id uuid not null references agent_versions on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  text text not null default '' check (length(text) <= 4000),
  -- as it was when this was written: whether they paid for it, how often it had worked for them, and since when they use it
  is_buyer boolean not null,
  runs int not null check (runs >= 0),
  used_since timestamptz not null,
  -- held: a guard against abuse keeps it back until an admin has looked
  status text not null default 'shown' check (status in ('shown', 'held', 'removed')),
  held_for text check (held_for in ('ring', 'burst')),
  reply text check (length(reply) between 1 and 2000),
  replied_at timestamptz,
  -- an admin has looked at what it says now
  judged_at timestamptz,
  judged_by uuid references users,
  -- why it was removed; the note is public
  removed_for text,
  removal_note text check (length(removal_note) <= 500),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  unique (agent_id, author_id),
  check ((status = 'held') = (held_for is not null)),
  check ((status = 'removed') = (removed_for is not null))
);
create index reviews_agent on reviews (agent_id, coalesce(edited_at, created_at) desc) where status = 'shown';
create index reviews_author on reviews (author_id, created_at desc);
create index reviews_held on reviews (created_at) where status = 'held';
create index reviews_removed on reviews (judged_at desc) where status = 'removed';

create table review_reports (
  review_id uuid not null references reviews on delete cascade,
  reporter_id uuid not null references users,
  reason text not null check (reason in ('hate', 'false', 'spam', 'harassment', 'other')),
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (review_id, reporter_id)
);
create index review_reports_open on review_reports (review_id) where settled_at is null;

alter table agents
  -- from 1 to 5: a review counts half as much every 180 days, and one of somebody who did not pay half of one of a buyer
  add column rating double precision,
  add column review_count int not null default 0;

create function rate_agent(rated uuid, at timestamptz) returns void language sql as $$
  update agents a set rating = t.rating, review_count = t.count
  from (
    select round((sum(stars * weight) / sum(weight))::numeric, 2)::float8 as rating, count(*)::int as count
    from (
      select stars, case when is_buyer then 1.0 else 0.5 end
        * power(0.5::float8, greatest(0, extract(epoch from at - coalesce(edited_at, created_at))::float8) / (180 * 86400)) as weight
      from reviews where agent_id = rated and status = 'shown'
    ) shown
  ) t
  where a.id = rated and (a.rating, a.review_count) is distinct from (t.rating, t.count)
$$;
create function rate_reviewed_agent() returns trigger language plpgsql as $$
begin
  perform rate_agent(coalesce(new.agent_id, old.agent_id), now());
  return null;
end $$;
create trigger reviews_rated after insert or update or delete on reviews for each row execute function rate_reviewed_agent();
