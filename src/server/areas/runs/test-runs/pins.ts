/** The verbs of pinned data: what a node gives in tests of a draft instead of running. */
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, Json, WorkflowId } from '#contract/core/primitives.ts'
import { PIN_LIMITS } from '#contract/runs/test-modes.ts'
import type { Pin, SetPin } from '#contract/workflows/test-runs.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import {
  type EditGrant,
  findWorkflow,
  type LookGrant,
  lockToEdit,
  readDocument,
} from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './pins.store.ts'
import { findSource } from './test-runs.store.ts'

export const presentPin = ({ updated_at, ...pin }: store.PinRow): Pin => ({
  ...pin,
  updated_at: updated_at.toISOString(),
})

const all = async (db: Queryable, id: WorkflowId) => ({ items: (await store.findPins(db, id)).map(presentPin) })

/** Of every member's: what is pinned belongs to the draft. @throws not_found */
export async function listPins(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<{ items: Pin[] }> {
  if (!(await findWorkflow(db, grant.on, id))) throw new AppError('not_found')
  return all(db, id)
}

const hasNode = (document: WorkflowDocument, node_id: string): boolean =>
  document.nodes.some(({ id }) => id === node_id)

/** @throws limit_reached */
async function refuseTooMany(db: Queryable, id: WorkflowId, pins: readonly store.NewPin[]): Promise<void> {
  const there = await store.sumPins(
    db,
    id,
    pins.map(({ node_id }) => node_id),
  )
  const bytes = pins.reduce((sum, pin) => sum + store.pinSize(pin), there.bytes)
  if (there.nodes + pins.length > PIN_LIMITS.nodes || bytes > PIN_LIMITS.total_bytes)
    throw new AppError('limit_reached', {
      message: `A workflow can have pinned data for up to ${PIN_LIMITS.nodes} nodes and ${PIN_LIMITS.total_bytes / 1_000_000} MB.`,
    })
}

/**
 * The stored values. The first value is kept through any number of changes, and dropped when the value returns to it.
 */
function written(
  { output, port, made_up, before }: SetPin,
  known: store.PinRow | undefined,
): Omit<store.NewPin, 'node_id'> {
  const first = known ? (known.before ?? (made_up ? null : { output: known.output, port: known.port })) : before
  const isChanged = first && canonicalJson([first.output, first.port]) !== canonicalJson([output, port])
  return { output: JSON.stringify(output), port, made_up, before: isChanged ? JSON.stringify(first) : null }
}

/** @throws not_found (also for a node that is not there), forbidden, payload_too_large, limit_reached */
export async function setPin(
  db: Database,
  grant: EditGrant,
  { id, node_id }: { id: WorkflowId; node_id: string },
  wanted: SetPin,
): Promise<Pin> {
  return db.transaction().execute(async (tx) => {
    const row = await lockToEdit(tx, grant, id)
    if (!hasNode(readDocument(row.document), node_id)) throw new AppError('not_found')
    const known = (await store.findPins(tx, id)).find((one) => one.node_id === node_id)
    const pin = { node_id, ...written(wanted, known) }
    if (Math.max(Buffer.byteLength(pin.output), Buffer.byteLength(pin.before ?? '')) > PIN_LIMITS.bytes)
      throw new AppError('payload_too_large', {
        message: `Pinned data for one node can be up to ${PIN_LIMITS.bytes / 1000} kB.`,
        problems: [{ message: 'Pin a part of it', field: 'output', code: 'payload_too_large' }],
      })
    await refuseTooMany(tx, id, [pin])
    await store.replacePins(tx, id, grant.on, [pin])
    const made = (await store.findPins(tx, id)).find((one) => one.node_id === node_id)
    if (!made) throw new Error('Pin missing after insert')
    return presentPin(made)
  })
}

/** Also of a node that is gone from the draft. @throws not_found, forbidden */
export async function removePin(
  db: Database,
  grant: EditGrant,
  { id, node_id }: { id: WorkflowId; node_id: string },
): Promise<{ items: Pin[] }> {
  return db.transaction().execute(async (tx) => {
    await lockToEdit(tx, grant, id)
    await store.removePin(tx, id, node_id)
    return all(tx, id)
  })
}

/** A finished row of a run. */
export interface GivenRow {
  node_id: string
  iteration?: string
  status: string
  port?: string
  output?: Json
  /** The key of an output that is too large for its row, and so for a pin. */
  stored?: string
}

interface Copied {
  items: Pin[]
  left_out: { node_id: string; reason: string }[]
}

const WHY = {
  gone: 'This node was deleted from the draft.',
  loop: 'It ran once per item of a loop.',
  failed: 'It had no output in that run.',
  large: `Its output was more than ${PIN_LIMITS.bytes / 1000} kB.`,
} as const

function pinsOf(
  document: WorkflowDocument,
  rows: readonly GivenRow[],
): { pins: store.NewPin[]; left: Copied['left_out'] } {
  const pins: store.NewPin[] = []
  const left = new Map<string, string>()
  for (const { node_id, iteration = '', status, port = 'out', output = null, stored } of rows) {
    if (!hasNode(document, node_id)) left.set(node_id, WHY.gone)
    else if (iteration !== '') left.set(node_id, WHY.loop)
    else if (status !== 'succeeded') left.set(node_id, WHY.failed)
    else {
      const text = JSON.stringify(output)
      if (stored || Buffer.byteLength(text) > PIN_LIMITS.bytes) left.set(node_id, WHY.large)
      else pins.push({ node_id, port, output: text, made_up: false, before: null })
    }
  }
  return { pins, left: [...left].map(([node_id, reason]) => ({ node_id, reason })) }
}

/**
 * Pins the outputs of a past run, to continue from there in the editor.
 * @param readRows the rows of a run as the engine stores them
 * @throws not_found (also for a run of another user or workflow), forbidden, limit_reached
 */
export async function copyPins(
  db: Database,
  grant: EditGrant,
  { id, execution_id }: { id: WorkflowId; execution_id: ExecutionId },
  readRows: (execution_id: string) => Promise<readonly GivenRow[]>,
): Promise<Copied> {
  const source = await findSource(db, { workflow: id, owner: grant.on, id: execution_id })
  if (!source) throw new AppError('not_found')
  const rows = await readRows(execution_id)
  return db.transaction().execute(async (tx) => {
    const row = await lockToEdit(tx, grant, id)
    const { pins, left } = pinsOf(readDocument(row.document), rows)
    await refuseTooMany(tx, id, pins)
    await store.replacePins(tx, id, grant.on, pins)
    return { ...(await all(tx, id)), left_out: left }
  })
}
