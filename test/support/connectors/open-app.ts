/** An account at an app, and the port of actions that uses it, as the product puts them together. */
import { join } from 'node:path'
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { ActionsPort, FileContent } from '#nodes/ports.ts'
import { createActionsPort } from '#server/areas/connectors/actions/actions-port.ts'
import type { ConnectorHead } from '#server/areas/connectors/catalogue/app.ts'
import { openCatalogue } from '#server/areas/connectors/catalogue/catalogue.ts'
import { checkAccount } from '#server/areas/connectors/sign-in/sign-in.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createHttpWithCredentials } from '#server/gateways/vault/http-with-credentials.ts'
import type { Secret } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'

export const OWNER = '01890000-0000-7000-8000-000000000001' as UserId

/** What an account signs in with: a token, or what was entered into a field without a choice or an example. */
export const ACCESS_TOKEN = 'an access token of some length'
export const ENTERED = 'entered-4711'

const CATALOGUE = join(import.meta.dirname, '../../../src/connectors/catalogue')

/**
 * Answers every statement with what the owner of the account entered, except that there is no data policy; what is noted of calls is of
 * no interest here.
 */
class Answering extends DummyDriver {
  readonly #shown: Record<string, string>
  constructor(shown: Record<string, string>) {
    super()
    this.#shown = shown
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    const rows = [{ shown: this.#shown }] as never[]
    return {
      executeQuery: async ({ sql }) => ({ rows: sql.includes('from data_policies') ? [] : rows }),
      streamQuery: async function* () {},
    }
  }
}

const databaseWith = (shown: Record<string, string>) =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Answering(shown),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Database

const entered = ({ options, placeholder }: { options?: readonly { value: string }[]; placeholder?: string }): string =>
  options?.[0]?.value ?? placeholder ?? ENTERED

/** What the vault has of an account that someone entered, or agreed to at the service. */
function accountAt(connector: ConnectorHead): { secret: Secret; shown: Record<string, string> } {
  const way = connector.sign_in.find(({ type }) => type === 'fields') ?? connector.sign_in[0]
  if (!way) throw new Error(`${connector.id} has no way to sign in`)
  const variables = connector.variables.map(({ name, default: usual, options }) => [
    name,
    usual ?? options?.[0] ?? 'example',
  ])
  const own = way.type === 'fields' ? way.fields.map((field) => [field.name, entered(field)]) : []
  const asked = [
    ...connector.hosts,
    connector.base_url,
    ...(way.type === 'oauth2' ? [way.authorize_url, way.token_url] : []),
  ]
  const given = Object.fromEntries([
    ...variables.filter(([name]) => asked.some((one) => one.includes(`{${name}}`))),
    ...own,
  ])
  const { fields, shown } = checkAccount(connector, way.id, given, () => true, new Set())
  const { token_url: _, ...kept } = fields
  const secret: Secret = {
    ...{ id: OWNER, type: 'app_account', name: 'An account', owner_id: OWNER },
    fields: { ...kept, access_token: ACCESS_TOKEN },
  }
  return { secret, shown }
}

export interface OpenApp {
  connector: ConnectorHead
  actions: ActionsPort
  close(): void
}

/**
 * @param addresses where the app is, by the beginnings of its addresses in the catalogue
 * @param besides further hosts that may be reached although private
 */
export async function openApp(
  id: string,
  addresses: Record<string, string>,
  besides: readonly string[] = [],
): Promise<OpenApp> {
  const catalogue = openCatalogue(CATALOGUE, addresses)
  const app = await catalogue.find(id)
  if (!app) throw new Error(`There is no app ${id}`)
  const { secret, shown } = app.head.sign_in.length === 0 ? { secret: null, shown: {} } : accountAt(app.head)
  const allow = [...new Set([...Object.values(addresses).map((address) => new URL(address).host), ...besides])]
  const outbound = createOutbound({ allow })
  const vault = { open: async () => secret ?? Promise.reject(new Error('no account')) }
  const actions = createActionsPort({
    db: databaseWith(shown),
    find: catalogue.find,
    http: createHttpWithCredentials({ http: outbound.http, vault, allow }),
    files: {
      open: async () => ({
        name: 'a.txt',
        mime: 'text/plain',
        size: 4,
        read: async () => new TextEncoder().encode('text'),
      }),
      write: async ({ name, mime, bytes }: FileContent) => ({ file_id: OWNER, name, mime, size: bytes.length }),
    } as never,
    mcp: null as never,
    piece: null as never,
    protocols: null as never,
    accounts: { renew: async () => false, end: async () => undefined },
    log: { warn: () => undefined },
  })
  return { connector: app.head, actions, close: () => outbound.close() }
}
