import { sql } from 'kysely'

/** Where the version `v` sends what it is given, as its passport says. */
export const sendsTo = sql`array(select jsonb_array_elements_text(
  case when jsonb_typeof(v.permissions -> 'sends_to') = 'array' then v.permissions -> 'sends_to' else '[]' end)) as sends_to`
