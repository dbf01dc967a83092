/** The whole server in process, on a test database: real routes, engine, files and database; only who asks is said directly. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { OpenApiError } from '#connectors/openapi/problems.ts'
import { readOpenApi } from '#connectors/openapi/read.ts'
import { runtimeLimitsOf } from '#contract/admin/runtime-limit-values.ts'
import { permissionsOf, type Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { FileText } from '#contract/runs/files.ts'
import { PRESENCE } from '#contract/workflows/edit-limits.ts'
import { NodeError } from '#nodes/node.ts'
import type { Embed } from '#nodes/runner-ports.ts'
import { hookOf } from '#peers/razorpay/hook-of.ts'
import { createAuthorizationServer } from '#server/areas/accounts/assistants/authorization-server.routes.ts'
import { createClientDocuments } from '#server/areas/accounts/assistants/client-document.ts'
import { createNoticeFeed } from '#server/areas/accounts/notifications/feed.ts'
import { createScimService } from '#server/areas/accounts/provisioning/scim.routes.ts'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { createSupportViews } from '#server/areas/accounts/support-views/support-views.ts'
import type { DrawPortrait } from '#server/areas/accounts/users/avatars.ts'
import { createWorkspaces } from '#server/areas/accounts/workspaces/enter.ts'
import { checkSeats } from '#server/areas/billing/billing.ts'
import { type BillingGate, createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import type { TriggerPort } from '#server/areas/connectors/triggers/trigger-port.ts'
import type { HandlerDeps } from '#server/areas/handler-deps.ts'
import { createHandlers } from '#server/areas/handlers.ts'
import type { IndexingParts } from '#server/areas/knowledge/indexing/index-documents.ts'
import type { SiteParts } from '#server/areas/knowledge/sites/turn.ts'
import type { SyncParts } from '#server/areas/knowledge/sources/turn.ts'
import { createExports } from '#server/areas/platform/account-data/exports.ts'
import { createPagesAccess } from '#server/areas/platform/metrics/pages-access.ts'
import { CHANGES } from '#server/areas/runs/conversations/hand-overs.store.ts'
import { createWhileKept, type DocumentReader } from '#server/areas/runs/files/files.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { createMemoryPort } from '#server/areas/runs/memories/memory-port.ts'
import { createHandOverPort } from '#server/areas/services/inbox/hand-over-port.ts'
import { createDueSchedules } from '#server/areas/services/services/due-schedules.ts'
import { createCuratedPort } from '#server/areas/workflows/curated-answers/match.ts'
import { createTablesPort } from '#server/areas/workflows/data-tables/tables-port.ts'
import { createModelPort, type ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import { createSkillsPort } from '#server/areas/workflows/skills/skills-port.ts'
import { createWorkflowFeed } from '#server/areas/workflows/workflows/workflow-feed.ts'
import { assembleConnectors } from '#server/compose/connectors.ts'
import { assembleKnowledge } from '#server/compose/knowledge.ts'
import { createInstallationFacts } from '#server/compose/metrics.ts'
import { assembleModels, type ModelOptions } from '#server/compose/models.ts'
import type { Secrets } from '#server/compose/secrets.ts'
import { createFileStore, type FileStore } from '#server/gateways/files.ts'
import { externalSignInMethods } from '#server/gateways/identity/external/external.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createOutputs } from '#server/gateways/outputs.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import { limitConnectionsPerCaller } from '#server/platform/database/connections-per-caller.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createFeed } from '#server/platform/database/feed.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { type AppDeps, createApp } from '#server/platform/http/app.ts'
import type { MetricsPages } from '#server/platform/http/metrics-pages.ts'
import { countRefusedKeys } from '#server/platform/http/refused-keys.ts'
import { createIdempotency } from '#server/platform/idempotency/idempotency.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import type { Runners } from '#server/runners/runners.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { countWords } from './embed.ts'
import { type Behaviour, createTestEngine, noPorts, type TestEngine } from './engine.ts'
import { outside } from './one-connection.ts'
import { ALL_UP, PLAIN_APP, PLAIN_PARTS } from './parts.ts'
import { createTestPayments, type TestPayments } from './payments.ts'
import { createTestPlugins } from './plugins.ts'
import { createTestSecrets, type SecretsOfTest } from './secrets.ts'
import { insertUser } from './users.ts'

/** Each caller may have all of the pool: how many is another test’s question. */
const CONNECTIONS = 10

export const SECRET = 'a secret of a test, forty-eight characters long!'

export interface Person {
  id: UserId
  role: Role
  /** Goes into the Authorization header. */
  token: string
  /** Of the browser they ask from; none when absent. */
  session?: string
  /** When they last proved who they are; never, when absent. */
  signed_in_at?: Date
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
  body: any
}

export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  engine: TestEngine
  files: FileStore
  /** Where files and large outputs are kept. */
  folder: string
  /** Removes from the disk what was deleted. */
  tidy(): Promise<void>
  secrets: Secrets
  models: ModelDeps
  billingGate: BillingGate
  /** Indexes documents of knowledge, as the job does. */
  indexing: IndexingParts
  /** Reads websites of knowledge, as the job does. */
  sites: SiteParts
  /** Syncs sources of knowledge, as the job does. */
  sources: SyncParts
  /** Triggers of apps, for jobs. */
  triggers: TriggerPort
  /** The keys of its vault. */
  ring: KeyRing
  /** The test gateway; its events arrive as those of Razorpay do. */
  payments: TestPayments
  /** A new person; blocked ones are refused by the sessions. */
  person(role?: Role): Promise<Person>
  block(person: Person): void
  /** The same person, asking from another browser: with a token and a session of its own. */
  know(person: Person): void
  /** `as` null is a visitor, from another address each test when `ip` is given. */
  call(method: string, url: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

export interface CallOptions {
  as?: Person | null
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
  ip?: string
  payload?: Buffer | string
}

/** Who asks, by a table of tokens: what identity does with signed ones. API keys are looked up as they are in the program. */
function sessionsOf(people: Map<string, Person>, blocked: Set<string>, keys: Sessions): Sessions {
  const alive = (id: string) => !blocked.has(id)
  return {
    async resolve(authorization) {
      if (authorization.startsWith('Bearer chowk_')) return keys.resolve(authorization)
      const person = people.get(authorization.replace(/^Bearer /, ''))
      if (!person) throw new AppError('unauthenticated')
      if (!alive(person.id)) throw new AppError('account_blocked')
      const { id, role } = person
      const permissions = new Set(permissionsOf(role))
      const caller: Caller = {
        type: 'user',
        id,
        role,
        permissions,
        email: 'x@example.com',
        display_name: 'X',
        session_id: person.session ?? null,
        ...(person.signed_in_at && { signed_in_at: person.signed_in_at }),
      }
      return caller
    },
    stillValid: async (caller) => caller.type === 'visitor' || alive(caller.id),
  }
}

const noDocuments: DocumentReader = {
  readText: async () => {
    const text: FileText = {
      text: 'A page.',
      pages: [{ page: 1, start: 0, end: 7, width: 595, height: 842 }],
      items: [{ start: 0, end: 7, page: 1, box: [0.1, 0.1, 0.2, 0.12] }],
      format: 'pdf',
    }
    return Buffer.from(JSON.stringify(text))
  },
  renderPage: async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

interface Options extends Partial<AppDeps> {
  behaviours?: Record<string, Behaviour>
  documents?: DocumentReader
  portrait?: DrawPortrait
  /** Which private hosts credentials may be sent to, whom Gmail is connected through, the keys of the vault. */
  secrets?: SecretsOfTest
  /** Where apps of the catalogue are instead, by their origin. */
  appAddresses?: Record<string, string>
  /** Where plugins come from; nothing answers there when left out. */
  pluginRegistry?: string
  /** Of plugins that are being written. */
  pluginFolders?: string[]
  /** A file with authorities that plugins trust. */
  extraCa?: string | null
  /** The operator's model, and which private hosts models may have. */
  models?: ModelOptions['config']
  /** Sellers are paid through RazorpayX, which the test gateway is too. */
  razorpayx?: boolean
  /** How long the test gateway may take. */
  gateway_ms?: number
  /** How often followers of a workflow are told of people. */
  presence_pace_ms?: number
  /** What texts are embedded with; without one, knowledge is searched by words. */
  embed?: Embed
  /** What documents of knowledge are read with; nothing reads them when left out. */
  runners?: Partial<Pick<Runners, 'documents' | 'paperwork'>>
  /** Anything else the handlers are given. */
  deps?: Partial<HandlerDeps>
}

/** Opens /metrics in tests. */
export const METRICS_TOKEN = 'a-token-of-metrics-in-tests'

const metricsOf = (
  { pool }: TestDatabase,
  dataDir: string,
  access: { sessions: Sessions; secret: string },
): MetricsPages => ({
  brand: readTestBrand,
  isOpenTo: createPagesAccess({ token: METRICS_TOKEN, ...access }),
  metrics: createMetrics({
    version: 'test',
    role: 'all',
    health: ALL_UP,
    readFacts: createInstallationFacts(pool),
    pools: { runs: pool },
    sandbox: () => ({ code: { processes: 1, busy: 1, size: 2, waiting: 0 } }),
    dataDir,
    replica: { lag: () => 40 },
  }),
})

const nothing = () => Promise.reject(new Error('No runner does this in this test'))
const noRunners = {
  documents: { parse: nothing, readText: nothing, renderPage: nothing, portrait: nothing, logo: nothing },
  paperwork: nothing,
  embed: nothing,
  embedCounted: nothing,
} satisfies Pick<Runners, 'documents' | 'paperwork' | 'embed' | 'embedCounted'>

/** What the thread of API documents does. */
const readDocumentHere = async (_owner: string, { text, address }: { text: string; address: string | null }) => {
  try {
    const reading = readOpenApi(text, { ...(address !== null && { address }) })
    return { connector: reading.connector(), left_out: reading.problems }
  } catch (error) {
    if (error instanceof OpenApiError) throw new NodeError(error.code, error.message)
    throw error
  }
}

export async function createTestApp({
  behaviours = {},
  documents = noDocuments,
  portrait = async (bytes) => bytes,
  secrets: wanted = {},
  appAddresses = {},
  pluginRegistry = 'http://127.0.0.1:9',
  pluginFolders = [],
  extraCa = null,
  models: wantedModels = { model: null, outboundAllow: [] },
  razorpayx = false,
  gateway_ms,
  presence_pace_ms = PRESENCE.pace_ms,
  embed,
  runners: wantedRunners = {},
  deps = {},
  publicUrl = '',
  ...rest
}: Options = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'chowk-app-'))
  const files = createFileStore({
    objects: createFolderObjects({ dir: folder }),
    whileKept: createWhileKept(database.db),
  })
  const runFiles = createFilePort({ db: database.db, files })
  const secrets = createTestSecrets(database.db, runFiles, wanted)
  const { http, sql, mail } = secrets
  // As in the program: requests of a view of support only read.
  const requestDb = createDatabase(limitConnectionsPerCaller(database.pool, CONNECTIONS))
  const ends: (() => unknown)[] = []
  const plugins = createTestPlugins(
    createFolderObjects({ dir: folder }),
    { pluginRegistry, appAddresses, outboundAllow: [...(wanted.allow ?? [])], pluginFolders, extraCa },
    (end) => ends.push(end),
  )
  const connectors = assembleConnectors({
    plugins,
    publicUrl: 'https://chowk.test',
    config: { appAddresses, brandName: 'Chowk' },
    outbound: { open: secrets.open },
    db: database.db,
    requestDb,
    files: runFiles,
    readDocument: readDocumentHere,
    secrets,
    log: { warn: () => {} },
  })
  const outbound = createOutbound({ allow: wantedModels.outboundAllow })
  const models = assembleModels({ config: wantedModels, db: database.db, vault: secrets.vault, outbound }, () => {})
  const runners = {
    ...noRunners,
    embed: embed ?? noRunners.embed,
    embedAside: embed ?? noRunners.embed,
    embedCounted: embed ? countWords(embed) : noRunners.embedCounted,
    ...wantedRunners,
  }
  const askProof = deps.trialsAskProof === true
  const reading = { outbound, fileOutbound: outbound, vault: secrets.vault }
  const inKnowledge = {
    config: { ...wantedModels, knowledgeBytes: 128_000_000 },
    ...reading,
    db: database.db,
    files,
    runners,
    models,
    askProof,
  }
  const knowledge = assembleKnowledge({ ...inKnowledge, log: { warn: () => {} } })
  const billingGate = createBillingGate({
    db: database.db,
    trials: { secret: SECRET, askProof: deps.trialsAskProof === true },
  })
  const settings = await openSettings(database.db, { warn: () => {} })
  const engine = await createTestEngine(database, {
    billingGate,
    holdsStarts: () => settings.now().maintenance !== null,
    otherTimes: createDueSchedules({ db: database.db, billingGate, models }),
    behaviours,
    outputs: createOutputs(createFolderObjects({ dir: folder })),
    ports: {
      ...noPorts,
      files: runFiles,
      http,
      sql,
      mail,
      actions: connectors.actions,
      model: createModelPort(models),
      knowledge: knowledge.port,
      memory: createMemoryPort(database.db),
      handOver: createHandOverPort(database.db),
      tables: createTablesPort({ db: database.db, askProof }),
      skills: createSkillsPort(database.db),
      curated: createCuratedPort({ db: database.db, embed: knowledge.embed, log: { warn: () => {} } }),
      ...(embed && { embed }),
    },
  })
  const feed = createNoticeFeed(database.url)
  const chatFeed = createFeed(database.url, CHANGES)
  const workflowFeed = createWorkflowFeed({ databaseUrl: database.url, now: Date.now, pace_ms: presence_pace_ms })
  const exports = createExports({
    db: database.db,
    objects: createFolderObjects({ dir: folder }),
    withOutputs: (rows) => engine.engine.withOutputs(rows),
    log: { warn: () => {} },
  })
  const payments = await createTestPayments({ deadline_ms: gateway_ms })
  const people = new Map<string, Person>()
  const blocked = new Set<string>()
  const sessions = sessionsOf(people, blocked, createSessions(database.db, { verify: async () => null }))
  const app = await createApp({
    ...PLAIN_APP,
    publicUrl,
    settings,
    requestsPerMinute: () => runtimeLimitsOf(settings.now().limits).requests_per_minute,
    handlers: createHandlers({
      ...PLAIN_PARTS,
      publicUrl,
      reader: readPrimary(database.db),
      settings,
      db: requestDb,
      engine: engine.engine,
      files,
      documents,
      feed,
      chatFeed,
      workflowFeed,
      portrait,
      paperwork: noPorts.paperwork,
      exports,
      retention: {
        visitor_hours: 24,
        succeeded_days: null,
        failed_days: null,
        runs_days: null,
        model_calls_days: null,
      },
      payments: payments.paying,
      payouts: { ...payments.paying, gateway: razorpayx ? payments.payouts : null },
      models,
      billingGate,
      secrets,
      connectors,
      clientDocuments: createClientDocuments(http),
      knowledge,
      identity: { accounts: null, ways: externalSignInMethods({ google: null, github: null }) },
      ...deps,
    }),
    sessions,
    views: createSupportViews(database.db),
    workspaces: createWorkspaces(database.db),
    authorizationServer:
      publicUrl === ''
        ? null
        : createAuthorizationServer({ db: requestDb, publicUrl, name: () => 'Chowk', log: { warn: () => {} } }),
    scim: createScimService({ db: requestDb, brand: readTestBrand, publicUrl, checkSeats, log: { warn: () => {} } }),
    metricsPages: metricsOf(database, folder, { sessions, secret: secrets.secret }),
    secret: SECRET,
    refusedKeys: countRefusedKeys(database.db, SERVER_LIMITS.refused_keys_per_minute),
    idempotency: createIdempotency(database.db, SECRET, { warn: () => {} }),
    ...rest,
  })
  payments.deliver(async ({ body, headers }) => {
    const answer = await app.inject({ method: 'POST', url: hookOf(body), headers, payload: body })
    return answer.statusCode
  })
  return {
    app,
    payments,
    database,
    engine,
    files,
    folder,
    tidy: () => exports.tidy(),
    indexing: knowledge.indexing,
    sites: knowledge.sites,
    sources: knowledge.sources,
    triggers: connectors.triggers,
    ring: connectors.ring,
    secrets,
    models,
    billingGate,
    async person(role = 'basic_user') {
      const id = await insertUser(database, role)
      // In the form of a session's token: anything else is taken for the key of a program.
      const person = { id, role, token: `session.${id}.signature` }
      people.set(person.token, person)
      return person
    },
    know: (person) => people.set(person.token, person),
    block: (person) => blocked.add(person.id),
    call: (method, url, options) => call(app, method, url, options),
    async close() {
      await payments.peer.close()
      await app.close()
      await exports.stop()
      await feed.close()
      await chatFeed.close()
      await workflowFeed.close()
      await engine[Symbol.asyncDispose]()
      await settings.close()
      await database.drop()
      secrets.close()
      for (const end of ends) await end()
      outbound.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function call(app: FastifyInstance, method: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const { as = null, body, headers = {}, query, ip = '203.0.113.9', payload } = options
  const content = payload ?? (body === undefined ? undefined : JSON.stringify(body))
  const request = {
    method: method as NonNullable<InjectOptions['method']>,
    url,
    remoteAddress: ip,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body !== undefined ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(query && { query }),
    ...(content !== undefined && { payload: content }),
  }
  const response = await outside(async () => await app.inject(request))
  const isJson = /json/.test(String(response.headers['content-type'])) && response.body !== ''
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body }
}
