/** Apps and their actions as people see them: what there is, what fits a search, what an app can do. */
import type { Action, Connector } from '#connectors/connector.ts'
import type { IndexedAction, IndexedApp } from '#connectors/indexed-app.ts'
import { readActionManifest, readManifest } from '#connectors/manifest.ts'
import { createSearch } from '#connectors/search.ts'
import type {
  ActionMatch,
  ActionSummary,
  Integration,
  IntegrationAction,
  IntegrationQuery,
  IntegrationSummary,
} from '#contract/connectors/integrations.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type CredentialParts, countAccountsByConnector, listAccountsAt } from '#server/areas/accounts/accounts.ts'
import { presentWays, type Registered } from '#server/areas/connectors/app-accounts/sign-in.ts'
import { findMcpConnector, listMcpConnectors, serverIdOf } from '#server/areas/connectors/mcp-servers/mcp-connectors.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Catalogue } from './catalogue.ts'

/** An app that this person may use: of the catalogue, or their own. Null for a visitor, who has none of their own. */
export type FindConnector = (id: string, owner: UserId | null) => Promise<Connector | null>

export interface AppParts {
  db: Database
  catalogue: Catalogue
  find: FindConnector
  /** Names of what the operator registered this installation as. */
  registered: () => Promise<Registered>
  key_ids: CredentialParts['key_ids']
  redirect_uri: string
}

const matchOf = ({ id, title, effect }: IndexedAction): ActionMatch => ({ id, title, effect })

const summaryOf = (action: Action): ActionSummary => {
  const { id, title, description, group, effect } = action
  return { id, title, description, group, effect }
}

function presentEntry(entry: IndexedApp, accounts: number, matches: readonly ActionMatch[]): IntegrationSummary {
  const { id, name, description, provider, version, categories, logo, actions } = entry
  return {
    id,
    name,
    description,
    source: 'openapi',
    provider,
    version,
    categories: [...categories],
    logo: logo && { ...logo },
    verified: true,
    status: 'available',
    actions: actions.length,
    accounts,
    matches: [...matches],
  }
}

/** A server of the person, as one of their apps. */
function presentServer(connector: Connector, accounts: number, matches: readonly Action[]): IntegrationSummary {
  const { id, name, description, source, provider, version, categories, actions } = connector
  return {
    ...{ id, name, description, source, provider, version, accounts },
    categories: [...categories],
    logo: null,
    verified: false,
    status: 'added',
    actions: actions.length,
    matches: matches.map(matchOf),
  }
}

const MOST_MATCHES = 3

/** The person's servers that fit, each with the tools that do. Without a search all of them, without tools. */
function fittingServers(
  servers: readonly Connector[],
  { search_term, category, provider, source, connected }: IntegrationQuery,
): { server: Connector; matches: Action[] }[] {
  if (category !== undefined || connected === 'false' || (source !== undefined && source !== 'mcp')) return []
  const words = (search_term ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return servers
    .filter((server) => provider === undefined || server.provider === provider)
    .flatMap((server) => {
      if (words.length === 0) return [{ server, matches: [] }]
      const found = server.actions.filter(({ title, description }) => holds(`${server.name} ${title} ${description}`))
      return found.length > 0 || holds(server.name) ? [{ server, matches: found.slice(0, MOST_MATCHES) }] : []
    })
}

/** The list of apps, by name or, with a search, the best first. */
export function createAppList({ db, catalogue }: Pick<AppParts, 'db' | 'catalogue'>) {
  const { entries } = catalogue
  const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name))
  const search = createSearch(entries)

  function fitting(term: string): { entry: IndexedApp; matches: ActionMatch[] }[] {
    if (term === '') return sorted.map((entry) => ({ entry, matches: [] }))
    return search(term).map(({ app, actions }) => ({
      entry: app,
      matches: actions.slice(0, MOST_MATCHES).map(matchOf),
    }))
  }

  return {
    async list(owner: UserId, query: IntegrationQuery) {
      const accounts = await countAccountsByConnector(db, owner)
      const all = fitting(query.search_term?.trim() ?? '').filter(
        ({ entry }) =>
          (query.category === undefined || entry.categories.includes(query.category)) &&
          (query.provider === undefined || entry.provider === query.provider) &&
          (query.source === undefined || query.source === 'openapi') &&
          (query.connected === undefined || accounts.has(entry.id) === (query.connected === 'true')),
      )
      const own = fittingServers(await listMcpConnectors(db, owner), query)
      const { limit, offset } = query
      const shown = [
        ...own.map(
          ({ server, matches }) =>
            () =>
              presentServer(server, accounts.get(server.id) ?? 0, matches),
        ),
        ...all.map(
          ({ entry, matches }) =>
            () =>
              presentEntry(entry, accounts.get(entry.id) ?? 0, matches),
        ),
      ]
      const items = shown.slice(offset, offset + limit).map((present) => present())
      return { items, total: shown.length, limit, offset }
    },
    categories: () => counted(entries.flatMap(({ categories }) => categories)),
    providers: () => counted(entries.map(({ provider }) => provider)),
    async stats(owner: UserId) {
      const accounts = await countAccountsByConnector(db, owner)
      return {
        total: entries.length,
        actions: entries.reduce((sum, { actions }) => sum + actions.length, 0),
        connected: entries.filter(({ id }) => accounts.has(id)).length,
        by_source: { openapi: entries.length },
        by_category: Object.fromEntries(
          counted(entries.flatMap(({ categories }) => categories)).map((one) => [one.name, one.integrations]),
        ),
      }
    },
    /** Apps by the name of the registration that they share. */
    applications(): Map<string, string[]> {
      const found = new Map<string, string[]>()
      for (const { application, name } of sorted)
        if (application !== null) found.set(application, [...(found.get(application) ?? []), name])
      return found
    },
  }
}
export type AppList = ReturnType<typeof createAppList>

/** How often each name is there, by name. */
function counted(names: readonly string[]): { name: string; integrations: number }[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, integrations]) => ({ name, integrations }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** @throws not_found */
export async function findApp({ find }: Pick<AppParts, 'find'>, owner: UserId, id: string): Promise<Connector> {
  const connector = await find(id, owner)
  if (!connector) throw new AppError('not_found')
  return connector
}

/** @throws not_found */
export async function getApp(parts: AppParts, owner: UserId, id: string): Promise<Integration> {
  const connector = await findApp(parts, owner, id)
  const accounts = await listAccountsAt(parts.db, parts, owner, id)
  const { name, description, source, provider, version, categories, logo, website, licence, actions } = connector
  return {
    id,
    name,
    description,
    source,
    provider,
    version,
    categories: [...categories],
    logo: logo && { ...logo },
    verified: source !== 'mcp',
    status: source === 'mcp' ? 'added' : 'available',
    actions: actions.length,
    accounts: accounts.length,
    website,
    licence,
    sign_in: presentWays(connector, await parts.registered()),
    permissions: presentManifest(connector),
    redirect_url: parts.redirect_uri,
    action_groups: grouped(actions),
    account_list: accounts,
  }
}

function presentManifest(connector: Connector, action?: Action): Integration['permissions'] {
  const { hosts, scopes, effects, secrets } = action ? readActionManifest(connector, action) : readManifest(connector)
  return { hosts: [...hosts], scopes: [...scopes], effects: [...effects], secrets: [...secrets] }
}

/** In the order in which the headings first appear. */
function grouped(actions: readonly Action[]): Integration['action_groups'] {
  const groups = new Map<string, ActionSummary[]>()
  for (const action of actions) groups.set(action.group, [...(groups.get(action.group) ?? []), summaryOf(action)])
  return [...groups].map(([name, list]) => ({ name, actions: list }))
}

/** @throws not_found */
export async function getAction(
  parts: AppParts,
  owner: UserId,
  id: string,
  actionId: string,
): Promise<IntegrationAction> {
  const connector = await findApp(parts, owner, id)
  const action = connector.actions.find((one) => one.id === actionId)
  if (!action) throw new AppError('not_found')
  return {
    ...summaryOf(action),
    integration: { id, name: connector.name, logo: connector.logo && { ...connector.logo } },
    idempotent: action.idempotent,
    input_schema: action.input,
    output_schema: action.output,
    sample: action.sample,
    needs_account: connector.sign_in.length > 0,
    has_pages: action.call.type === 'http' && action.call.pagination !== undefined,
    permissions: presentManifest(connector, action),
    docs_url: action.docs_url,
  }
}

/** The catalogue's, and the MCP servers of the person. */
export const createFind =
  (catalogue: Catalogue, db: Queryable): FindConnector =>
  async (id, owner) => {
    if (serverIdOf(id) === null) return catalogue.find(id)
    return owner === null ? null : findMcpConnector(db, owner, id)
  }
