/**
 * What is kept of a call of an app. One that must not be made twice is written down before it is made, so that an attempt after a crash, a
 * time-out or a pause finds it and does not make it again.
 */
import type { Logger } from 'pino'
import type { Action, Connector } from '#connectors/connector.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { isOutcomeKnown } from '#nodes/lib/integrations/outcome.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionAnswer, ActionCaller, ActionRequest } from '#nodes/ports.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isOutage, throughOutage } from '#server/platform/database/outage.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './app-calls.store.ts'
import type { Sent } from './run-http.ts'

interface NotedCall {
  /** Whose account is used, or who asked. */
  holder: UserId | null
  found: { connector: Pick<Connector, 'name'>; action: Pick<Action, 'title' | 'effect' | 'idempotent'> }
  request: ActionRequest
  caller: ActionCaller
  sent: Sent
}

export interface CallNote {
  /** Before the call is made. @throws NodeError `answer_lost` when an attempt before may have made it */
  begin(): Promise<void>
  answered(answer: ActionAnswer): Promise<void>
  /** @returns what to throw: an error after which the call is not made again, where it may have taken effect */
  failed(error: unknown): Promise<unknown>
}

/** Of our own database: a service that is away is named in an error of a node. */
export const isOurOutage = (error: unknown): boolean => !(error instanceof NodeError) && isOutage(error)

/** By a fault here, or because the database was away. */
const FAILED = 'failed'

export function noteCall(
  { db, log }: { db: Queryable; log: Pick<Logger, 'warn'> },
  { holder, found, request, caller, sent }: NotedCall,
): CallNote {
  const { connector, action } = found
  const isOnce = action.effect !== 'read' && !action.idempotent
  const started = performance.now()
  let begun: string | null = null
  const call = (owner_id: UserId) => ({
    owner_id,
    connector: request.integration,
    action: request.action,
    effect: action.effect,
    credential_id: request.credential,
    execution_id: caller.execution_id,
    host: sent.host,
  })

  async function write(error: string | null, did_nothing: boolean): Promise<void> {
    if (holder === null) return
    const { requests, host } = sent
    const end = { error, requests, host, took_ms: Math.round(performance.now() - started) }
    const id = begun
    try {
      const isVoid = requests === 0 || (error === FAILED && !sent.left)
      if (id !== null && isVoid) await throughOutage(() => store.removeAppCall(db, id))
      else if (id !== null) await throughOutage(() => store.endAppCall(db, id, end, did_nothing))
      else if (requests > 0) await store.insertAppCall(db, { ...call(holder), ...end })
    } catch (cause) {
      // The service has done it: the step must not say that it failed.
      log.warn({ err: cause, connector: request.integration }, 'a call of an app could not be noted')
    }
  }

  return {
    async begin() {
      // Without a run nobody makes it again but the person.
      if (!isOnce || holder === null || caller.execution_id === null) return
      const id = uuidv7()
      const one = { ...call(holder), id }
      if (await throughOutage(() => store.beginAppCall(db, one, caller.idempotency_key))) begun = id
      else
        throw new NodeError(
          'answer_lost',
          `The answer to “${action.title}” was lost, so it isn’t tried again. Check in ${connector.name} whether it took effect.`,
        )
    },
    answered: (answer) => write(answer.type === 'later' ? 'app_busy' : null, answer.type === 'later'),
    async failed(error) {
      const isKnown = !sent.left || (error instanceof NodeError && isOutcomeKnown(error))
      await write(error instanceof NodeError ? error.code : FAILED, isKnown)
      if (!isOnce || isKnown || !(error instanceof NodeError) || !error.retryable) return error
      const { code, message, field } = error
      return new NodeError(code, message, { ...(field !== null && { field }), cause: error })
    },
  }
}
