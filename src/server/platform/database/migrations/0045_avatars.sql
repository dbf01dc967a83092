-- Pictures of people, one each, as the server made them: small, square, without what the camera wrote beside them. In the database, so
-- that a picture goes in the transaction that removes its person.
create table avatars (
  owner_id uuid primary key references users on delete cascade,
  -- the part of its address that nobody can guess; new with every picture, so that an address always shows the same one
  key text not null unique,
  image bytea not null check (length(image) <= 500000),
  created_at timestamptz not null default now()
);
