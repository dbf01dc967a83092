-- What a version costs at a time, in paise: its own price, moved by what was announced since. A change was announced to whoever had the
-- version before it; to whoever has an older one it may be something else: a price that fell from 20 to 15 rises for who still pays 10.
-- So every announcement is read again for this version: lower than what it costs then, it holds at once; higher, it holds on the day
-- it was announced for, or two weeks after it where it was announced as no rise, and on the day of an earlier, higher one where
-- there is one. Nobody pays more than they were told two weeks before.
create or replace function price_of_version(version uuid, at timestamptz) returns bigint language plpgsql stable as $$
declare
  own record;
  change record;
  price bigint;
  -- Rises that are still to come, by the day, each higher than the one before.
  days timestamptz[] := '{}';
  sums bigint[] := '{}';
begin
  select v.agent_id, v.number, v.price_type, v.price_paise into own from agent_versions v where v.id = version;
  price := own.price_paise;
  for change in
    select c.from_paise, c.to_paise, c.announced_at, c.effective_at
    from agent_price_changes c join agent_versions n on n.id = c.version_id
    where c.agent_id = own.agent_id and c.price_type = own.price_type and n.number > own.number and c.announced_at <= at
    order by n.number
  loop
    select coalesce(max(s) filter (where d <= change.announced_at), price),
      coalesce(array_agg(d order by d, s) filter (where d > change.announced_at), '{}'),
      coalesce(array_agg(least(s, change.to_paise) order by d, s) filter (where d > change.announced_at), '{}')
      into price, days, sums from unnest(days, sums) as waiting (d, s);
    if change.to_paise <= price then
      price := change.to_paise;
      days := '{}';
      sums := '{}';
    elsif change.to_paise > coalesce((select max(s) from unnest(sums) s), 0) then
      days := days || case when change.to_paise > change.from_paise then change.effective_at
        else change.announced_at + interval '14 days' end;
      sums := sums || change.to_paise;
    end if;
  end loop;
  return coalesce((select max(s) from unnest(days, sums) as waiting (d, s) where d <= at), price);
end
$$;
