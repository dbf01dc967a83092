-- Logos that operators upload, redrawn: for pages (WebP), for mail (PNG), and as a square icon (PNG). The setting `brand` names the one
-- that is shown; the others are removed when the next one is uploaded.
create table brand_logos (
  -- The hash of the three pictures: an address never shows another picture.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  page bytea not null,
  mail bytea not null,
  icon bytea not null,
  -- Of the picture for pages, in pixels.
  width int not null check (width between 1 and 2000),
  height int not null check (height between 1 and 2000),
  created_at timestamptz not null default now()
);
