/**
 * What a closed workflow shows to people who run it: the titles and states of its steps and the questions that they are asked. What
 * the steps gave, how they are connected, what they are made of and their ids stay with the owner of the workflow. So does what goes
 * into and comes out of a run that a step starts.
 */
import { AppError, ERRORS } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { ExecutionEvent, NodeRun, OpenWait, RunError } from '#contract/runs/executions.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { StoredDocument } from './stored-document.ts'
import { CLOSED_FAILURE, findRunDocument, findSteps, type StepsRow } from './visible-steps.store.ts'

/** Ids that say nothing of the document: the same in every answer about a run. */
export type StepIds = ReadonlyMap<string, string>

/** For what names no step. */
export const NO_IDS: StepIds = new Map()

export const stepIds = (nodes: readonly { id: string }[]): StepIds =>
  new Map(nodes.map(({ id }, index) => [id, `step-${index + 1}`]))

const CODE = /^[a-z][a-z0-9_]{0,63}$/

/** What an account of the person's own lacks is theirs to put right, and says nothing more of the workflow than its listing does. */
const isOfOwnAccount = (code: string): boolean => code.startsWith('account_')

function closedMessage({ code, message }: RunError): string {
  if (isOfOwnAccount(code)) return message
  // Errors about the caller's own file have a fixed text, which reveals nothing about the workflow.
  return code.startsWith('file_') && code in ERRORS ? ERRORS[code as keyof typeof ERRORS].text : CLOSED_FAILURE
}

/** An error of no step was written by the product and stays as it is. */
export function hideErrorDetails(error: RunError | null, ids: StepIds): RunError | null {
  if (error === null || error.node_id === null) return error
  const code = CODE.test(error.code) ? error.code : 'failed'
  return { code, message: closedMessage({ ...error, code }), node_id: ids.get(error.node_id) ?? null, field: null }
}

/** What the person who runs it is asked, and for which account it waits, is for them; all other waits belong to the workflow. */
const isForRunner = ({ type }: OpenWait): boolean => type === 'approval' || type === 'form' || type === 'account'

const closedWait = (wait: OpenWait | null): OpenWait | null =>
  wait === null || isForRunner(wait) ? wait : { ...wait, title: null, details: null }

export function hideNodeDetails(node: NodeRun, ids: StepIds): NodeRun {
  return {
    ...node,
    node_id: ids.get(node.node_id) ?? 'step',
    type: null,
    output: null,
    stored: false,
    error: hideErrorDetails(node.error, ids),
    tries: [],
    usage: [],
    port: null,
    logs: [],
    wait: closedWait(node.wait),
    follows: null,
  }
}

type ProgressEvent = Extract<ExecutionEvent, { type: 'progress' }>
const withoutWords = ({ written: _, ...event }: ProgressEvent): ProgressEvent => ({ ...event, message: '' })

/** Null for an event of something that is no step of the document. */
function closedEvent(event: ExecutionEvent, ids: StepIds, is_child: boolean): ExecutionEvent | null {
  if (event.type === 'status') return event
  if (event.type === 'end')
    return { ...event, output: is_child ? null : event.output, error: hideErrorDetails(event.error, ids) }
  const node_id = ids.get(event.node_id)
  if (node_id === undefined) return null
  if (event.type === 'plan') return null
  if (event.type === 'progress') return { ...withoutWords(event), node_id }
  return {
    ...event,
    node_id,
    output: null,
    stored: false,
    usage: [],
    port: null,
    error: hideErrorDetails(event.error, ids),
  }
}

function withoutContent(event: ExecutionEvent): ExecutionEvent {
  switch (event.type) {
    case 'status':
      return event
    case 'end':
      return { ...event, output: null }
    case 'progress':
      return withoutWords(event)
    case 'plan':
      return { ...event, items: [] }
    case 'node':
      return { ...event, output: null, stored: false }
  }
}

/** What a reader of live events may see is asked again after this long. */
const LOOK_AGAIN_MS = 1_000

interface Look {
  /** Leaves out what steps and the run gave, too. */
  contentHidden: boolean
  steps: StepsRow | null
}

/**
 * The events of a run as this caller may follow them. A stream outlives the request that opened it, so permissions are
 * checked again while
 * it is open.
 * @param read whether its content is hidden from the reader; throws not_found when the reader can't see the run (any
 * more): the stream ends
 */
export async function visibleEvents(
  db: Queryable,
  caller: Caller,
  {
    id,
    read,
    now = Date.now,
  }: { id: ExecutionId; read: () => Promise<{ contentHidden: boolean }>; now?: () => number },
  events: (signal: AbortSignal) => AsyncIterable<ExecutionEvent>,
): Promise<(signal: AbortSignal) => AsyncIterable<ExecutionEvent>> {
  const look = async (): Promise<Look> => ({ ...(await read()), steps: await findSteps(db, id, viewerOf(caller)) })
  const first = await look()
  return async function* (signal) {
    let seen: Look | null = first
    let seenAt = now()
    let ids: StepIds | undefined
    for await (const event of events(signal)) {
      if (now() - seenAt >= LOOK_AGAIN_MS) {
        seen = await unlessGone(look)
        seenAt = now()
      }
      if (seen === null) return
      const { steps, contentHidden } = seen
      if (!steps?.open) ids ??= stepIds(StoredDocument.parse(await findRunDocument(db, id)).nodes)
      const shown = steps?.open ? event : closedEvent(event, ids ?? NO_IDS, steps?.is_child ?? true)
      if (shown) yield contentHidden ? withoutContent(shown) : shown
    }
  }
}

async function unlessGone(look: () => Promise<Look>): Promise<Look | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
