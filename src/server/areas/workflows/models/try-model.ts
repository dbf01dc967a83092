/** Asks a model for one word: the test button. The call is real, and counts as one. */
import { AppError } from '#contract/core/errors.ts'
import type { ModelUsage } from '#nodes/model-port.ts'
import { NodeError } from '#nodes/node.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { type Chosen, ENVIRONMENT, ofEnvironment, ofRow } from './choose-models.ts'
import { converse } from './converse.ts'
import type { ModelDeps } from './model-port.ts'
import { mayChangeModel, mayChangeOperatorModels } from './models.policy.ts'
import { findModel } from './models.store.ts'

const TIME_LIMIT_MS = 20_000
/** As of credentials: the server that is asked is whichever its owner entered. */
const TESTS_AN_HOUR = 60

export interface Tried {
  ok: boolean
  latency_ms: number
  model: string
  text: string
  tokens: number
  cost_micros: number
  error: { code: string; message: string; field: string | null } | null
}

/** @throws not_found, forbidden, unauthenticated */
async function chosenBy(deps: ModelDeps, caller: Caller, id: string): Promise<Chosen> {
  const { db, vault, environment } = deps
  if (id !== ENVIRONMENT) return ofRow(vault, mayChangeModel(caller, await findModel(db, id)).on)
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!environment) throw new AppError('not_found')
  if (!mayChangeOperatorModels(caller)) throw new AppError('forbidden')
  return ofEnvironment(environment)
}

/** What goes wrong is the answer, not an error. @throws not_found, forbidden, unauthenticated, too_many_requests */
export async function tryModel(deps: ModelDeps, caller: Caller, id: string): Promise<Tried> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  let chosen: Chosen | undefined
  try {
    chosen = await chosenBy(deps, caller, id)
    const { text, usage, model } = await say(deps, chosen, caller)
    return { ok: true, latency_ms: took(), model, text: text.slice(0, 200), ...sumOf(usage), error: null }
  } catch (error) {
    if (error instanceof AppError) throw error
    const refusal =
      error instanceof NodeError
        ? error
        : new NodeError('model_timeout', `The model didn’t respond within ${TIME_LIMIT_MS / 1000} seconds.`)
    if (!(error instanceof NodeError) && !isTimeout(error)) throw error
    const { code, message, field } = refusal
    const model = chosen?.target.model ?? ''
    return {
      ok: false,
      latency_ms: took(),
      model,
      text: '',
      tokens: 0,
      cost_micros: 0,
      error: { code, message, field },
    }
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

const sumOf = ({ input_tokens, output_tokens, cost_micros }: ModelUsage) => ({
  tokens: input_tokens + output_tokens,
  cost_micros,
})

async function say({ db, ask, costs }: ModelDeps, chosen: Chosen, caller: Caller) {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  const limit = rateLimitFor('model-test', { key: caller.id, shared: false }, TESTS_AN_HOUR)
  await enforceRateLimit(db, [limit], 'You’ve tested models many times')
  return converse({ db, ask, costs, pause: () => Promise.resolve() }, chosen, {
    tries: 1,
    // Models that think before they speak need room for it.
    request: { messages: [{ role: 'user', content: 'Answer with the one word: ready' }], max_output_tokens: 256 },
    who: { owner: { user_id: caller.id }, author: null, version: null },
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    onText: undefined,
    account: undefined,
  })
}
