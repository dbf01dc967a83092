/** The list of apps: those of the catalogue, and of a person the ones they added and their MCP servers. */
import type { IndexedApp } from '#connectors/indexed-app.ts'
import { createSearch } from '#connectors/search.ts'
import { byRank } from '#connectors/well-known.ts'
import type {
  ActionMatch,
  IntegrationQuery,
  IntegrationSummary,
  TriggerMatch,
} from '#contract/connectors/integrations.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { countAccountsByConnector } from '#server/areas/accounts/accounts.ts'
import type { ConnectorHead } from '#server/areas/connectors/catalogue/app.ts'
import type { Catalogue } from '#server/areas/connectors/catalogue/catalogue.ts'
import { findImportedApps, searchImportedActions } from '#server/areas/connectors/imported-apps/imported-apps.store.ts'
import { appIdOf } from '#server/areas/connectors/imported-apps/imported-apps.ts'
import { listMcpConnectors } from '#server/areas/connectors/mcp-servers/mcp-connectors.ts'
import type { PieceApps } from '#server/areas/connectors/plugins/piece-apps.ts'
import type { Database } from '#server/platform/database/database.ts'
import { standingOf } from './apps.ts'

type Listed = Omit<IntegrationSummary, 'accounts'>

const MOST_MATCHES = 3

const matchOf = ({ id, title, effect }: ActionMatch): ActionMatch => ({ id, title, effect })

const present = (
  head: Pick<ConnectorHead, 'id' | 'name' | 'description' | 'source' | 'provider' | 'version' | 'categories' | 'logo'>,
  actions: number,
  matches: readonly ActionMatch[],
  triggers: readonly TriggerMatch[] = [],
): Listed => ({
  ...{ id: head.id, name: head.name, description: head.description, source: head.source },
  ...{ provider: head.provider, version: head.version, ...standingOf(head) },
  categories: [...head.categories],
  logo: head.logo && { ...head.logo },
  actions,
  matches: matches.slice(0, MOST_MATCHES),
  trigger_matches: triggers.slice(0, MOST_MATCHES).map(({ id, title }) => ({ id, title })),
})

const ofCatalogue = (
  app: IndexedApp,
  matches: readonly ActionMatch[],
  triggers: readonly TriggerMatch[] = [],
): Listed => present({ ...app, source: app.source ?? 'openapi' }, app.actions.length, matches, triggers)

/** What a person added from documents; with words, only apps with an action that has all of them. */
async function listImported(db: Database, owner: UserId, words: readonly string[]): Promise<Listed[]> {
  const apps = await findImportedApps(db, owner)
  if (apps.length === 0 || words.length === 0) return apps.map(({ head, actions }) => present(head, actions, []))
  const found = await searchImportedActions(db, owner, words)
  return apps.flatMap(({ id, head, actions }) => {
    const matches = found.filter(({ app_id }) => app_id === id).map(matchOf)
    return matches.length === 0 ? [] : [present({ ...head, id: appIdOf(id) }, actions, matches)]
  })
}

async function listServers(db: Database, owner: UserId, words: readonly string[]): Promise<Listed[]> {
  const servers = await listMcpConnectors(db, owner)
  return servers.flatMap((server) => {
    const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
    const fitting = server.actions.filter(
      ({ title, description }) => words.length > 0 && holds(`${server.name} ${title} ${description}`),
    )
    if (fitting.length === 0 && !holds(server.name)) return []
    return [present(server, server.actions.length, fitting.map(matchOf))]
  })
}

/** Installed pieces; with words, those whose name, action or trigger has all of them. */
async function listPieces(pieces: Pick<PieceApps, 'list'>, words: readonly string[]): Promise<Listed[]> {
  return (await pieces.list()).flatMap(({ head, actions }) => {
    const fits = ({ title }: { title: string }) =>
      words.length > 0 && words.every((word) => `${head.name} ${title}`.toLowerCase().includes(word))
    const fitting = actions.filter(fits)
    const starting = (head.triggers ?? []).filter(fits)
    const isNamed = words.every((word) => `${head.name} ${head.description}`.toLowerCase().includes(word))
    const isFound = isNamed || fitting.length > 0 || starting.length > 0
    return isFound ? [present(head, actions.length, fitting.map(matchOf), starting)] : []
  })
}

/** Installed pieces that deliver to one address for all. */
const listEventful = async (pieces: Pick<PieceApps, 'list'>): Promise<ConnectorHead[]> =>
  (await pieces.list()).flatMap(({ head }) => (head.triggers?.some(({ kind }) => kind === 'event') ? [head] : []))

/** A server holds its own sign-in. */
const isConnected = ({ id, source }: Listed, accounts: ReadonlyMap<string, number>): boolean =>
  source === 'mcp' || accounts.has(id)

/** The best known first, then by name; with a search the best first. What the person added is before the catalogue. */
export function createAppList({
  db,
  catalogue,
  pieces,
}: {
  db: Database
  catalogue: Catalogue
  pieces: Pick<PieceApps, 'list'>
}) {
  const { entries } = catalogue
  const sorted = [...entries].sort(byRank)
  const search = createSearch(entries)

  const own = async (owner: UserId, term: string) => {
    const words = term.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 12)
    return [
      ...(await listImported(db, owner, words)),
      ...(await listServers(db, owner, words)),
      ...(await listPieces(pieces, words)),
    ]
  }
  const fitting = (term: string): Listed[] =>
    term === ''
      ? sorted.map((app) => ofCatalogue(app, []))
      : search(term).map(({ app, actions, triggers }) => ofCatalogue(app, actions.map(matchOf), triggers))

  return {
    async list(owner: UserId, query: IntegrationQuery) {
      const { category, provider, source, connected, limit, offset } = query
      const term = query.search_term?.trim() ?? ''
      const accounts = await countAccountsByConnector(db, owner)
      const all = [...(await own(owner, term)), ...fitting(term)].filter(
        (app) =>
          (category === undefined || app.categories.includes(category)) &&
          (provider === undefined || app.provider === provider) &&
          (source === undefined || app.source === source) &&
          (connected === undefined || isConnected(app, accounts) === (connected === 'true')),
      )
      const items = all.slice(offset, offset + limit).map((app) => ({ ...app, accounts: accounts.get(app.id) ?? 0 }))
      return { items, total: all.length, limit, offset }
    },
    categories: () => counted(entries.flatMap(({ categories }) => categories)),
    providers: () => counted(entries.map(({ provider }) => provider)),
    async stats(owner: UserId) {
      const accounts = await countAccountsByConnector(db, owner)
      const all = [...(await own(owner, '')), ...fitting('')]
      return {
        total: all.length,
        actions: all.reduce((sum, { actions }) => sum + actions, 0),
        connected: all.filter((app) => isConnected(app, accounts)).length,
        by_source: byName(counted(all.map(({ source }) => source))),
        by_category: byName(counted(all.flatMap(({ categories }) => categories))),
      }
    },
    /** Apps that deliver to one address for all, by the name of their registration. */
    async events(): Promise<Map<string, string>> {
      const own = (await listEventful(pieces)).map(({ id }) => [id, id] as const)
      const known = entries
        .filter(({ triggers = [] }) => triggers.some(({ kind }) => kind === 'event'))
        .map(({ application, id }) => [application ?? id, id] as const)
      return new Map([...known, ...own])
    },
    /** Apps by the name of the registration that they share. */
    async applications(): Promise<Map<string, string[]>> {
      const found = new Map<string, string[]>()
      const named = entries.toSorted((a, b) => a.name.localeCompare(b.name))
      for (const { application: own, name, id, triggers = [] } of named) {
        // A service that delivers to one address for all is registered also where people sign in with a key.
        const application = own ?? (triggers.some(({ kind }) => kind === 'event') ? id : null)
        if (application !== null) found.set(application, [...(found.get(application) ?? []), name])
      }
      for (const { id, name } of await listEventful(pieces)) found.set(id, [name])
      return found
    },
  }
}
export type AppList = ReturnType<typeof createAppList>

interface Counted {
  name: string
  integrations: number
}

/** How often each name is there, by name. */
function counted(names: readonly string[]): Counted[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, integrations]) => ({ name, integrations }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

const byName = (list: readonly Counted[]): Record<string, number> =>
  Object.fromEntries(list.map(({ name, integrations }) => [name, integrations]))
