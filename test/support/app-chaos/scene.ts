/** What runs in the chaos of connectors: accounts, an agent that borrows one, an MCP server, workflows of each kind. */
import { createHash } from 'node:crypto'
import { permissionsOf } from '#contract/core/access.ts'
import { UserId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { keepCredential } from '#server/areas/accounts/credentials/credentials.ts'
import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import { storeLent } from '#server/areas/connectors/account-slots/lent-accounts.store.ts'
import { createServer } from '#server/areas/connectors/mcp-servers/mcp-servers.ts'
import type { StartRequest } from '#server/engine/request.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createOwner, node, set, storeWorkflow, wires, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import type { assembleApps } from './apps.ts'

export const KINDS = ['own', 'lent', 'tool', 'agent'] as const
export type Kind = (typeof KINDS)[number] | 'trigger'

export interface Scene {
  /** By kind, how a run is started. */
  starts: Record<(typeof KINDS)[number], (n: string) => StartRequest>
  /** Whose account a kind of run works with, as the stand-in knows it. */
  accounts: Record<Kind, string>
  /** Ids of the credentials by what the stand-in calls the account. */
  credentials: Map<string, string>
  /** Spreadsheets that workflows watch. */
  books: string[]
}

const APP = 'google-sheets'
const ROW = { spreadsheetId: 'out', range: 'Sheet1', valueInputOption: 'RAW' }
const retry = { max_attempts: 8, delay_ms: 100, backoff: 1.5 }

/** Adds a row, which must happen once, then writes cells, which may happen again. */
function writing(name: string, account: object): WorkflowDocument {
  const step = (id: string, action: string) =>
    node(
      id,
      'app_action',
      { integration: APP, action, input: { ...ROW, values: [[`${name}:${id}`]] }, ...account },
      { retry },
    )
  return workflow(
    [node('start', 'manual_trigger'), step('row', 'add_row'), step('cells', 'update_cells'), set('done', { ok: true })],
    wires('start > row > cells > done'),
  )
}

function withTool(credential: string): WorkflowDocument {
  const tool = {
    ...{ kind: 'app', name: 'add_row', description: 'Adds a row.', integration: APP, action: 'add_row', credential },
    ...{ effect: 'write', approved: true },
    parameters: { type: 'object', properties: { values: { type: 'array' } } },
    fixed: ROW,
  }
  const config = { task: 'Write {{ $trigger.n }} down.', data: null, tools: [tool], max_steps: 3 }
  return workflow(
    [node('start', 'manual_trigger'), node('agent', 'ai_agent', config, { retry })],
    wires('start > agent'),
  )
}

export async function setScene(pool: Pool, apps: ReturnType<typeof assembleApps>, mcp: string): Promise<Scene> {
  const { db, secrets, connectors } = apps
  const credentials = new Map<string, string>()
  const callerOf = (id: string): Caller & { type: 'user' } => ({
    ...{ type: 'user', id: UserId.parse(id), role: 'seller', permissions: new Set(permissionsOf('seller')) },
    ...{ email: 'x@example.com', display_name: 'X', session_id: null },
  })
  const account = async (owner: string, name: string): Promise<string> => {
    const app = await connectors.find(APP, UserId.parse(owner))
    const way = app?.head.sign_in[0]
    if (!app || way?.type !== 'oauth2') throw new Error('The app signs in otherwise')
    const host = new URL(app.head.base_url).host
    const { id } = await keepCredential(db, secrets, mayManageOwnAccount(callerOf(owner)), {
      ...{ type: 'app_account', connector: APP, name, status: 'ready', shown: {}, hint: null },
      fields: {
        ...{ connector: APP, sign_in: way.id, base_url: app.head.base_url, hosts: host },
        placement: JSON.stringify({ headers: { authorization: 'Bearer {access_token}' } }),
        ...{
          authorize_url: way.authorize_url,
          token_url: way.token_url,
          scope: 'x',
          client_id: 'x',
          client_secret: 'xxxxxxxx',
        },
        ...{ access_token: 'an old token', refresh_token: `refresh-${name}`, expires_at: new Date(0).toISOString() },
      },
    })
    credentials.set(name, id)
    return id
  }

  const [author, seller, buyer, watcher] = await Promise.all([
    createOwner(pool),
    createOwner(pool),
    createOwner(pool),
    createOwner(pool),
  ])
  const own = await account(author, 'of-author')
  const sellers = await account(seller, 'of-seller')
  const buyers = await account(buyer, 'of-buyer')
  const watchers = await account(watcher, 'of-watcher')

  const start =
    (version: string, owner: string, more: Partial<StartRequest> = {}) =>
    (n: string): StartRequest => ({
      ...{
        workflow_version_id: version,
        input: { n },
        trigger: 'manual',
        priority: 'normal',
        owner: { user_id: owner },
      },
      mode: 'later',
      ...more,
    })
  const publish = async (owner: string, document: WorkflowDocument) =>
    start((await storeWorkflow(pool, owner, document)).version_id, owner)

  const asked = {
    ...{ slot: APP, app: APP, app_name: 'Google Sheets', purpose: 'to write' },
    actions: [
      { id: 'add_row', title: 'Add a row', effect: 'write' as const },
      { id: 'update_cells', title: 'Update cells', effect: 'write' as const },
    ],
    ...{ hosts: ['sheets.googleapis.com'], scopes: [], effects: ['write' as const] },
  }
  const document = writing('{{ $trigger.n }}', { credential: sellers, buyer_account: true, purpose: 'to write' })
  const sale = { type: 'free' as const, accounts: [asked] }
  const agent = await insertAgent({ pool, db } as TestDatabase, document, sale, UserId.parse(seller))
  await storeLent(db, {
    ...{ user: UserId.parse(buyer), agent: agent.agent_id, slot: APP, credential: buyers as never, agreed: asked },
  })

  const server = await createServer(
    connectors.mcp,
    mayManageOwnAccount(callerOf(author)),
    { name: 'Notes', url: mcp, sign_in: 'none' } as never,
    AbortSignal.timeout(30_000),
  )
  const note = {
    ...{ integration: `mcp-${server.id}`, action: 'write_note' },
    input: { name: '{{ $trigger.n }}:note', text: 'x' },
  }
  const noting = workflow(
    [node('start', 'manual_trigger'), node('note', 'app_action', note, { retry })],
    wires('start > note'),
  )

  const books = ['in-0', 'in-1', 'in-2']
  for (const book of books) {
    const watched = {
      ...{ integration: APP, trigger: 'new_row', credential: watchers, every_minutes: 1 },
      input: { spreadsheetId: book, range: 'Sheet1' },
    }
    const adds = writing(`${book}-{{ $trigger.row }}`, { credential: watchers })
    const [, ...rest] = adds.nodes
    const triggered = workflow([node('start', 'app_trigger', watched), ...rest], adds.edges)
    const { workflow_id } = await storeWorkflow(pool, watcher, triggered)
    await pool.query(`insert into workflow_triggers (workflow_id, type, config) values ($1, 'app', $2)`, [
      workflow_id,
      JSON.stringify(watched),
    ])
  }

  const { workflow_version_id, agent_id, agent_version_id } = agent
  return {
    starts: {
      own: await publish(author, writing('{{ $trigger.n }}', { credential: own })),
      lent: start(workflow_version_id, buyer, { agent_id, agent_version_id }),
      tool: await publish(author, noting),
      agent: await publish(author, withTool(own)),
    },
    accounts: { own: 'of-author', agent: 'of-author', tool: 'of-author', lent: 'of-buyer', trigger: 'of-watcher' },
    credentials,
    books,
  }
}

/** The id of a run follows from its name, so a start whose answer was lost is asked for again and starts nothing twice. */
export const runIdOf = (n: string): string => {
  const hex = createHash('sha256').update(n).digest('hex')
  return `01900000-0000-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}
