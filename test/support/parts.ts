/** What a handler or an app needs and a test does not look at: each part is named, so that no default hides in the product. */

import { createHash } from 'node:crypto'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { SETTING_DEFAULTS } from '#contract/admin/setting-schemas.ts'
import { AppError } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { companyOf } from '#contract/platform/company.ts'
import type { Health } from '#contract/platform/health.ts'
import { readWorkflowFile } from '#nodes/import/read-file.ts'
import { noEmbeddingSearch } from '#server/areas/agents/embeddings/embedding-search.ts'
import type { HandlerDeps } from '#server/areas/handler-deps.ts'
import { STREAM_TIMES } from '#server/compose/handler-settings.ts'
import { createRecorder } from '#server/platform/analytics/record.ts'
import type { HealthChecks, HealthProbes } from '#server/platform/health.ts'
import type { AppDeps } from '#server/platform/http/app.ts'
import type { MetricsPages } from '#server/platform/http/metrics-pages.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { TEST_FIRM } from './firm.ts'
import { noIdempotency } from './no-idempotency.ts'
import { noRefusedKeys } from './no-refused-keys.ts'

const silent = { warn: () => {} }
const now = () => new Date()
const record = createRecorder(null)

const healthy = async (): Promise<Health> => ({
  status: 'healthy',
  version: '0.0.0-test',
  checks: { database: 'up', engine: 'up' },
})
/** An installation in which everything works. */
const up = async () => true

/** Every part that a server cannot do without works; no outside service is used. */
export const PROBES_UP: HealthProbes = {
  database: up,
  migrations: up,
  storage: up,
  engine: up,
  queue: up,
  requests: up,
  replica: null,
  gateway: null,
  mail: null,
  dns: null,
  clock: up,
}

export const ALL_UP: HealthChecks = {
  check: healthy,
  checkReady: healthy,
  engineIsUp: async () => true,
}

const nothingMeasured: MetricsPages = {
  brand: readTestBrand,
  isOpenTo: async () => false,
  metrics: {
    text: async () => '',
    facts: () => Promise.reject(new Error('Nothing is measured')),
  },
}

/** Nobody has changed any. */
const settings: Settings = { now: () => SETTING_DEFAULTS, refresh: async () => {} }

/** No pages, no limits, no counts; a busy machine decides no test. */
export const PLAIN_APP = {
  version: 'test',
  brand: readTestBrand,
  readLogo: async () => null,
  publicUrl: '',
  health: ALL_UP,
  streamTimes: STREAM_TIMES,
  trustProxy: false,
  firebase: null,
  razorpay: false,
  webRoot: null,
  readShellRole: async () => null,
  authorizationServer: null,
  scim: null,
  widgets: null,
  listedAgents: null,
  logger: null,
  requestLines: { access: null, security: () => {} },
  metricsPages: nothingMeasured,
  meter: { take: async () => undefined },
  views: { enter: () => Promise.reject(new AppError('view_ended')) },
  workspaces: { enter: () => Promise.reject(new AppError('workspace_not_found')), isStillMember: async () => true },
  idempotency: noIdempotency,
  settings,
  refusedKeys: noRefusedKeys,
  requestsPerMinute: () => RUNTIME_LIMITS.requests_per_minute.default,
  deadlineFactor: 8,
} satisfies Partial<AppDeps>

const absent = () => Promise.reject(new Error('No knowledge is searched in this test'))

const nobody = () => Promise.reject(new Error('No workspace signs on in this test'))

/** No payments, no mail, no analytics, search by words; changes show at once. */
export const PLAIN_PARTS = {
  backups: null,
  settings,
  forward: null,
  record,
  payments: {
    gateway: null,
    firm: TEST_FIRM,
    publicUrl: '',
    brand: readTestBrand,
    log: silent,
    record,
    secret: '',
    askProof: false,
    now,
  },
  payouts: { gateway: null, log: silent, now },
  environment: [],
  signOn: { lookUpTxt: async () => [], gateway: { check: nobody, authorizeUrl: nobody, profile: nobody } },
  clientDocuments: { get: () => Promise.reject(new Error('No client is looked up')) },
  usualName: 'Chowk',
  drawLogo: async (bytes) => ({ page: bytes, mail: bytes, icon: bytes, width: 200, height: 100 }),
  publicUrl: '',
  mailIsSetUp: false,
  trialsAskProof: false,
  mailInDomain: null,
  mailInSecret: null,
  office: { support_email: companyOf({}).support_email, brand: readTestBrand },
  log: silent,
  health: ALL_UP,
  embeddingSearch: noEmbeddingSearch,
  knowledge: {
    ...{ search: { search: absent }, embed: absent, embedCounted: absent, outside: { embed: absent, resolve: absent } },
    web: { http: absent, allow: new Set<string>(), timeout_ms: 1 },
    sources: { http: absent, accounts: { renew: absent, end: absent } },
  },
  readFile: async (_owner, source) =>
    readWorkflowFile(source, (text) => createHash('sha256').update(text).digest('hex')),
  fresh_ms: 0,
  hook_wait_ms: SERVER_LIMITS.wait_ms,
  mcp_wait_ms: SERVER_LIMITS.wait_ms,
  mcp_look_ms: 24_000,
} satisfies Partial<HandlerDeps>
