/** The SQL of pinned data. Who may touch a workflow is asked before. */
import { sql } from 'kysely'
import type { Json, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PinRow {
  node_id: string
  output: Json
  port: string
  made_up: boolean
  before: { output: Json; port: string } | null
  updated_at: Date
}

const columns = sql`node_id, output, port, made_up, before, updated_at`

/** By node. */
export async function findPins(db: Queryable, workflow: WorkflowId): Promise<PinRow[]> {
  const { rows } = await sql<PinRow>`
    select ${columns} from workflow_pins where workflow_id = ${workflow} order by node_id`.execute(db)
  return rows
}

export interface NewPin {
  node_id: string
  /** As JSON text. */
  output: string
  port: string
  made_up: boolean
  /** As JSON text; null where it is not a value that was changed. */
  before: string | null
}

/** In bytes, with what it was before. */
export const pinSize = ({ output, before }: Pick<NewPin, 'output' | 'before'>): number =>
  Buffer.byteLength(output) + Buffer.byteLength(before ?? '')

/** How much is pinned, without these nodes. */
export async function sumPins(
  db: Queryable,
  workflow: WorkflowId,
  but: readonly string[],
): Promise<{ nodes: number; bytes: number }> {
  const { rows } = await sql<{ nodes: number; bytes: number }>`
    select count(*)::int as nodes, coalesce(sum(bytes), 0)::int as bytes from workflow_pins
    where workflow_id = ${workflow} and node_id <> all(${sql.val(but)}::text[])`.execute(db)
  return rows[0] ?? { nodes: 0, bytes: 0 }
}

/** In the place of what was pinned to the same nodes. */
export async function replacePins(
  db: Queryable,
  workflow: WorkflowId,
  by: UserId,
  pins: readonly NewPin[],
): Promise<void> {
  if (pins.length === 0) return
  const rows = pins.map((pin) => ({ ...pin, bytes: pinSize(pin) }))
  await sql`
    insert into workflow_pins (workflow_id, node_id, output, port, made_up, before, bytes, updated_by)
    select ${workflow}::uuid, p.node_id, p.output::json, p.port, p.made_up, p.before::json, p.bytes, ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p (node_id text, output text, port text, made_up boolean, before text, bytes int)
    on conflict (workflow_id, node_id) do update set output = excluded.output, port = excluded.port,
      made_up = excluded.made_up, before = excluded.before, bytes = excluded.bytes, updated_by = excluded.updated_by, updated_at = now()`.execute(
    db,
  )
}

export async function removePin(db: Queryable, workflow: WorkflowId, node_id: string): Promise<void> {
  await sql`delete from workflow_pins where workflow_id = ${workflow} and node_id = ${node_id}`.execute(db)
}
