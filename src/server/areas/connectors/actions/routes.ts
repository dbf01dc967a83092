import { CredentialId } from '#contract/accounts/credentials.ts'
import { AppError } from '#contract/core/errors.ts'
import { mayRunActions } from '#server/areas/connectors/apps/apps.policy.ts'
import { findApp } from '#server/areas/connectors/apps/apps.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { findOptions } from './action-options.ts'
import { type AppCallRow, findAppCalls, findCallsOfRun } from './app-calls.store.ts'
import { type DirectParts, runDirectly } from './run-directly.ts'

const present = ({ connector, credential_id, account_name, at, ...row }: AppCallRow) => ({
  ...row,
  integration: connector,
  account: credential_id === null ? null : { id: CredentialId.parse(credential_id), name: account_name ?? '' },
  at: at.toISOString(),
})

export const actionHandlers = (
  parts: DirectParts,
): Pick<Handlers, 'runAction' | 'listAppCalls' | 'listRunAppCalls' | 'getActionOptions'> => ({
  runAction: ({ params, body }, { caller, signal }) =>
    runDirectly(parts, mayRunActions(caller), { ...params, input: body.input, account: body.account ?? null }, signal),
  listRunAppCalls: async ({ params, query }, { caller }) => {
    const found = await findCallsOfRun(parts.db, mayRunActions(caller).on, params.id, query)
    if (!found) throw new AppError('not_found')
    return { items: found.rows.map(present), total: found.total, limit: query.limit, offset: query.offset }
  },
  getActionOptions: ({ params, body }, { caller, signal }) =>
    findOptions(
      parts,
      mayRunActions(caller),
      { ...params, ...body, account: body.account ?? null, search_term: body.search_term ?? '' },
      signal,
    ),
  listAppCalls: async ({ params, query }, { caller }) => {
    const { on: owner } = mayRunActions(caller)
    await findApp(parts, owner, params.id)
    const { rows, total } = await findAppCalls(parts.db, owner, params.id, query)
    return { items: rows.map(present), total, limit: query.limit, offset: query.offset }
  },
})
