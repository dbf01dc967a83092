/** The methods of the Agent2Agent protocol. Each asks endpoints that are there without it. */
import { randomUUID } from 'node:crypto'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { readWhole } from '#contract/core/json-text.ts'
import { ExecutionId, type JsonObject } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { A2aList, type A2aRequest, A2aSend, A2aTaskOf } from '#contract/services/a2a.ts'
import { agentModel, serviceModel } from '#contract/services/openai-values.ts'
import {
  type Begun,
  beginRun,
  continueRun,
  continueSession,
  finishRun,
  followRun,
  listRuns,
  type RunDeps,
  readRun,
} from '#server/areas/services/protocol-runs/agent-runs.routes.ts'
import { LiveWords } from '#server/areas/services/protocol-runs/live-words.ts'
import { a2aError } from '#server/platform/http/a2a-errors.ts'
import { argumentsOf } from '#server/platform/http/arguments.ts'
import { callEndpoint } from '#server/platform/http/call-endpoint.ts'
import { toAppError } from '#server/platform/http/errors.ts'
import type { BareAnswer, RequestContext } from '#server/platform/http/handlers.ts'
import { ToolContext } from '#server/platform/http/tool-context.ts'
import { isObject } from '#shared/json.ts'
import { readMessage } from './read-message.ts'
import { artifactOf, fileArtifacts, hiddenTask, statusOf, statusOfState, taskOf } from './tasks.ts'

export interface MethodDeps extends RunDeps {
  /** How the lists of an account say a text: with personal data masked, where its data policy wants that. */
  hiding(account: string | null): Promise<(text: string) => string>
}

/** A task of another agent's address is none of this one. @throws AppError not_found */
async function readTask(deps: RunDeps, model: string, id: string, context: RequestContext): Promise<Execution> {
  const parsed = ExecutionId.safeParse(id)
  if (!parsed.success) throw fieldError('params.id', 'There is no such task.', 'not_found')
  const execution = await readRun(deps, parsed.data, context)
  const { service, workflow, agent } = execution
  const own = service !== null ? serviceModel(service.id) : agent === null ? agentModel(workflow.id) : ''
  if (own !== model) throw fieldError('params.id', 'There is no such task.', 'not_found')
  return execution
}

async function contextOf({ id, input }: Execution): Promise<string> {
  const given = await readWhole(input)
  return isObject(given) && typeof given.session === 'string' && given.session !== '' ? given.session : id
}

async function presentTask(
  deps: RunDeps,
  execution: Execution,
  context: RequestContext,
  withAnswer = true,
): Promise<JsonObject> {
  const begun = { execution_id: execution.id, model: '' }
  const answer = withAnswer && execution.status === 'succeeded' ? await finishRun(deps, begun, context) : null
  return taskOf({ execution, context: await contextOf(execution), answer })
}

/** A run that waits for a person is a state of its task, no refusal. */
async function* followTask(deps: RunDeps, begun: Begun, following: Parameters<typeof followRun>[2]) {
  try {
    yield* followRun(deps, begun, following)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'run_waiting') throw error
  }
}

async function send(deps: RunDeps, model: string, sent: A2aSend, context: RequestContext): Promise<Begun> {
  const question = readMessage(sent)
  const { contextId, referenceTaskIds } = sent.message
  const run = referenceTaskIds?.at(-1)
  const earlier = run && (await continueRun(deps, { run, field: 'params.message.referenceTaskIds' }, context))
  const known = !earlier && contextId ? await continueSession(deps, { model, session: contextId }, context) : null
  const session = (earlier ? earlier.session : contextId) || randomUUID()
  const continued = earlier || known
  const before = continued ? continued.before : []
  return beginRun(deps, { model, question: { ...question, before }, session }, context)
}

type Following = { context: RequestContext; signal: AbortSignal }

async function* streamTask(deps: RunDeps, begun: Begun, { context, signal }: Following): AsyncGenerator<JsonObject> {
  const words = new LiveWords()
  const first = await readRun(deps, begun.execution_id, context)
  const contextId = await contextOf(first)
  const place = { taskId: begun.execution_id, contextId }
  let begunText = false
  const piece = (text: string, lastChunk: boolean) => {
    const append = begunText
    begunText = true
    return { artifactUpdate: { ...place, artifact: artifactOf(begun.execution_id, text), append, lastChunk } }
  }
  yield { task: await presentTask(deps, first, context) }
  if (isFinal(first.status)) return
  for await (const text of followTask(deps, begun, { context, signal, words })) yield piece(text, false)
  if (signal.aborted) return
  const execution = await readRun(deps, begun.execution_id, context)
  if (execution.status === 'succeeded') {
    const { text, files } = await finishRun(deps, begun, context)
    yield piece(words.rest(text), true)
    for (const artifact of fileArtifacts(begun.execution_id, files))
      yield { artifactUpdate: { ...place, artifact, append: false, lastChunk: true } }
  }
  yield { statusUpdate: { ...place, status: statusOf({ execution, context: contextId }) } }
}

async function cancel(deps: RunDeps, model: string, id: string, context: RequestContext): Promise<Execution> {
  const execution = await readTask(deps, model, id, context)
  const request = { params: { id: execution.id }, body: { action: 'cancel' } }
  await callEndpoint(deps.handlers, 'controlExecution', request, new ToolContext(context))
  return readRun(deps, id, context)
}

interface Called {
  model: string
  request: A2aRequest
  context: RequestContext
}

type Method = (deps: MethodDeps, called: Called) => BareAnswer<object, Begun>

/** The answer to this request, whole or an event of several. */
const inReply = ({ request: { id = null } }: Called, result: JsonObject) => ({ jsonrpc: '2.0' as const, id, result })

const taskNow = async (deps: RunDeps, { execution_id }: Begun, context: RequestContext) =>
  presentTask(deps, await readRun(deps, execution_id, context), context)

const sendMessage: Method = (deps, called) => {
  const { model, request, context } = called
  const sent = argumentsOf(A2aSend, request.params ?? {})
  const waits = sent.configuration?.returnImmediately !== true
  return {
    type: 'bare',
    begin: () => send(deps, model, sent, context),
    body: async (begun, signal) => {
      if (waits) for await (const _ of followTask(deps, begun, { context, signal, words: new LiveWords() }));
      return inReply(called, { task: await taskNow(deps, begun, context) })
    },
  }
}

const streaming = (deps: RunDeps, called: Called, begin: () => Promise<Begun>): BareAnswer<object, Begun> => ({
  type: 'bare',
  begin,
  body: async (begun) => inReply(called, { task: await taskNow(deps, begun, called.context) }),
  stream: {
    events: (begun, signal) => inReplies(called, streamTask(deps, begun, { context: called.context, signal })),
    ending: null,
  },
})

const streamMessage: Method = (deps, called) => {
  const sent = argumentsOf(A2aSend, called.request.params ?? {})
  return streaming(deps, called, () => send(deps, called.model, sent, called.context))
}

/** The task that a request names, after `work` on it. */
const namedTask = async (
  deps: RunDeps,
  { model, request, context }: Called,
  work: typeof readTask = readTask,
): Promise<Begun> => {
  const { id } = argumentsOf(A2aTaskOf, request.params ?? {})
  return { execution_id: (await work(deps, model, id, context)).id, model }
}

const aboutTask = (deps: RunDeps, called: Called, work: typeof readTask): BareAnswer<object, Begun> => ({
  type: 'bare',
  begin: () => namedTask(deps, called, work),
  body: async (begun) => inReply(called, await taskNow(deps, begun, called.context)),
})

const OFFSET = /^from-(\d{1,9})$/

function offsetOf(token: string | undefined): number {
  if (!token) return 0
  const [, offset] = OFFSET.exec(token) ?? []
  if (offset === undefined) throw fieldError('params.pageToken', 'This page token is invalid.')
  return Number(offset)
}

const listTasks: Method = (deps, called) => {
  const { model, request, context } = called
  const { contextId, status, pageSize, pageToken, includeArtifacts, statusTimestampAfter } = argumentsOf(
    A2aList,
    request.params ?? {},
  )
  if (statusTimestampAfter)
    throw fieldError('params.statusTimestampAfter', 'Tasks can’t be listed by time.', 'unsupported_parameter')
  const offset = offsetOf(pageToken)
  const wanted = statusOfState(status)
  return {
    type: 'bare',
    begin: async () => ({ execution_id: '', model }),
    body: async () => {
      const which = { ...(contextId && { session: contextId }), ...(wanted && { status: wanted }) }
      const { items, total } = await listRuns(deps, model, { ...which, limit: pageSize, offset }, context)
      const { caller } = context
      const hide = await deps.hiding(caller.type === 'user' ? caller.id : null)
      const tasks: JsonObject[] = []
      for (const { id } of items) {
        const task = await presentTask(deps, await readRun(deps, id, context), context, includeArtifacts)
        tasks.push(hiddenTask(task, hide))
      }
      const next = offset + items.length
      const nextPageToken = items.length > 0 && next < total ? `from-${next}` : ''
      return inReply(called, { tasks, nextPageToken, pageSize: items.length, totalSize: total })
    },
  }
}

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['SendMessage', sendMessage],
  ['SendStreamingMessage', streamMessage],
  ['SubscribeToTask', (deps, called) => streaming(deps, called, () => namedTask(deps, called))],
  ['ListTasks', listTasks],
  ['GetTask', (deps, called) => aboutTask(deps, called, readTask)],
  ['CancelTask', (deps, called) => aboutTask(deps, called, cancel)],
])

/** @throws AppError unsupported_parameter for a method that is not there */
export function answerMethod(deps: MethodDeps, called: Called): BareAnswer<object, Begun> {
  const method = METHODS.get(called.request.method)
  if (method === undefined) throw fieldError('method', 'There is no such method here.', 'unsupported_parameter')
  return method(deps, called)
}

async function* inReplies(called: Called, events: AsyncIterable<JsonObject>): AsyncGenerator<object> {
  try {
    for await (const event of events) yield inReply(called, event)
  } catch (error) {
    const refusal = toAppError(error as Error)
    if (refusal === null) throw error
    yield { jsonrpc: '2.0', id: called.request.id ?? null, error: a2aError(refusal, refusal.message) }
  }
}
