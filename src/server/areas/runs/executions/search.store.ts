/**
 * The SQL of searching runs by words. What the words name is looked up first; then the newest runs of each name are taken by its own
 * index and put together: a million runs are never read to find twenty-five.
 */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

/** What a search text names. */
export interface Found {
  agents: string[]
  workflows: string[]
  services: string[]
  /** Part of a title, as a pattern; null for lists of all users' runs, whose titles are not shown. */
  title: string | null
  /** From the first id to the last one that begins with the text. */
  ids: { from: string; to: string } | null
}

const MOST_NAMES = 50
const UUID_DIGITS = 32
/** Shorter ones would match by accident what was meant as a word. */
const SHORTEST_ID = 8

const asUuid = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')

/** The range of ids that begin with the text, dashes or not; null when it is none. */
export function idRange(text: string): Found['ids'] {
  if (!/^[0-9a-f]{8}[0-9a-f-]*$/i.test(text)) return null
  const digits = text.replaceAll('-', '').toLowerCase()
  if (digits.length < SHORTEST_ID || digits.length > UUID_DIGITS) return null
  return { from: asUuid(digits.padEnd(UUID_DIGITS, '0')), to: asUuid(digits.padEnd(UUID_DIGITS, 'f')) }
}

/** Null when the text names nothing. */
export async function lookUpRuns(db: Queryable, search: string, owner: UserId | null): Promise<Found | null> {
  const like = containing(search)
  const own = (column: string) => (owner === null ? sql`true` : sql`${sql.ref(column)} = ${owner}`)
  const { rows } = await sql<Omit<Found, 'ids' | 'title'>>`select
    array(select id from agents where name ilike ${like} order by popularity desc limit ${MOST_NAMES}) as agents,
    array(select id from workflows where name ilike ${like} and ${own('owner_id')} limit ${MOST_NAMES}) as workflows,
    array(select id from services where name ilike ${like} and ${own('owner_id')} limit ${MOST_NAMES}) as services`.execute(
    db,
  )
  const title = owner === null ? null : like
  const found: Found = { agents: [], workflows: [], services: [], ...rows[0], title, ids: idRange(search) }
  const { agents, workflows, services, ids } = found
  return agents.length + workflows.length + services.length === 0 && ids === null && title === null ? null : found
}

/**
 * The found runs that match `where`, as a table of `id` and `created_at`. Of all users' runs the newest `most` of each
 * name.
 */
export function matchingRuns(
  { agents, workflows, services, title, ids }: Found,
  where: RawBuilder<unknown>,
  most: number,
  owner: UserId | null,
): RawBuilder<unknown> {
  const byId = ids === null ? sql`false` : sql`e.id between ${ids.from}::uuid and ${ids.to}::uuid`
  if (owner !== null)
    return sql`(select e.id, e.created_at from executions e where ${where} and (${byId} or e.title ilike ${title} or e.agent_id = any(${sql.val(agents)}::uuid[])
      or e.workflow_id = any(${sql.val(workflows)}::uuid[]) or e.service_id = any(${sql.val(services)}::uuid[])))`
  const parts = (
    [
      ['agent_id', agents],
      ['workflow_id', workflows],
      ['service_id', services],
    ] as const
  )
    .filter(([, list]) => list.length > 0)
    .map(
      ([
        column,
        list,
      ]) => sql`select e.id, e.created_at from unnest(${sql.val(list)}::uuid[]) as named(id) cross join lateral (
        select e.id, e.created_at from executions e where ${sql.ref(`e.${column}`)} = named.id and ${where}
        order by e.created_at desc limit ${most}) e`,
    )
  if (ids !== null)
    parts.push(
      sql`select * from (select e.id, e.created_at from executions e where ${where} and ${byId} limit ${most}) e`,
    )
  const all = sql.join(parts, sql` union all `)
  return parts.length === 1 ? sql`(${all})` : sql`(select distinct e.id, e.created_at from (${all}) e)`
}
