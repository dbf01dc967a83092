/** The environment, parsed once and typed. The only reader of `process.env` in the program. */
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { Environment, type ProcessRole } from './environment.ts'
import type { AnalyticsSettings } from './gateways/analytics.ts'
import { externalOptions } from './gateways/identity/external/external-settings.ts'
import type { ExternalOptions } from './gateways/identity/external-options.ts'
import { type FirebaseSettings, firebaseSettings } from './gateways/identity/firebase-settings.ts'
import { type MailSettings, mailSettings } from './gateways/mail/settings.ts'
import { type EnvironmentModel, type ModelVariables, modelSettings } from './gateways/models/settings.ts'
import { type PaymentSettings, paymentSettings } from './gateways/payments/settings.ts'
import { type PayoutSettings, payoutSettings } from './gateways/payouts/settings.ts'
import { type StorageSettings, storageSettings } from './gateways/storage/settings.ts'
import { gmailSettings } from './gateways/vault/gmail-settings.ts'
import { type KeyRing, loadKeyRing } from './gateways/vault/keys.ts'
import type { GmailSettings } from './gateways/vault/oauth.ts'
import { RESTORING } from './platform/files/restoring.ts'
import type { TrustedProxies } from './platform/http/trust-proxy.ts'
import type { OutputFormat } from './platform/output.ts'
import { readOrCreate } from './platform/read-or-create.ts'
import type { RetentionPolicy } from './platform/retention-policy.ts'
import { type TracingSettings, tracingSettings } from './platform/tracing/settings.ts'
import { misspelt, withFiles } from './variable-files.ts'

export interface MailInVariables {
  /** Null: none arrives by SMTP. */
  port: number | null
  /** Null: the host of the public URL. */
  domain: string | null
  /** What a provider signs with that passes mail on by HTTP; null: none does. */
  secret: string | null
}

export interface Config {
  /** 0 takes any free port. */
  port: number
  host: string
  /** Absolute. The embedded database, the keys and, unless `storage` says otherwise, files live here. */
  dataDir: string
  /** Absent: the embedded Postgres under `dataDir`. */
  databaseUrl: string | undefined
  /** Without a pooler, where `databaseUrl` leads through one; absent: it does not. */
  databaseDirectUrl: string | undefined
  /** A replica for reads that may lag; absent: everything is read from the primary. */
  databaseReadUrl: string | undefined
  /** Connections for requests, runs and jobs, at most. */
  databasePool: number
  /** Absolute. Where the embedded Postgres keeps its cluster; absent: `dataDir/postgres`. */
  databaseDir: string | undefined
  /** Encrypts backups; null: they are not encrypted. */
  backupPassphrase: string | null
  /** Where uploads, large results and exports are kept. */
  storage: StorageSettings
  /** Where scheduled backups are written; null: none are made. */
  backupStore: StorageSettings | null
  backupEveryHours: number
  /** How many scheduled backups are kept. */
  backupKeep: number
  /** Start although the secret or the vault key is not the one this database was used with. */
  acceptNewKeys: boolean
  adminEmail: string
  /** Absent: generated at the first start and printed once. */
  adminPassword: string | undefined
  brandName: string
  /** Where browsers reach us, without a trailing slash; absent: the address we listen on. */
  publicUrl: string | undefined
  role: ProcessRole
  /** Where a worker answers `/livez` and `/readyz`; null for nowhere. */
  probePort: number | null
  /** Names this process among the workers of the installation; stable over restarts where it can be. */
  executorId: string
  /** Queued runs that a worker executes at a time. */
  workerConcurrency: number
  /** Of the indexes of knowledge bases in memory. */
  knowledgeBytes: number
  /** The part of a worker's places that runs of one owner may take, 0 to 1. */
  ownerShare: number
  /** How long runs and their data are kept. */
  retention: RetentionPolicy
  /** How long uploads are kept that nothing uses; null is for good. */
  keptUploadsDays: number | null
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `text` for people at a terminal; in `json` nothing is written but JSON objects, each on a line. */
  logFormat: OutputFormat
  /** Where traces are sent; null: nothing is traced. */
  tracing: TracingSettings | null
  /** Opens /metrics to programs; null: to none. */
  metricsToken: string | null
  /** Which proxies `X-Forwarded-For` is believed of: none, so many in front of us, or those at these addresses. */
  trustProxy: TrustedProxies
  /** Multiplies how long a request may take. */
  deadlineFactor: number
  /** The process of `scripts/run.mjs` that started this one; null when it was started otherwise. */
  launcher: number | null
  /** Admins need a second factor, or a passkey, for everything that only they may do. */
  requireAdminTwoFactor: boolean
  /** `host:port` that the guarded outbound client may reach although private. */
  outboundAllow: string[]
  /** Where TXT records are looked up; empty: where the system does. */
  dnsServers: string[]
  /** Other origins for apps of the catalogue, by the origin that it has. */
  appAddresses: Record<string, string>
  /** The npm registry that plugins come from. */
  pluginRegistry: string
  /** Folders with plugins that are being written. */
  pluginFolders: string[]
  /** A file with further certificate authorities, PEM. */
  extraCa: string | null
  /** Null: analytics events stay here. */
  analytics: AnalyticsSettings | null
  /** Null: no mail server is named, and mail waits in the outbox. */
  mail: MailSettings | null
  /** How mail for workflows arrives; null: none does. */
  mailIn: MailInVariables | null
  /** The language model available to all; null: only those that are set up on the settings page. */
  model: EnvironmentModel | null
  /** Whom payments are taken through; null: nothing can be bought. */
  payments: PaymentSettings | null
  /** Whom sellers are paid through; null: an admin takes a file to the bank. */
  payouts: PayoutSettings | null
  /** Who gets what is written over the contact form. */
  supportEmail: string
  /** Sign-in with Google and GitHub. */
  external: ExternalOptions
  /** Whom Gmail is connected through; null while Google does not know this installation. */
  gmail: GmailSettings | null
  /** Where people sign in instead of here; null: the embedded provider. */
  firebase: FirebaseSettings | null
  /** Encrypt credentials; generated once and kept in `dataDir/vault-key` unless `VAULT_KEY` names them. */
  vaultKeys: KeyRing
  /** Signs and encrypts; generated once and kept in `dataDir/secret` unless `SECRET` names it. */
  secret: string
}

const isProduction = (name: string | undefined): boolean => name?.trim() === 'production'

const logFormatOf = (format: string | undefined, environment: string | undefined): OutputFormat =>
  format === 'json' || (format !== 'text' && isProduction(environment)) ? 'json' : 'text'

/** Also before the configuration is read, and when it cannot be. */
export const readLogFormat = (env: NodeJS.ProcessEnv = process.env): OutputFormat =>
  logFormatOf(env.LOG_FORMAT?.trim(), env.NODE_ENV)

/** Where an installation lives. */
export type Place = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseDir' | 'backupPassphrase' | 'storage' | 'backupStore'
>

const storageOf = (e: Environment, url = e.STORAGE_URL): StorageSettings =>
  url === undefined
    ? { kind: 'folder', dir: resolve(e.DATA_DIR) }
    : storageSettings(url, {
        accessKeyId: e.S3_ACCESS_KEY_ID,
        secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        variables: { url: 'STORAGE_URL', accessKeyId: 'S3_ACCESS_KEY_ID', secretAccessKey: 'S3_SECRET_ACCESS_KEY' },
      })

function backupStoreOf(e: Environment): StorageSettings | null {
  if (e.BACKUP_URL === undefined) return null
  // A key and its secret belong together: never one of each pair.
  const own = e.BACKUP_S3_ACCESS_KEY_ID !== undefined || e.BACKUP_S3_SECRET_ACCESS_KEY !== undefined
  return storageSettings(e.BACKUP_URL, {
    accessKeyId: own ? e.BACKUP_S3_ACCESS_KEY_ID : e.S3_ACCESS_KEY_ID,
    secretAccessKey: own ? e.BACKUP_S3_SECRET_ACCESS_KEY : e.S3_SECRET_ACCESS_KEY,
    variables: {
      url: 'BACKUP_URL',
      accessKeyId: own ? 'BACKUP_S3_ACCESS_KEY_ID' : 'S3_ACCESS_KEY_ID',
      secretAccessKey: own ? 'BACKUP_S3_SECRET_ACCESS_KEY' : 'S3_SECRET_ACCESS_KEY',
    },
  })
}

const placeOf = (e: Environment): Place => ({
  dataDir: resolve(e.DATA_DIR),
  databaseUrl: e.DATABASE_URL,
  databaseDirectUrl: e.DATABASE_DIRECT_URL,
  databaseDir: e.DATABASE_DIR === undefined ? undefined : resolve(e.DATABASE_DIR),
  backupPassphrase: e.BACKUP_PASSPHRASE ?? null,
  storage: storageOf(e),
  backupStore: backupStoreOf(e),
})

/** Like `loadConfig`, for an installation that is not there yet: nothing is made. @throws as `loadConfig` */
export const loadPlace = (env: NodeJS.ProcessEnv = process.env): Place => placeOf(parse(env))

/** Another storage than that in use. @param url as in `STORAGE_URL`, or `default` for the folder that is used without one */
export function loadStorage(url: string, env: NodeJS.ProcessEnv = process.env): StorageSettings {
  const e = parse(env)
  return url === 'default' ? storageOf({ ...e, STORAGE_URL: undefined }) : storageOf(e, url)
}

/** Whether the keys of an installation are there, so that a command does not make new ones in a folder that it was led to by mistake. */
export const hasKeys = (env: NodeJS.ProcessEnv = process.env): boolean => {
  const e = parse(env)
  return e.SECRET !== undefined || existsSync(join(resolve(e.DATA_DIR), 'secret'))
}

const NAMES = Object.keys(Environment.shape)

/** Variables of the environment that are not read, but look like one that is: what is written, and what was probably meant. */
export const findMisspelt = (env: NodeJS.ProcessEnv = process.env): [string, string][] => misspelt(env, NAMES)

function parse(env: NodeJS.ProcessEnv): Environment {
  const parsed = Environment.safeParse(withFiles(env, NAMES))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not valid:\n${lines.join('\n')}`)
  }
  const { DATABASE_URL, DATABASE_DIR, DATABASE_DIRECT_URL, DATABASE_READ_URL } = parsed.data
  if (DATABASE_URL !== undefined && DATABASE_DIR !== undefined)
    throw new Error(
      'The configuration is not valid:\n  DATABASE_DIR: is for the embedded Postgres and cannot be combined with DATABASE_URL',
    )
  if (DATABASE_URL === undefined && DATABASE_READ_URL !== undefined)
    throw new Error(
      'The configuration is not valid:\n  DATABASE_READ_URL: is a replica of DATABASE_URL, so that is needed too',
    )
  if (DATABASE_URL === undefined && DATABASE_DIRECT_URL !== undefined)
    throw new Error(
      'The configuration is not valid:\n  DATABASE_DIRECT_URL: is the database of DATABASE_URL without its pooler, so DATABASE_URL is needed too',
    )
  return parsed.data
}

/** Parts between commas. */
const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** @throws Error naming every variable that is wrong, with what it should be. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const e = parse(env)
  const place = placeOf(e)
  const { dataDir } = place
  prepareDataDir(dataDir)
  return {
    ...place,
    port: e.PORT,
    host: e.HOST,
    acceptNewKeys: e.ACCEPT_NEW_KEYS,
    adminEmail: e.ADMIN_EMAIL,
    adminPassword: e.ADMIN_PASSWORD,
    brandName: e.BRAND_NAME,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    role: e.ROLE,
    probePort: e.PROBE_PORT ?? null,
    databasePool: e.DATABASE_POOL,
    databaseReadUrl: e.DATABASE_READ_URL,
    workerConcurrency: e.WORKER_CONCURRENCY,
    knowledgeBytes: e.KNOWLEDGE_MEMORY_MB * 1_000_000,
    executorId: e.EXECUTOR_ID ?? (e.ROLE === 'all' ? 'main' : `${e.ROLE}-${hostname()}-${process.pid}`),
    ownerShare: e.OWNER_SHARE / 100,
    retention: {
      visitor_hours: e.RETAIN_VISITOR_HOURS,
      succeeded_days: e.RETAIN_SUCCEEDED_DAYS || null,
      failed_days: e.RETAIN_FAILED_DAYS || null,
      runs_days: e.RETAIN_RUNS_DAYS || null,
      model_calls_days: e.RETAIN_MODEL_CALLS_DAYS || null,
    },
    keptUploadsDays: e.RETAIN_UPLOADS_DAYS || null,
    logLevel: e.LOG_LEVEL ?? (isProduction(e.NODE_ENV) ? 'info' : 'warn'),
    logFormat: logFormatOf(e.LOG_FORMAT, e.NODE_ENV),
    tracing: tracingSettings(e),
    metricsToken: e.METRICS_TOKEN ?? null,
    trustProxy: e.TRUST_PROXY,
    deadlineFactor: e.DEADLINE_FACTOR,
    launcher: e.CHOWK_LAUNCHER ?? null,
    requireAdminTwoFactor: e.REQUIRE_ADMIN_TWO_FACTOR,
    outboundAllow: listIn(e.OUTBOUND_ALLOW),
    dnsServers: listIn(e.DNS_SERVERS),
    appAddresses: e.APP_ADDRESSES ?? {},
    pluginRegistry: e.PLUGIN_REGISTRY,
    pluginFolders: listIn(e.PLUGIN_FOLDERS),
    extraCa: e.NODE_EXTRA_CA_CERTS || null,
    analytics: analyticsSettings(e),
    mail: mailSettings(e),
    mailIn: mailInOf(e),
    model: modelSettings(modelVariablesOf(e)),
    payments: paymentSettings(e),
    payouts: payoutSettings(e, paymentSettings(e)),
    supportEmail: e.SUPPORT_EMAIL ?? e.ADMIN_EMAIL,
    external: externalOptions(e),
    gmail: gmailSettings(externalOptions(e).google, e.GMAIL_API_URL),
    firebase: firebaseSettings(e),
    vaultKeys: loadKeyRing(e.VAULT_KEY, dataDir),
    secret: e.SECRET ?? loadSecret(dataDir),
    backupEveryHours: e.BACKUP_EVERY_HOURS,
    backupKeep: e.BACKUP_KEEP,
  }
}

function mailInOf({ MAIL_IN_PORT, MAIL_IN_DOMAIN, MAIL_IN_SECRET }: Environment): MailInVariables | null {
  if (MAIL_IN_PORT === undefined && MAIL_IN_SECRET === undefined) return null
  return { port: MAIL_IN_PORT ?? null, domain: MAIL_IN_DOMAIN ?? null, secret: MAIL_IN_SECRET ?? null }
}

const modelVariablesOf = (e: Environment) =>
  Object.fromEntries(Object.entries(e).filter(([name]) => name.startsWith('MODEL_'))) as ModelVariables

/** @throws Error when only one half of the two is given */
function analyticsSettings(e: Environment): AnalyticsSettings | null {
  const { GA4_MEASUREMENT_ID: measurementId, GA4_API_SECRET: apiSecret, GA4_URL: url } = e
  if (measurementId === undefined && apiSecret === undefined) return null
  if (measurementId === undefined || apiSecret === undefined)
    throw new Error('Set both GA4_MEASUREMENT_ID and GA4_API_SECRET, or neither.')
  return { measurementId, apiSecret, url }
}

/** @throws Error that names DATA_DIR when it cannot be created or written, or a restore into it has not ended */
function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new Error(`DATA_DIR: cannot write to ${dataDir}: ${(cause as Error).message}`, { cause })
  }
  if (existsSync(join(dataDir, RESTORING)))
    throw new Error(`A restore into ${dataDir} has not ended. Run the restore again.`)
}

function loadSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const secret = readOrCreate(file, () => randomBytes(48).toString('base64url'))
  if (secret.length < 32)
    throw new Error(
      `${file} is too short to be the secret of this installation. Restore it from a backup. If it is lost for good, remove the file and start once with ACCEPT_NEW_KEYS=yes: everyone has to sign in again.`,
    )
  return secret
}
