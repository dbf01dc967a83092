/** One action on a person's own behalf, without a workflow: from a program, or tried on the page of an app. */

import { INTEGRATIONS } from '#contract/connectors/integration-values.ts'
import type { ActionResult } from '#contract/connectors/integrations.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionsPort } from '#nodes/ports.ts'
import { findAccountIdsAt } from '#server/areas/accounts/accounts.ts'
import { directCaller } from '#server/areas/connectors/actions/direct-caller.ts'
import type { RunningActions } from '#server/areas/connectors/apps/apps.policy.ts'
import type { FindApp } from '#server/areas/connectors/catalogue/app.ts'
import { isPieceId } from '#server/areas/connectors/plugins/piece-apps.ts'
import type { PieceParts } from '#server/areas/connectors/plugins/run-piece.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { findAction, needsAccount } from './actions-port.ts'

export interface DirectParts {
  db: Database
  find: FindApp
  actions: ActionsPort
  plugins: PieceParts
}

export interface DirectCall {
  integration: string
  action: string
  input: JsonObject
  /** Null: the only account there is. */
  account: string | null
}

/** The account that was named, or the only one there is; of several none where none is needed. @throws NodeError `credential_missing` */
async function accountFor(
  { db }: DirectParts,
  owner: UserId,
  { integration, account }: DirectCall,
  found: Parameters<typeof needsAccount>[0],
) {
  if (account !== null) return account
  const [first, second] = await findAccountIdsAt(db, owner, integration, 2)
  if (!second) return first ?? null
  if (!needsAccount(found)) return null
  throw new NodeError('credential_missing', `You have several accounts at ${found.connector.name}. Say which one.`, {
    field: 'account',
  })
}

/**
 * Runs it now. What the service refuses is told in the result.
 * @throws not_found for an app or action that is not there, too_many_requests
 */
export async function runDirectly(
  parts: DirectParts,
  { on: owner }: RunningActions,
  call: DirectCall,
  signal: AbortSignal,
): Promise<ActionResult> {
  const { db, find, actions, plugins } = parts
  const started = performance.now()
  await enforceRateLimit(db, [rateLimitFor('app-action', { key: owner, shared: false }, INTEGRATIONS.calls_an_hour)])
  const ended = (rest: Omit<ActionResult, 'took_ms'>): ActionResult => ({
    ...rest,
    took_ms: Math.round(performance.now() - started),
  })
  const failed = (error: NonNullable<ActionResult['error']>): ActionResult =>
    ended({ status: 'failed', output: null, error })
  try {
    // Says by name that a plugin is disabled.
    if (isPieceId(call.integration)) await plugins.pieces.open(call.integration)
    const found = await findAction(find, owner, call.integration, call.action)
    const credential = await accountFor(parts, owner, call, found)
    const { integration, action, input } = call
    const answer = await actions.run(
      { integration, action, input, credential, all_pages: false },
      directCaller(owner),
      signal,
    )
    if (answer.type === 'later')
      return failed({ code: 'app_busy', message: answer.message, field: null, retryable: true })
    return ended({ status: 'succeeded', output: answer.output, error: null })
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    const { code, message, retryable, field } = error
    if (code === 'app_not_found' || code === 'action_not_found') throw new AppError('not_found', { message })
    return failed({ code, message, field: field === 'credential' ? 'account' : field, retryable })
  }
}
