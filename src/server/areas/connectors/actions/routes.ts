import { CredentialId } from '#contract/accounts/credentials.ts'
import type { AppCall } from '#contract/connectors/integrations.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { mayRunActions } from '#server/areas/connectors/apps/apps.policy.ts'
import { findApp } from '#server/areas/connectors/apps/apps.ts'
import type { App, FindApp } from '#server/areas/connectors/catalogue/app.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { findOptions } from './action-options.ts'
import { type AppCallRow, findAppCalls, findCallsOfRun } from './app-calls.store.ts'
import { type DirectParts, runDirectly } from './run-directly.ts'

/** Of an action, or of a trigger that asked the service itself. */
const titleOf = async (app: App | null, id: string): Promise<string | null> =>
  (await app?.action(id))?.title ?? app?.head.triggers?.find((one) => one.id === id)?.title ?? null

/** Calls, with what their apps and actions are called today. */
async function present(find: FindApp, owner: UserId, rows: readonly AppCallRow[]): Promise<AppCall[]> {
  const ids = [...new Set(rows.map(({ connector }) => connector))]
  const apps = new Map(await Promise.all(ids.map(async (id) => [id, await find(id, owner)] as const)))
  return Promise.all(
    rows.map(async ({ connector, credential_id, account_name, at, ...row }) => ({
      ...row,
      integration: connector,
      integration_name: apps.get(connector)?.head.name ?? null,
      action_title: await titleOf(apps.get(connector) ?? null, row.action),
      account: credential_id === null ? null : { id: CredentialId.parse(credential_id), name: account_name ?? '' },
      at: at.toISOString(),
    })),
  )
}

export const actionHandlers = (
  parts: DirectParts,
): Pick<Handlers, 'runAction' | 'listAppCalls' | 'listRunAppCalls' | 'getActionOptions'> => ({
  runAction: ({ params, body }, { caller, signal }) =>
    runDirectly(parts, mayRunActions(caller), { ...params, input: body.input, account: body.account ?? null }, signal),
  listRunAppCalls: async ({ params, query }, { caller }) => {
    const { on: owner } = mayRunActions(caller)
    const found = await findCallsOfRun(parts.db, owner, params.id, query)
    if (!found) throw new AppError('not_found')
    return {
      items: await present(parts.find, owner, found.rows),
      total: found.total,
      limit: query.limit,
      offset: query.offset,
    }
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
    return { items: await present(parts.find, owner, rows), total, limit: query.limit, offset: query.offset }
  },
})
