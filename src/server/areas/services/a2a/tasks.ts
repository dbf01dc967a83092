/** Runs as tasks of the Agent2Agent protocol, in the JSON of its version 1.0. */
import { fieldError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { AnswerFile } from '#server/areas/services/protocol-runs/answer-files.ts'
import { isObject } from '#shared/json.ts'

const STATES: Record<ExecutionStatus, string> = {
  queued: 'TASK_STATE_SUBMITTED',
  running: 'TASK_STATE_WORKING',
  paused: 'TASK_STATE_WORKING',
  waiting: 'TASK_STATE_WORKING',
  succeeded: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
}

/** Which runs are listed for a state. Which of those that wait do so for a person is known of each one alone. */
const LISTED: ReadonlyMap<string, ExecutionStatus> = new Map([
  ['TASK_STATE_SUBMITTED', 'queued'],
  ['TASK_STATE_WORKING', 'running'],
  ['TASK_STATE_COMPLETED', 'succeeded'],
  ['TASK_STATE_FAILED', 'failed'],
  ['TASK_STATE_CANCELED', 'cancelled'],
])

/** @returns null for all of them. @throws AppError unsupported_parameter */
export function statusOfState(state: string | undefined): ExecutionStatus | null {
  if (!state || state === 'TASK_STATE_UNSPECIFIED') return null
  const status = LISTED.get(state)
  if (status) return status
  const message = `Tasks can be listed by ${[...LISTED.keys()].join(', ')}.`
  throw fieldError('params.status', message, 'unsupported_parameter')
}

const waitOf = ({ nodes }: Execution) =>
  nodes.flatMap(({ wait }) => (wait && wait.type !== 'timer' && wait.type !== 'child' ? [wait] : []))[0]

/** A person answers it here, not the agent that sent the message. */
function stateOf(execution: Execution): { state: string; said: string | null } {
  const { status, error } = execution
  const wait = status === 'waiting' ? waitOf(execution) : undefined
  if (wait?.type === 'account') return { state: 'TASK_STATE_AUTH_REQUIRED', said: wait.title }
  if (wait) return { state: 'TASK_STATE_INPUT_REQUIRED', said: wait.title }
  return { state: STATES[status], said: error?.message ?? null }
}

const textPart = (text: string): JsonObject => ({ text, mediaType: 'text/plain' })

interface Told {
  execution: Execution
  context: string
  /** Of a run that succeeded; null for any other. */
  answer: { text: string; files: readonly AnswerFile[] } | null
}

export function statusOf({ execution, context }: Omit<Told, 'answer'>): JsonObject {
  const { state, said } = stateOf(execution)
  const message = said && {
    messageId: `${execution.id}-status`,
    contextId: context,
    taskId: execution.id,
    role: 'ROLE_AGENT',
    parts: [textPart(said)],
  }
  return {
    state,
    ...(message && { message }),
    timestamp: execution.finished_at ?? execution.started_at ?? execution.created_at,
  }
}

export const artifactOf = (id: string, text: string): JsonObject => ({
  artifactId: `${id}-answer`,
  name: 'answer',
  parts: [textPart(text)],
})

const filesArtifact = (id: string, files: readonly AnswerFile[]): JsonObject => ({
  artifactId: `${id}-files`,
  name: 'files',
  parts: files.map(({ url, name, mime }) => ({ url, filename: name, mediaType: mime })),
})

/** What comes after the words of an answer, or with them: files, fetched as the task is asked for. */
export const fileArtifacts = (id: string, files: readonly AnswerFile[]): JsonObject[] =>
  files.length === 0 ? [] : [filesArtifact(id, files)]

/** What it cost, under our own name: the protocol has no words for it. */
const metadataOf = ({ usage, charge, disclaimer }: Execution): Json => ({
  'chowk/usage': { ...usage },
  'chowk/charge': charge && { ...charge },
  'chowk/disclaimer': disclaimer,
})

export const taskOf = ({ execution, context, answer }: Told): JsonObject => ({
  id: execution.id,
  contextId: context,
  status: statusOf({ execution, context }),
  ...(answer !== null && {
    artifacts: [artifactOf(execution.id, answer.text), ...fileArtifacts(execution.id, answer.files)],
  }),
  metadata: metadataOf(execution),
})

/** A task as a list says it. Who needs all of it asks for the task. */
export function hiddenTask(task: JsonObject, hide: (text: string) => string): JsonObject {
  const partsOf = (parts: Json | undefined): Json =>
    (Array.isArray(parts) ? parts : []).map((part) => {
      if (!isObject(part)) return part
      const named = (['text', 'filename'] as const).filter((name) => typeof part[name] === 'string')
      return { ...part, ...Object.fromEntries(named.map((name) => [name, hide(String(part[name]))])) }
    })
  const { status, artifacts } = task
  const message = isObject(status) && isObject(status.message) ? status.message : null
  return {
    ...task,
    ...(isObject(status) &&
      message && { status: { ...status, message: { ...message, parts: partsOf(message.parts) } } }),
    ...(Array.isArray(artifacts) && {
      artifacts: artifacts.map((one) => (isObject(one) ? { ...one, parts: partsOf(one.parts) } : one)),
    }),
  }
}
