/** An app and its actions as people see them. */
import type { Manifest } from '#connectors/connector.ts'
import { readActionManifest } from '#connectors/manifest.ts'
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import { watchedAction, watchOf } from '#connectors/triggers/watch.ts'
import type {
  ActionSummary,
  Integration,
  IntegrationAction,
  IntegrationTrigger,
} from '#contract/connectors/integrations.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type CredentialParts, listAccountsAt } from '#server/areas/accounts/accounts.ts'
import {
  type App,
  type ConnectorHead,
  type FindApp,
  summaryOf,
  triggerSummaryOf,
  wholeApp,
} from '#server/areas/connectors/catalogue/app.ts'
import type { Catalogue } from '#server/areas/connectors/catalogue/catalogue.ts'
import { findTriggerOf, setupOf } from '#server/areas/connectors/catalogue/find-trigger.ts'
import { findImported, importedIdOf } from '#server/areas/connectors/imported-apps/imported-apps.ts'
import { findMcpConnector, serverIdOf } from '#server/areas/connectors/mcp-servers/mcp-connectors.ts'
import { isPieceId, type PieceApps } from '#server/areas/connectors/plugins/piece-apps.ts'
import { presentWays, type Registered } from '#server/areas/connectors/sign-in/sign-in.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'

export interface AppParts {
  db: Database
  find: FindApp
  /** Names of what the operator registered this installation as. */
  registered: () => Promise<Registered>
  key_ids: CredentialParts['key_ids']
  redirect_uri: string
}

/** Finds apps of the catalogue, installed pieces, and of a person the ones they added and their MCP servers. */
export const createFind =
  (catalogue: Catalogue, pieces: Pick<PieceApps, 'find'>, db: Queryable): FindApp =>
  async (id, owner) => {
    if (isPieceId(id)) return pieces.find(id)
    if (importedIdOf(id) !== null) return owner === null ? null : findImported(db, owner, id)
    if (serverIdOf(id) === null) return catalogue.find(id)
    const server = owner === null ? null : await findMcpConnector(db, owner, id)
    return server && wholeApp(server)
  }

/** @throws not_found */
export async function findApp({ find }: Pick<AppParts, 'find'>, owner: UserId, id: string): Promise<App> {
  const app = await find(id, owner)
  if (!app) throw new AppError('not_found')
  return app
}

/** What the operator's catalogue has is verified; what a person added is theirs alone. */
export const standingOf = ({ id, source }: Pick<ConnectorHead, 'id' | 'source'>) =>
  source === 'mcp' || importedIdOf(id) !== null
    ? ({ verified: false, status: 'added' } as const)
    : ({ verified: true, status: 'available' } as const)

/** @throws not_found */
export async function getApp(parts: AppParts, owner: UserId, id: string): Promise<Integration> {
  const { head, manifest, count, actions, watchable } = await findApp(parts, owner, id)
  const accounts = await listAccountsAt(parts.db, parts, owner, id)
  const { name, description, source, provider, version, categories, logo, website, licence } = head
  return {
    ...{ id, name, description, source, provider, version, website, licence, ...standingOf(head) },
    categories: [...categories],
    logo: logo && { ...logo },
    actions: count,
    accounts: accounts.length,
    sign_in: presentWays(head, await parts.registered()),
    permissions: presentManifest(manifest),
    redirect_url: parts.redirect_uri,
    action_groups: grouped(await actions()),
    triggers: (head.triggers ?? []).map(triggerSummaryOf),
    watchable: [...(await watchable())],
    account_list: accounts,
  }
}

const presentManifest = ({ hosts, scopes, effects, secrets }: Manifest): Integration['permissions'] => ({
  hosts: [...hosts],
  scopes: [...scopes],
  effects: [...effects],
  secrets: [...secrets],
})

/** In the order in which the headings first appear. */
function grouped(actions: readonly ActionSummary[]): Integration['action_groups'] {
  const groups = new Map<string, ActionSummary[]>()
  for (const action of actions) {
    const group = groups.get(action.group) ?? []
    group.push(action)
    groups.set(action.group, group)
  }
  return [...groups].map(([name, list]) => ({ name, actions: list }))
}

/** @throws not_found */
export async function getAction(
  parts: AppParts,
  owner: UserId,
  id: string,
  actionId: string,
): Promise<IntegrationAction> {
  const { head, action: find } = await findApp(parts, owner, id)
  const action = await find(actionId)
  if (!action) throw new AppError('not_found')
  return {
    ...summaryOf(action),
    integration: { id, name: head.name, logo: head.logo && { ...head.logo } },
    idempotent: action.idempotent,
    input_schema: action.input,
    output_schema: action.output,
    sample: action.sample,
    needs_account: head.sign_in.length > 0 && (action.call.type !== 'piece' || action.call.needs_account),
    has_pages: action.call.type === 'http' && action.call.pagination !== undefined,
    permissions: presentManifest(readActionManifest({ ...head, actions: [] }, action)),
    docs_url: action.docs_url,
  }
}

/** @throws not_found */
export async function getTrigger(
  parts: AppParts,
  owner: UserId,
  id: string,
  triggerId: string,
): Promise<IntegrationTrigger> {
  const app = await findApp(parts, owner, id)
  const trigger = await findTriggerOf(app, triggerId, '')
  if (!trigger) throw new AppError('not_found')
  const { head } = app
  const watched = watchedAction(triggerId)
  const action = watched === null ? null : await app.action(watched)
  return {
    ...triggerSummaryOf(trigger),
    integration: { id, name: head.name, logo: head.logo && { ...head.logo } },
    input_schema: trigger.input,
    sample: trigger.sample,
    needs_account: head.sign_in.length > 0 && (!isPieceTrigger(trigger) || trigger.piece.needs_account),
    identities: (action && watchOf(action)?.identities) ?? [],
    setup: setupOf(trigger),
  }
}
