/** A test item: what a trigger would start a workflow with. */
import { INTEGRATIONS } from '#contract/connectors/integration-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { NodeError } from '#nodes/node.ts'
import { findAccountIdsAt } from '#server/areas/accounts/accounts.ts'
import { mayRunActions, type TriggerPort } from '#server/areas/connectors/connectors.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'

interface Deps {
  db: Database
  triggers: TriggerPort
}

export const sampleHandlers = ({ db, triggers }: Deps): Pick<Handlers, 'fetchTriggerSample'> => ({
  fetchTriggerSample: async ({ params, body }, { caller, signal }) => {
    const { on: owner } = mayRunActions(caller)
    await enforceRateLimit(db, [rateLimitFor('app-action', { key: owner, shared: false }, INTEGRATIONS.calls_an_hour)])
    const started = performance.now()
    const took_ms = () => Math.round(performance.now() - started)
    const [first, second] = body.account ? [body.account] : await findAccountIdsAt(db, owner, params.id, 2)
    const watched = {
      ...{ integration: params.id, trigger: params.trigger, input: body.input, identity: body.identity },
      credential: second ? null : (first ?? null),
    }
    try {
      const output = await triggers.sample(watched, owner, signal)
      return { status: 'succeeded', output, error: null, took_ms: took_ms() }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      const { code, message, retryable, field } = error
      if (code === 'app_not_found' || code === 'trigger_not_found') throw new AppError('not_found', { message })
      const shown = field === 'credential' ? 'account' : field
      return { status: 'failed', output: null, error: { code, message, field: shown, retryable }, took_ms: took_ms() }
    }
  },
})
