/** Reading the trace of a run: a page of its entries, and one entry with everything that was sent and came back. */
import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { PlanItem } from '#contract/runs/plan.ts'
import { TRACE } from '#contract/runs/trace-values.ts'
import { type RunInside, type TraceDetail, type TraceEntry, TraceMessage } from '#contract/runs/traces.ts'
import type { OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './traces.store.ts'

type ReadGrant = Grant<'execution.read', OwnerRow>

const Stored = z.object({
  messages: z.array(TraceMessage).catch([]),
  request: JsonObject.catch({}),
  answer: z
    .object({
      text: z.string(),
      tool_calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: JsonObject })).catch([]),
      finish: z.string().nullable(),
    })
    .nullable()
    .catch(null),
  error: z.object({ message: z.string() }).nullable().catch(null),
  arguments: Json.catch(null),
  ok: z.boolean().catch(true),
  result: z.string().nullable().catch(null),
})
const read = (content: unknown) => Stored.parse(content ?? {})

const present = ({ at, ...row }: store.EntryRow): TraceEntry => ({ ...row, at: at.toISOString() })

const presentInside = ({ at, finished_at, ...row }: store.InsideRow): RunInside => ({
  ...row,
  at: at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
})

/** A plan as it was kept in the trace; null for none, and where its content was not kept. */
export const planOf = (kept: unknown): PlanItem[] | null => z.array(PlanItem).nullable().catch(null).parse(kept)

/** @throws not_found unless prompts are open to the reader, as what steps logged is */
async function refuseClosed(db: Queryable, { by, on: { id } }: ReadGrant): Promise<void> {
  if (!(await store.isTraceOpen(db, id, viewerOf(by)))) throw new AppError('not_found')
}

/** In the order in which the calls ended. @throws not_found */
export async function listTrace(
  db: Queryable,
  grant: ReadGrant,
  page: { limit: number; offset: number },
): Promise<{
  items: TraceEntry[]
  runs_inside: RunInside[]
  plan: PlanItem[] | null
  total: number
  limit: number
  offset: number
}> {
  await refuseClosed(db, grant)
  const [rows, total, inside, plan] = await Promise.all([
    store.findEntries(db, grant.on.id, page),
    store.countEntries(db, grant.on.id),
    store.findRunsInside(db, grant.on.id, TRACE.runs_inside),
    store.findPlan(db, grant.on.id),
  ])
  return { items: rows.map(present), runs_inside: inside.map(presentInside), plan: planOf(plan), total, ...page }
}

/** One call with its content. What it shares with the calls before it is stored once, and put together here. @throws not_found */
export async function getTraceEntry(db: Queryable, grant: ReadGrant, entry: number): Promise<TraceDetail> {
  await refuseClosed(db, grant)
  const row = await store.findEntry(db, grant.on.id, entry)
  if (!row) throw new AppError('not_found')
  const { base, content, ...figures } = row
  const { messages, request, answer, error, arguments: given, ok, result } = read(content)
  const before = base === 0 || !row.kept ? [] : await messagesBefore(db, grant, row)
  const isModel = row.kind === 'model'
  return {
    ...present(figures),
    messages: [...before.slice(0, base), ...messages],
    earlier: Math.min(base, before.length),
    request,
    answer: isModel && error === null ? answer : null,
    arguments: given,
    result: isModel ? null : result,
    problem: isModel ? (error?.message ?? null) : ok ? null : result,
  }
}

async function messagesBefore(db: Queryable, grant: ReadGrant, row: store.ContentRow): Promise<TraceMessage[]> {
  let messages: TraceMessage[] = []
  for (const { base, content } of await store.findBefore(db, grant.on.id, row))
    messages = [...messages.slice(0, base), ...read(content).messages]
  return messages
}
