/** The environment, parsed once and typed. The only reader of `process.env` in the program. */
import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { RetentionPolicy } from './domain/retention/retention.ts'
import type { AnalyticsSettings } from './gateways/analytics.ts'
import type { ExternalOptions } from './gateways/identity/external.ts'
import { EXTERNAL_VARIABLES, externalOptions } from './gateways/identity/external-settings.ts'
import { FIREBASE_VARIABLES, type FirebaseSettings, firebaseSettings } from './gateways/identity/firebase-settings.ts'
import { type MailSettings, mailSettings } from './gateways/mail/settings.ts'
import {
  type EnvironmentModel,
  MODEL_VARIABLES,
  type ModelVariables,
  modelSettings,
} from './gateways/models/settings.ts'
import { PAYMENT_VARIABLES, type PaymentSettings, paymentSettings } from './gateways/payments/settings.ts'
import { PAYOUT_VARIABLES, type PayoutSettings, payoutSettings } from './gateways/payouts/settings.ts'
import { GMAIL_VARIABLES, gmailSettings } from './gateways/vault/gmail-settings.ts'
import { type KeyRing, loadKeyRing } from './gateways/vault/keys.ts'
import type { GmailSettings } from './gateways/vault/oauth.ts'
import { readOrCreate } from './read-or-create.ts'
import { type TrustedProxies, TrustProxy } from './trust-proxy.ts'

export const PROCESS_ROLES = ['all', 'web', 'worker'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

/** An empty variable is an absent one: `PORT= npm start` means the default. */
const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const variable = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema)

const DATABASE_URL_HINT = 'must be an address such as postgres://user:password@host:5432/chowk'
const PUBLIC_URL_HINT = 'must be an address such as https://agents.example.com'

const FOLDER_HINT = 'must be the plain path of a folder: quotes and ~ are understood by shells only'

/** Files of variables are not read by a shell: with quotes or "~" a path names some other folder, where a new installation would begin. */
const folder = z
  .string()
  .trim()
  .regex(/^(?!["'~])\P{Cc}+$/u, FOLDER_HINT)

/** 0 keeps for good. */
const retainedDays = z.coerce.number().int().min(0).max(36_500).default(0)

const Environment = z.object({
  PORT: variable(z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: variable(z.string().trim().default('127.0.0.1')),
  CHOWK_LAUNCHER: variable(z.coerce.number().int().optional()),
  DATA_DIR: variable(folder.default('.data')),
  DATABASE_URL: variable(z.url({ protocol: /^postgres(ql)?$/, error: DATABASE_URL_HINT }).optional()),
  DATABASE_DIR: variable(folder.optional()),
  ACCEPT_NEW_KEYS: variable(z.stringbool().default(false)),
  ADMIN_EMAIL: variable(z.email().default('admin@chowk.local')),
  ADMIN_PASSWORD: variable(z.string().min(8, 'at least 8 characters').max(128).optional()),
  BRAND_NAME: variable(z.string().max(40).default('Chowk')),
  PUBLIC_URL: variable(z.url({ protocol: /^https?$/, error: PUBLIC_URL_HINT }).optional()),
  PROBE_PORT: variable(z.coerce.number().int().min(0).max(65_535).optional()),
  ROLE: variable(z.enum(PROCESS_ROLES).default('all')),
  EXECUTOR_ID: variable(
    z
      .string()
      .regex(/^[\w.-]{1,60}$/)
      .optional(),
  ),
  OWNER_SHARE: variable(z.coerce.number().int().min(1).max(100).default(40)),
  RETAIN_VISITOR_HOURS: variable(z.coerce.number().int().min(1).max(24).default(24)),
  RETAIN_SUCCEEDED_DAYS: variable(retainedDays),
  RETAIN_FAILED_DAYS: variable(retainedDays),
  RETAIN_RUNS_DAYS: variable(retainedDays),
  RETAIN_MODEL_CALLS_DAYS: variable(retainedDays),
  LOG_LEVEL: variable(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn')),
  TRUST_PROXY: variable(TrustProxy.default(false)),
  REQUIRE_ADMIN_TWO_FACTOR: variable(z.stringbool().default(false)),
  VAULT_KEY: variable(z.string().optional()),
  OUTBOUND_ALLOW: variable(z.string().default('')),
  MAIL_IN_PORT: variable(z.coerce.number().int().min(0).max(65_535).optional()),
  MAIL_IN_DOMAIN: variable(
    z
      .string()
      .regex(/^[A-Za-z0-9.-]{1,253}$/)
      .optional(),
  ),
  MAIL_IN_SECRET: variable(z.string().min(16).optional()),
  SMTP_URL: variable(z.string().optional()),
  SMTP_HOST: variable(z.string().optional()),
  SMTP_PORT: variable(z.coerce.number().int().min(1).max(65_535).optional()),
  SMTP_USER: variable(z.string().optional()),
  SMTP_PASSWORD: variable(z.string().optional()),
  MAIL_FROM: variable(z.string().optional()),
  SUPPORT_EMAIL: variable(z.email().optional()),
  GA4_MEASUREMENT_ID: variable(
    z
      .string()
      .regex(/^G-[A-Z0-9]{4,20}$/, 'like G-ABC123')
      .optional(),
  ),
  GA4_API_SECRET: variable(z.string().min(8).max(200).optional()),
  GA4_URL: variable(z.url({ protocol: /^https?$/ }).default('https://www.google-analytics.com/mp/collect')),
  ...MODEL_VARIABLES,
  ...EXTERNAL_VARIABLES,
  ...GMAIL_VARIABLES,
  ...FIREBASE_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...PAYOUT_VARIABLES,
})

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
  /** Absolute. Database, files and the secret live here. */
  dataDir: string
  /** Absent: the embedded Postgres under `dataDir`. */
  databaseUrl: string | undefined
  /** Absolute. Where the embedded Postgres keeps its cluster; absent: `dataDir/postgres`. */
  databaseDir: string | undefined
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
  /** The part of a worker's places that runs of one owner may take, 0 to 1. */
  ownerShare: number
  /** How long runs and their data are kept. */
  retention: RetentionPolicy
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Which proxies `X-Forwarded-For` is believed of: none, so many in front of us, or those at these addresses. */
  trustProxy: TrustedProxies
  /** The process of `scripts/run.mjs` that started this one; null when it was started otherwise. */
  launcher: number | null
  /** Admins need a second factor, or a passkey, for everything that only they may do. */
  requireAdminTwoFactor: boolean
  /** `host:port` that the guarded outbound client may reach although private. */
  outboundAllow: string[]
  /** Null: analytics events stay here. */
  analytics: AnalyticsSettings | null
  /** Null: no mail server is named, and mail waits in the outbox. */
  mail: MailSettings | null
  /** How mail for workflows arrives; null: none does. */
  mailIn: MailInVariables | null
  /** The language model everybody may use; null: only those that are set up on the settings page. */
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
  /** Signs and encrypts; generated once and kept in `dataDir/secret`. */
  secret: string
}

/** @throws Error naming every variable that is wrong, with what it should be. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not valid:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  if (e.DATABASE_URL !== undefined && e.DATABASE_DIR !== undefined)
    throw new Error(
      'The configuration is not valid:\n  DATABASE_DIR: is for the embedded Postgres and cannot be combined with DATABASE_URL',
    )
  const dataDir = resolve(e.DATA_DIR)
  prepareDataDir(dataDir)
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databaseDir: e.DATABASE_DIR === undefined ? undefined : resolve(e.DATABASE_DIR),
    acceptNewKeys: e.ACCEPT_NEW_KEYS,
    adminEmail: e.ADMIN_EMAIL,
    adminPassword: e.ADMIN_PASSWORD,
    brandName: e.BRAND_NAME,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    role: e.ROLE,
    probePort: e.PROBE_PORT ?? null,
    executorId: e.EXECUTOR_ID ?? (e.ROLE === 'all' ? 'main' : `${e.ROLE}-${hostname()}-${process.pid}`),
    ownerShare: e.OWNER_SHARE / 100,
    retention: {
      visitor_hours: e.RETAIN_VISITOR_HOURS,
      succeeded_days: e.RETAIN_SUCCEEDED_DAYS || null,
      failed_days: e.RETAIN_FAILED_DAYS || null,
      runs_days: e.RETAIN_RUNS_DAYS || null,
      model_calls_days: e.RETAIN_MODEL_CALLS_DAYS || null,
    },
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    launcher: e.CHOWK_LAUNCHER ?? null,
    requireAdminTwoFactor: e.REQUIRE_ADMIN_TWO_FACTOR,
    outboundAllow: e.OUTBOUND_ALLOW.split(',')
      .map((s) => s.trim())
      .filter(Boolean),
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
    secret: loadSecret(dataDir),
  }
}

function mailInOf({
  MAIL_IN_PORT,
  MAIL_IN_DOMAIN,
  MAIL_IN_SECRET,
}: z.output<typeof Environment>): MailInVariables | null {
  if (MAIL_IN_PORT === undefined && MAIL_IN_SECRET === undefined) return null
  return { port: MAIL_IN_PORT ?? null, domain: MAIL_IN_DOMAIN ?? null, secret: MAIL_IN_SECRET ?? null }
}

const modelVariablesOf = (e: z.output<typeof Environment>) =>
  Object.fromEntries(Object.entries(e).filter(([name]) => name.startsWith('MODEL_'))) as ModelVariables

/** @throws Error when only one half of the two is given */
function analyticsSettings(e: z.output<typeof Environment>): AnalyticsSettings | null {
  const { GA4_MEASUREMENT_ID: measurementId, GA4_API_SECRET: apiSecret, GA4_URL: url } = e
  if (measurementId === undefined && apiSecret === undefined) return null
  if (measurementId === undefined || apiSecret === undefined)
    throw new Error('GA4_MEASUREMENT_ID and GA4_API_SECRET belong together: give both or none.')
  return { measurementId, apiSecret, url }
}

/** @throws Error that names DATA_DIR when it cannot be created or written */
function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new Error(`DATA_DIR: cannot write to ${dataDir}: ${(cause as Error).message}`, { cause })
  }
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
