/** What each node and connection shows of a run: pure. What did not change keeps its object, so that only what changed is drawn again. */
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { Pin } from '#contract/workflows/test-runs.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { editedSince } from '#graph/edited.ts'
import { ITEM_PORT } from '#graph/plan.ts'
import { LIST_FIELDS } from '#nodes/list-fields.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { EdgeRunState, NodeRunState, RunStates } from '#web/canvas/model/run/run-states.ts'
import type { Store } from '#web/lib/store.ts'
import { type Silence, silenceOf } from './silence.ts'

export interface RunStatesInput {
  document: WorkflowDocument
  run: Execution | null
  pins: Readonly<Record<string, Pin>>
  /** Ids of steps that were edited since. */
  stale: ReadonlySet<string>
  silence: Silence
}

/** Of several rows of a node the one that matters most. */
const WEIGHT: readonly NodeRun['status'][] = ['failed', 'waiting', 'running', 'pending', 'succeeded', 'skipped']

const heaviest = (rows: readonly NodeRun[]): NodeRun | undefined =>
  rows.toSorted((a, b) => WEIGHT.indexOf(a.status) - WEIGHT.indexOf(b.status))[0]

const isDone = ({ status }: NodeRun): boolean => status === 'succeeded' || status === 'failed' || status === 'skipped'

/** How many items a node gave: the length of a list, or of the field its type declares; null for any other value. */
export function itemsOf(type: string, output: NodeRun['output']): number | null {
  if (Array.isArray(output)) return output.length
  if (typeof output !== 'object' || output === null) return null
  const list = output[LIST_FIELDS[type] ?? '']
  return Array.isArray(list) ? list.length : null
}

function statusOf(run: Execution, row: NodeRun, rows: readonly NodeRun[]): NodeRunState['status'] {
  if (row.status === 'pending') return run.status === 'queued' ? 'queued' : 'pending'
  // A loop has no row of its own while its items are at work.
  if (row.status === 'running' && isFinal(run.status)) return 'stopped'
  return rows.length > 1 && !isFinal(run.status) && rows.some((one) => !isDone(one)) ? 'running' : row.status
}

interface NodeLook {
  run: Execution | null
  rows: readonly NodeRun[]
  pin: Pin | undefined
  stale: boolean
  rounds: number | null
}

function nodeLook({ run, rows, pin, stale, rounds }: NodeLook): NodeRunState {
  const row = heaviest(rows)
  const pinned = pin ? (pin.made_up ? 'made_up' : 'pin') : null
  if (!run || !row)
    return {
      status: 'idle',
      rows: 0,
      ended: 0,
      items: null,
      noun: null,
      rounds: null,
      ms: null,
      cost_micros: 0,
      since: null,
      error: null,
      wait: null,
      origin: null,
      attempts: 0,
      stale: false,
      pinned,
    }
  const times = rows.flatMap(({ started_at, finished_at }) =>
    started_at && finished_at ? [Date.parse(finished_at) - Date.parse(started_at)] : [],
  )
  const items = rows.length === 1 && row.status === 'succeeded' ? itemsOf(row.type ?? '', row.output) : null
  return {
    status: statusOf(run, row, rows),
    rows: rows.length,
    ended: rows.filter(isDone).length,
    items,
    noun: items === null || Array.isArray(row.output) ? null : (LIST_FIELDS[row.type ?? ''] ?? null),
    rounds,
    ms: times.length > 0 ? times.reduce((sum, ms) => sum + ms, 0) : null,
    cost_micros: rows.flatMap(({ usage }) => usage).reduce((sum, { cost_micros }) => sum + cost_micros, 0),
    since: rows.find(({ status }) => status === 'running')?.started_at ?? null,
    error: row.error,
    wait: rows.find(({ wait }) => wait !== null)?.wait ?? null,
    origin: row.origin,
    attempts: row.attempts,
    stale: stale && row.status !== 'pending',
    pinned,
  }
}

/** What went in and came out is removed, or not shown to the reader. */
const isWithheld = ({ payload_removed_at, content_open, steps_open }: Execution): boolean =>
  payload_removed_at !== null || content_open === false || steps_open === false

const NO_EDGE: EdgeRunState = { count: null, untaken: false, flowing: false }

/** How many times what is in each loop ran, by its id. */
function roundsOf({ edges }: WorkflowDocument, byNode: ReadonlyMap<string, readonly NodeRun[]>): Map<string, number> {
  const found = new Map<string, number>()
  for (const { from, to } of edges) {
    if (from.port !== ITEM_PORT) continue
    const ran = (byNode.get(to.node) ?? []).filter(({ status }) => status !== 'pending' && status !== 'skipped')
    if (ran.length > 0) found.set(from.node, Math.max(found.get(from.node) ?? 0, ran.length))
  }
  return found
}

function edgeLook(
  run: Execution | null,
  { from, to }: WorkflowDocument['edges'][number],
  byNode: ReadonlyMap<string, readonly NodeRun[]>,
  isOff: (id: string) => boolean,
): EdgeRunState {
  const sources = byNode.get(from.node) ?? []
  const targets = byNode.get(to.node) ?? []
  const ran = targets.filter(({ status }) => status !== 'pending' && status !== 'skipped')
  if (!run || sources.length === 0) return NO_EDGE
  const flowing = !isFinal(run.status) && targets.some(({ status }) => status === 'running')
  if (from.port === ITEM_PORT) return { count: ran.length > 0 ? ran.length : null, untaken: false, flowing }
  // What is switched off passes on what it gets.
  const through = isOff(from.node)
    ? sources.slice(0, ran.length)
    : sources.filter(({ port, status }) => port === from.port && status !== 'pending')
  const untaken = !isOff(from.node) && sources.every((row) => isDone(row)) && through.length === 0
  // What a node gave has not gone anywhere when the next one never ran, as in a test up to here.
  if (through.length === 0 || (ran.length === 0 && !isOff(to.node))) return { count: null, untaken, flowing }
  if (through.some((row) => row.stored || isWithheld(run))) return { count: null, untaken, flowing, uncounted: true }
  const count = through.reduce((sum, { type, output }) => sum + (itemsOf(type ?? '', output) ?? 1), 0)
  return { count, untaken, flowing }
}

const same = (one: object, other: object | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)

/** @param last what was shown before */
export function runStatesOf({ document, run, pins, stale, silence }: RunStatesInput, last: RunStates): RunStates {
  const off = new Set(document.nodes.filter(({ disabled }) => disabled).map(({ id }) => id))
  const byNode = Map.groupBy(run?.nodes ?? [], ({ node_id }) => node_id)
  const rounds = roundsOf(document, byNode)
  const keep = <T extends object>(made: T, known: T | undefined): T => (known && same(made, known) ? known : made)
  const edges = Object.fromEntries(
    document.edges.map((edge) => [
      edge.id,
      keep(
        silence.edges.has(edge.id) ? NO_EDGE : edgeLook(run, edge, byNode, (id) => off.has(id)),
        last.edges[edge.id],
      ),
    ]),
  )
  return {
    nodes: Object.fromEntries(
      document.nodes.map(({ id }) => {
        const made = nodeLook({
          run: silence.nodes.has(id) ? null : run,
          rows: byNode.get(id) ?? [],
          pin: pins[id],
          stale: stale.has(id),
          rounds: rounds.get(id) ?? null,
        })
        return [id, keep(made, last.nodes[id])]
      }),
    ),
    edges,
    ways: Object.fromEntries(
      document.edges.flatMap(({ id, from }) => {
        const count = edges[id]?.count ?? null
        return count === null ? [] : [[`${from.node} ${from.port}`, count]]
      }),
    ),
    edited: stale,
  }
}

/** Keeps what nodes and connections show true, as the document, the run and the pins change. */
export function followRunStates({ document, run }: Pick<Draft, 'document' | 'run'>): void {
  const look = () => {
    const [now, ran] = [document.get(), run.ran.get()]
    const stale = ran === null ? new Set<string>() : editedSince(now, ran)
    const silence = silenceOf(now, ran, stale, run.earlier.get())
    const shown = run.hidden.get() ? null : run.execution.get()
    run.states.set(runStatesOf({ document: now, run: shown, pins: run.pins.get(), stale, silence }, run.states.get()))
  }
  for (const store of [document, run.execution, run.pins, run.ran, run.earlier, run.hidden])
    (store as Store<unknown>).subscribe(look)
  look()
}
