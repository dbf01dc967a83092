/** Puts the server together: database → gateways → engine → routes. What it starts, its `stop` ends, in the opposite order. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { SOURCE } from '#contract/knowledge/knowledge-values.ts'
import { PROCESSOR_LIMITS } from '#contract/runs/processor-limits.ts'
import { PRESENCE } from '#contract/workflows/edit-limits.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { embedForServer } from '#nodes/runner-ports.ts'
import { Processor } from '#server/engine/processor.ts'
import { createAuthorizationServer } from './areas/accounts/assistants/authorization-server.routes.ts'
import { createClientDocuments } from './areas/accounts/assistants/client-document.ts'
import { createNoticeFeed } from './areas/accounts/notifications/feed.ts'
import { createIdentityTransact } from './areas/accounts/sign-in/identity-work.ts'
import { createSessions } from './areas/accounts/sign-in/sessions.ts'
import { createSupportViews } from './areas/accounts/support-views/support-views.ts'
import { isAdmin } from './areas/accounts/users/second-factor.ts'
import { createShellRoles } from './areas/accounts/users/shell-cookie.ts'
import { recordSignIn } from './areas/accounts/users/users.ts'
import { createWorkspaces } from './areas/accounts/workspaces/enter.ts'
import { moveToNewestKey } from './areas/admin/vault/rotate.ts'
import { createListedAgents } from './areas/agents/agents/listed-agents.ts'
import { createEmbeddingSearch } from './areas/agents/embeddings/embedding-search.ts'
import { type BillingGate, createBillingGate } from './areas/billing/charges/billing-gate.ts'
import { createHandlers } from './areas/handlers.ts'
import { createExports } from './areas/platform/account-data/exports.ts'
import { CHANGES } from './areas/runs/conversations/hand-overs.store.ts'
import { createAgentCalls } from './areas/runs/executions/agent-calls.ts'
import { createWhileKept } from './areas/runs/files/files.ts'
import { createFilePort } from './areas/runs/files/run-files.ts'
import { hasMailbox, receiveMail } from './areas/runs/triggers/mail-in.ts'
import { createDueSchedules } from './areas/services/services/due-schedules.ts'
import { findWidgetHosts } from './areas/services/widgets/visitors.ts'
import { createModelPort, type ModelDeps } from './areas/workflows/models/model-port.ts'
import { createWorkflowFeed } from './areas/workflows/workflows/workflow-feed.ts'
import { guardCodeStep } from './areas/workflows/workflows.ts'
import { assembleAnalytics } from './compose/analytics.ts'
import { openBackups, planOf } from './compose/backups.ts'
import { assembleConnectors } from './compose/connectors.ts'
import { appSettings, handlerSettings, mailDomain, personRules } from './compose/handler-settings.ts'
import { createHealth } from './compose/health.ts'
import { startJobs } from './compose/jobs.ts'
import { assembleKnowledge } from './compose/knowledge.ts'
import { assembleMetrics } from './compose/metrics.ts'
import { assembleModels } from './compose/models.ts'
import { assemblePayments, assemblePayouts } from './compose/payments.ts'
import { assemblePlugins } from './compose/plugins.ts'
import { createEnginePorts, type PortParts } from './compose/ports.ts'
import { openRequestLines } from './compose/request-lines.ts'
import { createRequestRecords } from './compose/request-records.ts'
import { assembleSecrets, type SecretsOptions } from './compose/secrets.ts'
import { assembleScim, assembleSignOns, openSignOn, type SignOnParts } from './compose/sign-on.ts'
import { openStorage, type Storage } from './compose/storage.ts'
import type { Config } from './config.ts'
import type { EngineOptions } from './engine/assemble.ts'
import { createEngine, type Engine } from './engine/engine.ts'
import { createEmbeddedIdentity } from './gateways/identity/embedded.ts'
import { createFirebaseIdentity } from './gateways/identity/firebase.ts'
import type { IdentityProvider } from './gateways/identity.ts'
import { listenForMail } from './gateways/mail-in.ts'
import { createOutbound } from './gateways/outbound.ts'
import type { ObjectStore } from './gateways/storage/objects.ts'
import { createDatabase, type Database } from './platform/database/database.ts'
import { createFeed } from './platform/database/feed.ts'
import type { OpenDatabase } from './platform/database/open.ts'
import type { Pool } from './platform/database/pool.ts'
import { openPools, type Pools } from './platform/database/pools.ts'
import type { HealthChecks } from './platform/health.ts'
import { createApp } from './platform/http/app.ts'
import type { MetricsPages } from './platform/http/metrics-pages.ts'
import { findLogoPicture, type LogoPicture } from './platform/settings/brand.store.ts'
import { brandReader, type ReadBrand } from './platform/settings/brand.ts'
import { openSettings, type Settings } from './platform/settings/settings.ts'
import { removeLeftFolders } from './platform/temporary-folders.ts'
import { createRunners } from './runners/runners.ts'

const root = join(import.meta.dirname, '../..')
const webRoot = join(root, 'dist/web')
const widgetRoot = join(root, 'dist/widget')
export const VERSION = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** What is true of this process whatever it is told. */
const THIS = { version: VERSION, now: Date.now } as const

export interface Server {
  app: Awaited<ReturnType<typeof createApp>>
  engine: Engine
  db: Database
  identity: IdentityProvider
  health: HealthChecks
  metricsPages: MetricsPages
  /** Lets runs finish, then closes everything. */
  stop(): Promise<void>
}

export interface ComposeOptions {
  config: Config
  database: Pick<OpenDatabase, 'url' | 'pooledUrl'>
  /** Issuer and audience of every token. */
  publicUrl: string
  log: Logger
  /** This process can no longer work and must end. */
  onLost: (error: Error) => void
}

/** The database must be migrated. When a part fails to start, those before it are closed again. */
export async function compose(options: ComposeOptions): Promise<Server> {
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    return { ...(await assemble(options, (end) => stops.push(end))), stop }
  } catch (error) {
    await stop().catch((cause: unknown) => options.log.error({ err: cause }, 'closing after a failed start'))
    throw error
  }
}

const startEngine = (
  { config, database, log, onLost }: Omit<ComposeOptions, 'publicUrl'>,
  { pool, db, requestConnections, ports, runners, models, outputs, billingGate, settings }: EngineParts,
) =>
  createEngine({
    pool,
    requestConnections,
    databaseUrl: database.url,
    executorId: config.executorId,
    role: config.role,
    ownerShare: config.ownerShare,
    queuePlaces: config.workerConcurrency,
    findNode: (type) => {
      const node = catalogue.get(type)
      return node && guardCodeStep({ db, settings }, runners.nodes.offload(node))
    },
    ports,
    processor: new Processor(runners.expressions, PROCESSOR_LIMITS),
    outputs,
    billingGate,
    agentCalls: createAgentCalls({ billingGate }),
    holdsStarts: () => settings.now().maintenance !== null,
    otherTimes: createDueSchedules({ db, billingGate, models }),
    log,
    onLost,
  })

interface EngineParts extends Pick<PortParts, 'db' | 'runners'>, Pick<Pools, 'pool' | 'requestConnections'> {
  ports: EngineOptions['ports']
  outputs: Storage['outputs']
  models: ModelDeps
  billingGate: BillingGate
  settings: Settings
}

/** Mail for workflows, where the operator has set it up. @returns what stops it */
async function startMailIn(
  { config, publicUrl, log }: Pick<ComposeOptions, 'config' | 'publicUrl' | 'log'>,
  { db, engine, files }: { db: Database; engine: Engine; files: EngineOptions['ports']['files'] },
): Promise<() => unknown> {
  if (config.mailIn === null || config.mailIn.port === null || config.role === 'worker') return () => undefined
  const received = await listenForMail({
    port: config.mailIn.port,
    host: config.host,
    domain: mailDomain(config.mailIn, publicUrl),
    max_bytes: SERVER_LIMITS.file_bytes,
    knows: (name) => hasMailbox(db, name),
    receive: (names, message) => receiveMail({ db, files, start: (run) => engine.start(run) }, names, message),
    log,
  })
  return () => received.close()
}

interface SignInParts extends Pick<ComposeOptions, 'config' | 'publicUrl' | 'log'> {
  brand: ReadBrand
  signOn: SignOnParts
}

/** Who people are: the embedded provider, or Firebase when the operator says so. */
const startIdentity = (
  { config, publicUrl, log, brand, signOn }: SignInParts,
  { db, identityPool }: { db: Database; identityPool: Pool },
): Promise<IdentityProvider> | IdentityProvider =>
  config.firebase
    ? createFirebaseIdentity(config.firebase)
    : createEmbeddedIdentity({
        pool: identityPool,
        transact: createIdentityTransact(createDatabase(identityPool)),
        brand,
        external: config.external,
        publicUrl,
        secret: config.secret,
        mustProve: async (subject) => config.requireAdminTwoFactor && (await isAdmin(db, subject)),
        onSignIn: (subject) => recordSignIn(db, subject),
        signOns: assembleSignOns(config, signOn, { db: createDatabase(identityPool), brand, publicUrl }),
        log,
      })

const sessionsOf = (
  { requireAdminTwoFactor, firebase, adminEmail }: Config,
  db: Database,
  identity: IdentityProvider,
) => createSessions(db, identity, { requireAdminTwoFactor, firstAdminEmail: firebase && adminEmail })

/** Who people are, and who asks. */
async function openSignIn(
  parts: SignInParts,
  { db, requestDb, identityPool }: Pools,
  onStop: (end: () => unknown) => void,
) {
  const identity = await startIdentity(parts, { db, identityPool })
  onStop(() => identity.stop())
  const asking = {
    sessions: sessionsOf(parts.config, requestDb, identity),
    views: createSupportViews(requestDb),
    workspaces: createWorkspaces(requestDb),
  }
  return { identity, asking }
}

/** The processes for untrusted work, and calls to the outside. */
function openWays(config: Config, log: Logger, onStop: (end: () => unknown) => void) {
  const { outboundAllow: allow } = config
  removeLeftFolders().catch((error: unknown) => log.warn({ error: String(error) }, 'old temporary folders stay'))
  const runners = createRunners({ log })
  onStop(() => runners.stop())
  const outbound = createOutbound({ allow })
  onStop(() => outbound.close())
  const fileOutbound = createOutbound({ allow, maxBytes: SOURCE.file_bytes })
  onStop(() => fileOutbound.close())
  return { runners, outbound, fileOutbound, signOn: openSignOn(config, outbound) }
}

/** What live streams are woken by. */
function startFeeds(databaseUrl: string, onStop: (end: () => unknown) => void) {
  const feed = createNoticeFeed(databaseUrl)
  onStop(() => feed.close())
  const workflowFeed = createWorkflowFeed({ databaseUrl, now: Date.now, pace_ms: PRESENCE.pace_ms })
  onStop(() => workflowFeed.close())
  const chatFeed = createFeed(databaseUrl, CHANGES)
  onStop(() => chatFeed.close())
  return { feed, workflowFeed, chatFeed }
}

/** What is built, and what in it comes from the database. */
const pagesOf = (db: Database, secret: string) => ({
  webRoot,
  readShellRole: createShellRoles(db, secret),
  listedAgents: createListedAgents(db),
  readLogo: (id: string, picture: LogoPicture) => findLogoPicture(db, id, picture),
  widgets: { root: widgetRoot, hostsOf: (token: string) => findWidgetHosts(db, token) },
})

const poolsOf = (
  { databasePool: connections, deadlineFactor, databaseDirectUrl, databaseReadUrl }: Config,
  log: Logger,
) => ({
  warn: (detail: object, message: string) => log.warn(detail, message),
  throughPooler: databaseDirectUrl !== undefined,
  readUrl: databaseReadUrl,
  connections,
  deadlineFactor,
})

/** What handlers have done in processes of their own. */
const sandboxed = (
  { documents, paperwork, workflowFiles, embed }: ReturnType<typeof createRunners>,
  { db, log }: { db: Database; log: Logger },
) => ({
  documents,
  portrait: documents.portrait,
  drawLogo: documents.logo,
  paperwork,
  readFile: workflowFiles.read.bind(workflowFiles),
  embeddingSearch: createEmbeddingSearch({ db, embed: embedForServer(embed), log }),
})

async function followSettings(db: Database, log: Logger, onStop: (end: () => unknown) => void): Promise<Settings> {
  const settings = await openSettings(db, log)
  onStop(() => settings.close())
  return settings
}

function startExports(
  { engine, ...parts }: Omit<Parameters<typeof createExports>[0], 'withOutputs'> & { engine: Engine },
  onStop: (end: () => unknown) => void,
) {
  const exports = createExports({ ...parts, withOutputs: (rows) => engine.withOutputs(rows) })
  onStop(() => exports.stop())
  return exports
}

type Ways = ReturnType<typeof openWays>
type Told = Pick<ComposeOptions, 'config' | 'publicUrl' | 'log'> & Pick<SecretsOptions, 'brand'>

/** Credentials, and the apps that are used with them. */
function openApps(
  told: Told,
  { db, requestDb }: Pools,
  { files, objects, outbound, runners }: Ways & { files: FilesPort; objects: ObjectStore },
  onStop: (end: () => unknown) => void,
) {
  const secrets = assembleSecrets({ ...told, db, files, http: outbound.http })
  const readDocument = runners.apiDocuments.read.bind(runners.apiDocuments)
  const plugins = assemblePlugins({ ...told, objects, openGuests: runners.openGuests }, onStop)
  const connectors = assembleConnectors({ ...told, plugins, outbound, db, requestDb, files, readDocument, secrets })
  return { secrets, connectors, actions: connectors.actions }
}

async function assemble(
  { config, database, publicUrl, log, onLost }: ComposeOptions,
  onStop: (end: () => unknown) => void,
) {
  const pools = openPools({ ...poolsOf(config, log), url: database.pooledUrl }, onStop)
  const { probePool: pool, db, requestDb, reader } = pools
  const { files, objects, outputs } = await openStorage(config, createWhileKept(db))
  const backups = await openBackups({ config, databaseUrl: database.url, db, objects, log })
  onStop(moveToNewestKey(db, config.vaultKeys, log))
  const [ways, settings] = [openWays(config, log, onStop), await followSettings(db, log, onStop)]
  const { runners, outbound, signOn } = ways
  const here = { config, publicUrl, log, brand: brandReader(settings, config.brandName), signOn }
  const kept = { files: createFilePort({ db, files }), objects }
  const { secrets, connectors, ...apps } = openApps(here, pools, { ...kept, ...ways }, onStop)
  const models = assembleModels({ config, db, vault: secrets.vault, outbound }, onStop)
  const { askProof } = personRules(config)
  const knowledge = assembleKnowledge({ config, db, files, ...ways, vault: secrets.vault, models, askProof, log })
  const outward = { ...apps, model: createModelPort(models), knowledge, log, askProof }
  const ports = createEnginePorts({ db, files, runners, secrets, ...outward })
  // Holding a charge may wait for the row of an account: never on a connection of the runs.
  const billingGate = createBillingGate({ db: requestDb, trials: personRules(config) })
  const engine = await startEngine(
    { config, database, log, onLost },
    { ...pools, ports, runners, models, outputs, billingGate, settings },
  )
  onStop(() => engine.stop())
  const exports = startExports({ db, objects, log, engine }, onStop)
  onStop(await startMailIn({ config, publicUrl, log }, { db, engine, files: ports.files }))
  const { identity, asking } = await openSignIn(here, pools, onStop)
  const [analytics, payouts] = [assembleAnalytics(config, outbound.http, log), assemblePayouts({ config, log })]
  const payments = assemblePayments({ ...here, record: analytics.record, settings })
  const health = createHealth({ ...THIS, ...pools, config, objects, pool, gateway: payments.gateway })
  const measuring = assembleMetrics({ ...THIS, ...asking, ...here, pools, health, runners }, onStop)
  const own = { ...here, db, engine, files, exports, models, knowledge, ports, billingGate, payments, payouts }
  onStop(startJobs({ ...own, connectors, backups, measuring, webRoot, embed: embedForServer(runners.embedAside) }))
  const app = await createApp({
    version: VERSION,
    publicUrl,
    health,
    handlers: createHandlers({
      db: requestDb,
      reader,
      engine,
      files,
      ...startFeeds(database.url, onStop),
      ...analytics,
      ...sandboxed(runners, { db, log }),
      exports,
      ...{ secrets, connectors, knowledge, models, billingGate },
      ...{ settings, identity, signOn, payments, payouts },
      health,
      backups: backups && planOf(backups),
      ...handlerSettings(config, publicUrl, here.brand),
      trialsAskProof: personRules(config).askProof,
      clientDocuments: createClientDocuments(outbound.http),
      log,
    }),
    ...asking,
    settings,
    ...createRequestRecords(requestDb, config.secret, log),
    ...appSettings(config, { settings, brand: here.brand }),
    ...pagesOf(requestDb, config.secret),
    authorizationServer: createAuthorizationServer({ db: requestDb, publicUrl, name: () => here.brand().name, log }),
    scim: assembleScim({ db: requestDb, brand: here.brand, publicUrl, log }, identity),
    ...{ logger: log, requestLines: openRequestLines(config, log, onStop) },
    metricsPages: measuring.pages,
  })
  onStop(() => app.close())
  return { app, engine, db, identity, health, metricsPages: measuring.pages }
}
