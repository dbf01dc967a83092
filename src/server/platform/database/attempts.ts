/**
 * Rate limiting in the database, so that all processes count together. A key is counted in a fixed window that opens
 * with its first attempt, and before the counted action: any number may ask at the same time, and none passes between
 * check and count. Run by the caller, on its own connection or transaction.
 */

export interface Count {
  key: string
  count: number
  /** Seconds until the window ends, at least 1. Counted from when the row is read: a statement that waited began before the window did. */
  wait_s: number
}

/** `$1` the keys, each once; `$2` the lengths of their windows in seconds. @returns a `Count` of each key */
// Keys in one order everywhere, or two statements could wait for each other.
export const COUNT_ATTEMPT = `
  insert into auth.attempts as a (key, count, window_ends)
  select key, 1, now() + make_interval(secs => window_s)
  from unnest($1::text[], $2::int[]) as wanted (key, window_s) order by key
  on conflict (key) do update set
    count = case when a.window_ends <= now() then 1 else a.count + 1 end,
    window_ends = case when a.window_ends <= now() then excluded.window_ends else a.window_ends end
  returning key, count, greatest(ceil(extract(epoch from window_ends - clock_timestamp())), 1)::int as wait_s`

/** `$1` the keys whose last attempt does not count. */
export const FORGIVE_ATTEMPT = `
  update auth.attempts a set count = greatest(a.count - 1, 0)
  from (select key from auth.attempts where key = any ($1) order by key for update) as mine where a.key = mine.key`

export const SWEEP_ATTEMPTS = 'delete from auth.attempts where window_ends < now()'
