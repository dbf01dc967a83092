-- A price that rises holds at once for whoever buys now, and for whoever uses an earlier version from `effective_at` on, of which
-- they were told two weeks before. One that falls holds at once. Another way to pay is a matter of upgrading.
create table agent_price_changes (
  id uuid primary key default uuidv7(),
  agent_id uuid not null references agents on delete cascade,
  version_id uuid not null references agent_versions on delete cascade,
  price_type text not null check (price_type in ('free', 'per_run', 'monthly', 'one_time')),
  from_paise bigint not null check (from_paise >= 0),
  to_paise bigint not null check (to_paise >= 0),
  announced_at timestamptz not null default now(),
  effective_at timestamptz not null,
  check (effective_at >= announced_at)
);
create index agent_price_changes_agent on agent_price_changes (agent_id, effective_at desc);

-- What this version costs at a time, in paise.
create function price_of_version(version uuid, at timestamptz) returns bigint language sql stable as $$
  select coalesce(
    (select c.to_paise from agent_price_changes c join agent_versions n on n.id = c.version_id
      where c.agent_id = v.agent_id and c.price_type = v.price_type and n.number > v.number and c.effective_at <= at
      order by n.number desc limit 1),
    v.price_paise)
  from agent_versions v where v.id = version
$$;
