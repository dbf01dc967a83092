/** The models as nodes reach them: the one that is asked, and the one that is asked when that fails. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ModelPort } from '#nodes/model-port.ts'
import { NodeError } from '#nodes/node.ts'
import type { ModelClient } from '#server/gateways/models/client.ts'
import { ModelError } from '#server/gateways/models/refusals.ts'
import type { ModelCosts } from './budget.ts'
import { type ChoiceDeps, chooseModels, hasModel } from './choose-models.ts'
import { type Conversation, type ConverseDeps, converse } from './converse.ts'

export interface ModelDeps extends ChoiceDeps {
  ask: ModelClient['ask']
  costs: ModelCosts
  /** The clock of retries; real when absent. */
  pause?: ConverseDeps['pause']
}

const wait: ConverseDeps['pause'] = async (ms, signal) => {
  try {
    await delay(ms, undefined, { signal })
  } catch {
    throw signal.reason
  }
}

export function createModelPort(deps: ModelDeps): ModelPort {
  const parts: ConverseDeps = { db: deps.db, ask: deps.ask, costs: deps.costs, pause: deps.pause ?? wait }
  return {
    available: (who) => hasModel(deps, who),
    async generate(request, who, signal, onText, account) {
      const [first, second] = await chooseModels(deps, request, who)
      const talk: Conversation = { request, who, signal, onText, account }
      try {
        return await converse(parts, first, talk)
      } catch (error) {
        if (!second || signal.aborted || !(error instanceof ModelError)) throw error
        return await converse(parts, second, talk).catch((cause: unknown) => {
          if (signal.aborted || !(cause instanceof NodeError)) throw cause
          const message = `${error.message} The fallback model failed too: ${cause.message}`
          throw new NodeError(cause.code, message, { retryable: cause.retryable || error.retryable, cause })
        })
      }
    },
  }
}
