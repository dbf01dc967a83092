/** A run of a service or custom agent as other protocols ask for it. Every step asks an endpoint that is there without it. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { readWhole, writtenLength } from '#contract/core/json-text.ts'
import { ExecutionId, type Json, type JsonObject } from '#contract/core/primitives.ts'
import { type ExecutionStatus, isFinal } from '#contract/runs/execution-states.ts'
import type { Execution, ExecutionEvent } from '#contract/runs/executions.ts'
import type { OfRun } from '#contract/services/openai.ts'
import { answerFiles, answerText } from '#server/areas/runs/runs.ts'
import { admitTo, callEndpoint } from '#server/platform/http/call-endpoint.ts'
import type { Handlers, RequestContext, StreamAnswer, Upload } from '#server/platform/http/handlers.ts'
import { ToolContext } from '#server/platform/http/tool-context.ts'
import { isObject } from '#shared/json.ts'
import { type AnswerFile, originFor } from './answer-files.ts'
import { type LiveWords, writesLive } from './live-words.ts'
import { type NamedModel, readModel } from './models.ts'
import { type Question, type SentFile, type Turn, turnsOf } from './question.ts'
import { inMessage, inputOf } from './run-input.ts'

export type Asked =
  | 'getService'
  | 'executeWorkflow'
  | 'getExecution'
  | 'listExecutions'
  | 'streamExecution'
  | 'controlExecution'
  | 'uploadFile'

export interface RunDeps {
  handlers: Pick<Handlers, Asked>
  /** Where this installation is reached; empty where nobody has said. */
  publicUrl: string
}

/** What is stored for a key: enough to find the run again. */
export type Begun = { execution_id: string; model: string } & JsonObject

class DoorContext extends ToolContext {
  override readonly via = 'http'
  readonly #upload: Upload | null

  constructor(context: RequestContext, upload: Upload | null = null) {
    super(context)
    this.#upload = upload
  }

  override async upload(): Promise<Upload> {
    return this.#upload ?? super.upload()
  }
}

const unknownModel = (): AppError =>
  fieldError('model', 'There is no such model. List yours at /v1/models.', 'not_found')

type Target = NamedModel & { schema: JsonObject | null }

/** @throws AppError not_found also for another person's */
async function targetOf({ handlers }: RunDeps, model: string, context: RequestContext): Promise<Target> {
  const named = readModel(model)
  if (named === null) throw unknownModel()
  if ('workflow_id' in named) return { ...named, schema: null }
  const asked = callEndpoint(handlers, 'getService', { params: { id: named.service_id } }, new DoorContext(context))
  const { input_schema } = await asked.catch(asModel)
  return { ...named, schema: input_schema }
}

function asModel(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? unknownModel() : error
}

async function upload({ handlers }: RunDeps, { field, name, content }: SentFile, context: RequestContext) {
  if ('file_id' in content) return { file_id: content.file_id }
  const sent = { name, mime: content.mime, stream: Readable.from([content.bytes], { objectMode: false }) }
  try {
    const { id } = await callEndpoint(handlers, 'uploadFile', {}, new DoorContext(context, sent))
    return { file_id: id as string }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    throw fieldError(field, error.message, error.code)
  }
}

/** @throws AppError what `workflows/execute` and the upload of a file may answer, in words of the request */
export async function beginRun(
  deps: RunDeps,
  { model, question, session }: { model: string; question: Question; session: string },
  context: RequestContext,
): Promise<Begun> {
  const { schema, ...target } = await targetOf(deps, model, context)
  // What would be refused in any case is refused before files are stored.
  const references = question.files.map(() => ({ file_id: '' }))
  inputOf(schema, { question, files: references, session })
  const files: { file_id: string }[] = []
  for (const file of question.files) files.push(await upload(deps, file, context))
  const body = { ...target, input: inputOf(schema, { question, files, session }) }
  try {
    const door = new DoorContext(context)
    const { execution_id } = await callEndpoint(deps.handlers, 'executeWorkflow', { body }, door)
    return { execution_id, model }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw unknownModel()
    return inMessage(error, question)
  }
}

/** Runs of a model, newest first. @param more as the list of runs is asked */
export async function listRuns({ handlers }: RunDeps, model: string, more: RunsOf, context: RequestContext) {
  const named = readModel(model)
  if (named === null) throw unknownModel()
  const of =
    'workflow_id' in named ? { workflow_id: named.workflow_id, direct: 'true' } : { service_id: named.service_id }
  return callEndpoint(handlers, 'listExecutions', { query: { ...of, ...more } }, new DoorContext(context))
}

interface RunsOf {
  session?: string
  status?: ExecutionStatus
  limit: number
  offset: number
}

/**
 * What was said before in a session: all of it is in the newest answer of it.
 * @returns null for a new session, and where its content is deleted
 */
export async function continueSession(
  deps: RunDeps,
  { model, session }: { model: string; session: string },
  context: RequestContext,
): Promise<Conversation | null> {
  const newest = { session, status: 'succeeded' as const, limit: 1, offset: 0 }
  const [run] = (await listRuns(deps, model, newest, context)).items
  if (!run) return null
  try {
    return await continueRun(deps, { run: run.id, field: 'session' }, context)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'unsupported_parameter')) return null
    throw error
  }
}

export const readRun = ({ handlers }: RunDeps, id: string, context: RequestContext): Promise<Execution> =>
  callEndpoint(handlers, 'getExecution', { params: { id: ExecutionId.parse(id) } }, new DoorContext(context))

/** Ends a run that nobody waits for. One that has ended meanwhile stays as it is. */
export async function cancelRun({ handlers }: RunDeps, { execution_id: id }: Begun, context: RequestContext) {
  const request = { params: { id }, body: { action: 'cancel' } }
  await callEndpoint(handlers, 'controlExecution', request, new DoorContext(context)).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status >= 500) throw error
  })
}

/** What a person has to do before the run continues. @throws AppError run_waiting */
function refuseWaiting({ nodes }: Execution): void {
  const wait = nodes.flatMap((node) => (node.wait && node.wait.type !== 'timer' ? [node.wait] : []))[0]
  if (wait === undefined || wait.type === 'child') return
  const title = wait.title === null ? '' : `: ${wait.title}`
  throw new AppError('run_waiting', {
    message: `The run waits for a person${title}. Answer it on the page of the run.`,
  })
}

/**
 * Follows a run to its end. @yields the words of its answer as they are written, where that is certain
 * @throws AppError run_waiting when it waits for a person
 */
export async function* followRun(
  deps: RunDeps,
  { execution_id: id }: Begun,
  { context, signal, words }: { context: RequestContext; signal: AbortSignal; words: LiveWords },
): AsyncGenerator<string> {
  const { handlers } = deps
  const door = new DoorContext(context)
  admitTo('streamExecution', context.caller)
  const input = { params: { id: ExecutionId.parse(id) }, query: {} }
  const followed: StreamAnswer<ExecutionEvent> = await handlers.streamExecution(input, door)
  let live: boolean | null = null
  for await (const event of followed.events(signal)) {
    if (event.type === 'end') return
    if (event.type === 'status' && event.status === 'waiting') refuseWaiting(await readRun(deps, id, context))
    if (event.type !== 'progress' || event.written === undefined) continue
    live ??= writesLive(await readRun(deps, id, context))
    const said = live ? words.add(event.written) : ''
    if (said !== '') yield said
  }
}

export interface Finished {
  text: string
  /** Files of the answer, each with the address that the caller fetches it from. */
  files: AnswerFile[]
  execution: Execution
  of_run: OfRun
}

/** Longer outputs are for the page of the run: reading one would keep the process from everything else. */
const MOST_CHARACTERS = 1_000_000

async function readAnswer({ id, output }: Execution): Promise<{ text: string; files: ReturnType<typeof answerFiles> }> {
  if (writtenLength(output) > MOST_CHARACTERS)
    throw new AppError('run_failed', {
      message: `The answer is too large to send here. Read it at /api/v1/executions/${id}.`,
    })
  const whole = (await readWhole(output)) as Json
  return { text: answerText(whole), files: answerFiles(whole) }
}

/** What credits pay, in paise: of a trial run and of what was bought the models alone. */
function paidFor(charge: Execution['charge']): number {
  if (charge === null || charge.status === 'released') return 0
  return charge.models_paise + (charge.kind === 'credits' && charge.status !== 'rejected' ? charge.price_paise : 0)
}

/** @throws AppError run_failed, run_waiting */
export async function finishRun(deps: RunDeps, { execution_id }: Begun, context: RequestContext): Promise<Finished> {
  const execution = await readRun(deps, execution_id, context)
  const { id, status, error, charge, usage, disclaimer } = execution
  if (status === 'cancelled') throw new AppError('run_failed', { message: 'The run was cancelled.' })
  if (status === 'failed') {
    const message = error?.message ?? 'The run failed.'
    throw new AppError('run_failed', { message, problems: [{ message, code: error?.code ?? 'run_failed' }] })
  }
  if (!isFinal(status)) throw new AppError('unavailable', { retryAfter: 5 })
  const of_run = {
    execution_id: id,
    cost_paise: paidFor(charge),
    model_cost_micros: usage.cost_micros,
    disclaimer,
  }
  const { text, files } = await readAnswer(execution)
  const origin = originFor(deps.publicUrl, context.client.host)
  return {
    text,
    files: files.map((file) => ({ ...file, url: `${origin}/api/v1/files/${file.file_id}` })),
    execution,
    of_run,
  }
}

export const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)

/** What was said so far, and what the runs that said it have in common. */
export interface Conversation {
  before: Turn[]
  session: string
}

/**
 * What an earlier run was asked and answered, as what was said before the next one.
 * @throws AppError not_found for one of another person, one that failed and one whose content is deleted; each names `field`
 */
export async function continueRun(
  deps: RunDeps,
  { run, field }: { run: string; field: string },
  context: RequestContext,
): Promise<Conversation> {
  const execution = await readRun(deps, run, context).catch((error: unknown) => {
    const isGone = error instanceof AppError && error.code === 'not_found'
    throw isGone ? fieldError(field, 'There is no such answer to continue from.', 'not_found') : error
  })
  if (execution.status !== 'succeeded' || execution.payload_removed_at !== null)
    throw fieldError(field, 'There is no answer to continue from.', 'not_found')
  const [input, { text }] = await Promise.all([readWhole(execution.input), readAnswer(execution)])
  if (!isObject(input) || typeof input.message !== 'string')
    throw fieldError(field, 'This agent holds no conversations.', 'unsupported_parameter')
  return {
    before: [...turnsOf(input.history), { role: 'person', text: input.message }, { role: 'workflow', text }],
    session: typeof input.session === 'string' ? input.session : randomUUID(),
  }
}
