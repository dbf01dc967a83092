import { AppError } from '#contract/core/errors.ts'
import { readJson } from '#contract/core/json-text.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Started } from '#contract/runs/started.ts'
import { Response as HookResponse, mayAnswerWith } from '#nodes/types/flow/respond.ts'
import { isRefusal } from '#server/areas/runs/executions/refusals.ts'
import {
  presentStarted,
  type RunEngine,
  startPreparedRun,
  translateEngineRefusals,
} from '#server/areas/runs/executions/run.routes.ts'
import type { FileDeps } from '#server/areas/runs/files/files.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { type ModelDeps, refuseUnready } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, ReplyAnswer, RequestContext } from '#server/platform/http/handlers.ts'
import * as calls from './calls.store.ts'
import { createHooks, evaluateSameKey, type Hook, hookInput, hookStartRequest, type OpenSecret } from './hooks.ts'
import { claimKey, keepRun, releaseKey } from './keys.store.ts'
import { storeFiles } from './received-files.ts'
import { shownRequest } from './shown-request.ts'

interface Input {
  params: { token: string }
  body?: Json | undefined
}
type Answer = Started | ReplyAnswer

/** After a change of a workflow its webhook may run the version before for as long, in ms. */
const FRESH_MS = 1000

interface Deps {
  db: Database
  engine: RunEngine
  files: FileDeps['files']
  models: ModelDeps
  open: OpenSecret
  fresh_ms?: number
  /** How long a caller is let wait for the result. */
  wait_ms: number
}

export function hookHandlers(deps: Deps): Pick<Handlers, 'receiveHook' | 'receiveTestHook'> {
  const { db, fresh_ms = FRESH_MS } = deps
  const hooks = createHooks(db, { fresh_ms, open: deps.open })
  const files = createFilePort(deps)
  const receive =
    (test: boolean) =>
    async ({ params: { token }, body }: Input, context: RequestContext): Promise<Answer> => {
      const { method, received } = context
      const hook = await hooks.find({ token, test }, method)
      const call = { method, input: { body: body ?? null, ...context.raw }, bytes: received?.bytes ?? new Uint8Array() }
      const noted = noting(db, hook, method, test ? shownRequest(hookInput(hook, call)) : null)
      return noted(async () => {
        await hooks.admit(hook, call)
        const owner = { user_id: hook.owner }
        await refuseUnready(deps.models, { workflow_version_id: hook.version, agent_version_id: null, owner })
        const input = hookInput(hook, call)
        input.body = await storeFiles(files, hook.owner, body ?? null, received?.files ?? [])
        return once(deps, hook, input, context)
      })
    }
  const addressed = (test: boolean) => ({
    checkAddress: ({ token }: Input['params'], method: string) => hooks.checkAddress({ token, test }, method),
    handle: receive(test),
  })
  return { receiveHook: addressed(false), receiveTestHook: addressed(true) }
}

/** The same request again gets the answer of the first run. */
async function once(deps: Deps, hook: Hook, input: JsonObject, context: RequestContext): Promise<Answer> {
  const { db } = deps
  const key = await evaluateSameKey(hook, input, deps.engine.evaluatorFor({ user_id: hook.owner }))
  if (key === null) return run(deps, hook, input, context)
  const claim = await claimKey(db, hook.trigger_id, key)
  if (!claim.first) {
    if (claim.execution_id === null) throw new AppError('hook_under_way', { retryAfter: 1 })
    return answerOf(deps.engine, hook, claim.execution_id, context)
  }
  const request = { ...hookStartRequest(hook, input), ...claim.run }
  const started = await translateEngineRefusals(() => deps.engine.start(request)).catch(async (error) => {
    if (isRefusal(error)) await releaseKey(db, hook.trigger_id, key)
    throw error
  })
  await keepRun(db, hook.trigger_id, key, started.execution_id)
  return answerOf(deps.engine, hook, started.execution_id, context)
}

async function run({ engine, wait_ms }: Deps, hook: Hook, input: JsonObject, context: RequestContext): Promise<Answer> {
  const prepared = { request: hookStartRequest(hook, input), access_token: null, release: async () => {} }
  const { respond } = hook.settings
  if (respond === 'respond_node' && hook.responders.length > 0) {
    const { execution_id } = await translateEngineRefusals(() => engine.start(prepared.request))
    return answerOf(engine, hook, execution_id, context)
  }
  const wait = respond === 'immediately' ? 0 : wait_ms
  return inTime(await startPreparedRun(engine, prepared, wait), wait, context)
}

/** The answer of a run that is there already. */
async function answerOf(engine: RunEngine, hook: Hook, id: string, context: RequestContext): Promise<Answer> {
  const { respond } = hook.settings
  if (respond === 'respond_node' && hook.responders.length > 0) {
    const reply = await replyOf(engine, hook.responders, id, context.signal)
    if (reply) return reply
  }
  const wait = respond === 'when_finished' ? SERVER_LIMITS.wait_ms : 0
  const state = await translateEngineRefusals(() => engine.result(id, wait))
  const answer = {
    ...presentStarted(state),
    ...(wait > 0 && state.status === 'succeeded' ? { output: state.output } : {}),
  }
  return inTime(answer, respond === 'immediately' ? 0 : 1, context)
}

/** A caller whose answer did not come in time gets the id of the run. */
function inTime(answer: Started, waited: number, context: RequestContext): Started {
  if (waited > 0 && !isFinal(answer.status)) context.setStatus(202)
  return answer
}

/** What a step said to the caller; null when the run ended, or the time, without a word. */
async function replyOf(
  engine: RunEngine,
  responders: readonly string[],
  id: string,
  gone: AbortSignal,
): Promise<ReplyAnswer | null> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(SERVER_LIMITS.wait_ms)])
  for await (const event of engine.events(id, 0, signal)) {
    if (event.type === 'end') return null
    if (event.type !== 'node' || event.status !== 'succeeded' || !responders.includes(event.node_id)) continue
    const said = HookResponse.safeParse(readJson(event.output))
    if (said.success) {
      // Asked again: a version may be older than what is allowed now.
      const headers = Object.entries(said.data.headers).filter(([name]) => mayAnswerWith(name))
      return { type: 'reply', ...said.data, headers: Object.fromEntries(headers) }
    }
    return { type: 'reply', status: 500, headers: {}, body: { message: 'The response is too large to send.' } }
  }
  return null
}

/** Refused requests, and all at the test address, are noted for the owner. */
function noting(db: Database, hook: Hook, method: string, request: string | null) {
  return async (work: () => Promise<Answer>): Promise<Answer> => {
    const call = { trigger: hook.trigger_id, test: request !== null, method, status: null, code: null, request }
    const id = request === null ? null : await calls.insertCall(db, call)
    try {
      const answer = await work()
      if (id === null) return answer
      const execution_id = 'execution_id' in answer ? answer.execution_id : null
      const status = 'type' in answer ? answer.status : 200
      await calls.answerCall(db, id, { status, code: null, execution_id })
      return answer
    } catch (error) {
      if (error instanceof AppError) {
        const { status, code } = error
        if (id === null) await calls.insertCall(db, { ...call, status, code })
        else await calls.answerCall(db, id, { status, code, execution_id: null })
      }
      throw error
    }
  }
}
