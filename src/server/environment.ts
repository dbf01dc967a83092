/** Every environment variable the program reads, with what it does: the documentation's table is written from this. */
import { z } from 'zod'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { EXTERNAL_VARIABLES } from './gateways/identity/external/external-settings.ts'
import { FIREBASE_VARIABLES } from './gateways/identity/firebase-settings.ts'
import { MODEL_VARIABLES } from './gateways/models/settings.ts'
import { PAYMENT_VARIABLES } from './gateways/payments/settings.ts'
import { PAYOUT_VARIABLES } from './gateways/payouts/settings.ts'
import { BACKUP_STORE_VARIABLES, STORAGE_VARIABLES } from './gateways/storage/settings.ts'
import { variable } from './gateways/variable.ts'
import { GMAIL_VARIABLES } from './gateways/vault/gmail-settings.ts'
import { TrustProxy } from './platform/http/trust-proxy.ts'
import { CaptureContent, OtlpHeaders } from './platform/tracing/settings.ts'

/** Origins by origins. A path behind the new one stays. */
const AppAddresses = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    }
  })
  .pipe(z.record(z.url({ protocol: /^https$/ }), z.url({ protocol: /^https?$/ })))

export const PROCESS_ROLES = ['all', 'web', 'worker'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

const DATABASE_URL_HINT = 'must be an address such as postgres://user:password@host:5432/chowk'
const PUBLIC_URL_HINT = 'must be an address such as https://agents.example.com'

const FOLDER_HINT = 'must be the plain path of a folder: quotes and ~ are understood by shells only'

/** Files of variables are not read by a shell: with quotes or "~" a path names some other folder, where a new installation would begin. */
const folder = z
  .string()
  .trim()
  .regex(/^(?!["'~])\P{Cc}+$/u, FOLDER_HINT)

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: DATABASE_URL_HINT }).optional()

/** 0 keeps for good. */
const retainedDays = z.coerce.number().int().min(0).max(36_500).default(0)

export const Environment = z.object({
  PORT: variable('The port it listens on.', z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: variable('The address it listens on; `0.0.0.0` for all.', z.string().trim().default('127.0.0.1')),
  /** Told by our own launcher. */
  CHOWK_LAUNCHER: z.preprocess((value) => value || undefined, z.coerce.number().int().optional()),
  DATA_DIR: variable(
    'The folder of the embedded database, of files unless `STORAGE_URL` says otherwise, and of the installation’s secret. A plain path: quotes and `~` mean nothing outside a shell and are refused.',
    folder.default('.data'),
  ),
  DATABASE_URL: variable('A Postgres 18 of your own, instead of the embedded one.', databaseUrl),
  DATABASE_DIRECT_URL: variable(
    'The same database without a pooler, where `DATABASE_URL` leads through one such as PgBouncer; see [Connections](#connections).',
    databaseUrl,
  ),
  DATABASE_READ_URL: variable(
    'A streaming replica of that database, for reads that may be a few seconds old; see [Read replica](#read-replica).',
    databaseUrl,
  ),
  DATABASE_POOL: variable(
    'How many database connections a process opens at most for requests, runs and jobs, at least 8. Up to 8 more are outside of it; see [Connections](#connections).',
    z.coerce.number().int().min(8).max(1_000).default(38),
  ),
  DATABASE_DIR: variable(
    {
      what: 'Where the embedded Postgres keeps its data, for example on another disk.',
      otherwise: '`DATA_DIR/postgres`',
    },
    folder.optional(),
  ),
  ...STORAGE_VARIABLES,
  SECRET: variable(
    {
      what: 'The installation’s secret, which signs and encrypts sign-ins: at least 32 random characters (`openssl rand -base64 48`). Set it where processes have different `DATA_DIR`s.',
      otherwise: 'made once, kept in `DATA_DIR/secret`',
    },
    z.string().trim().min(32, 'at least 32 characters').max(500).optional(),
  ),
  ACCEPT_NEW_KEYS: variable(
    '`yes` for a single start when `secret` or `vault-key` is lost for good; see [Backups](#backups).',
    z.stringbool().default(false),
  ),
  BACKUP_PASSPHRASE: variable(
    'Encrypts [backups](#backups), and opens them again. Keep it somewhere else: without it an encrypted backup is worth nothing.',
    z.string().min(12, 'at least 12 characters').max(500).optional(),
  ),
  ...BACKUP_STORE_VARIABLES,
  BACKUP_EVERY_HOURS: variable(
    'A scheduled backup is made this many hours after the one before it.',
    z.coerce.number().int().min(1).max(720).default(24),
  ),
  BACKUP_KEEP: variable(
    'How many scheduled backups are kept; older ones are deleted after a new one is complete.',
    z.coerce.number().int().min(1).max(1000).default(7),
  ),
  ADMIN_EMAIL: variable('The super admin of the first start.', z.email().default('admin@chowk.local')),
  ADMIN_PASSWORD: variable(
    { what: 'Their password; at least 8 characters.', otherwise: 'generated and printed once' },
    z.string().min(8, 'at least 8 characters').max(128).optional(),
  ),
  BRAND_NAME: variable(
    'The name shown everywhere, until a super admin sets another one at `/admin/settings`.',
    z.string().max(40).default('Chowk'),
  ),
  PUBLIC_URL: variable(
    {
      what: 'Where browsers reach it, such as `https://agents.example.in`. Set it behind a proxy or on several machines. [MCP](/docs/mcp) answers under its name, under addresses, and under names without a dot. With https, cookies are secure and HSTS is sent.',
      otherwise: 'the address it listens on',
    },
    z.url({ protocol: /^https?$/, error: PUBLIC_URL_HINT }).optional(),
  ),
  PROBE_PORT: variable(
    'A port on which a worker answers `/livez`, `/readyz` and `/metrics`; the other roles answer them on `PORT`.',
    z.coerce.number().int().min(0).max(65_535).optional(),
  ),
  ROLE: variable(
    '`web` answers requests, `worker` runs workflows, `all` does both. Any number of each can share one `DATABASE_URL` and one storage; see [Several processes](#several-processes).',
    z.enum(PROCESS_ROLES).default('all'),
  ),
  EXECUTOR_ID: variable(
    { what: 'A name for a worker that stays the same over restarts.', otherwise: 'by role' },
    z
      .string()
      .regex(/^[\w.-]{1,60}$/)
      .optional(),
  ),
  WORKER_CONCURRENCY: variable(
    'How many queued runs a worker executes at a time. Urgent ones have a fifth of that in addition.',
    z.coerce.number().int().min(1).max(1_000).default(SERVER_LIMITS.queue_per_worker),
  ),
  OWNER_SHARE: variable(
    'The percentage of a worker’s places that runs of one owner may take at a time; the rest is left to others.',
    z.coerce.number().int().min(1).max(100).default(40),
  ),
  KNOWLEDGE_MEMORY_MB: variable(
    'The memory in MB in which a process that searches keeps the indexes of knowledge bases. A base of a million chunks takes 130, and 512 more make searches of it a third faster; the one that was searched last is kept whatever it takes.',
    z.coerce.number().int().min(16).max(100_000).default(128),
  ),
  RETAIN_VISITOR_HOURS: variable(
    'Input and output of runs without an account are deleted after this many hours; at most 24, as the privacy policy says.',
    z.coerce.number().int().min(1).max(24).default(24),
  ),
  RETAIN_SUCCEEDED_DAYS: variable(
    'Input and output of users’ successful runs are deleted after this many days; `0` keeps them until the user deletes them.',
    retainedDays,
  ),
  RETAIN_FAILED_DAYS: variable('The same for failed runs.', retainedDays),
  RETAIN_RUNS_DAYS: variable(
    'The runs themselves, with their time, outcome and cost, are deleted after this many days; `0` keeps them.',
    retainedDays,
  ),
  RETAIN_UPLOADS_DAYS: variable(
    'Uploads that nothing uses are deleted after this many days, and one more: no run, chat, batch, schedule, test case, agent, workflow, table or knowledge base names them. `0` keeps them until the user deletes them.',
    retainedDays,
  ),
  RETAIN_MODEL_CALLS_DAYS: variable(
    'Records of language model calls, with tokens and cost, are deleted after this many days; `0` keeps them. Those of runs without an account are deleted after 180 days in any case.',
    retainedDays,
  ),
  LOG_LEVEL: variable(
    {
      what: '`debug`, `info`, `warn`, `error` or `silent`. At `info`, each request is a line; see [Logs](#logs).',
      otherwise: '`info` when `NODE_ENV` is `production`, otherwise `warn`',
    },
    z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  ),
  LOG_FORMAT: variable(
    {
      what: '`json` writes everything as one JSON object per line; `text` adds the few lines for people at a terminal.',
      otherwise: '`json` when `NODE_ENV` is `production`, otherwise `text`',
    },
    z.enum(['json', 'text']).optional(),
  ),
  METRICS_TOKEN: variable(
    'Opens `/metrics` and `/metrics/health` to a program that sends it as `Authorization: Bearer …`; at least 16 letters, digits, or `-._~+/=`. Without it, only admins open them.',
    z
      .string()
      .regex(/^[\w.~+/=-]{16,200}$/, 'at least 16 letters, digits, or -._~+/=')
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    'Sends [traces](#traces) to this collector by OTLP over HTTP, such as `http://collector:4318`.',
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    'Headers that the collector asks for, as `name=value,…` with values that are percent-encoded.',
    OtlpHeaders.optional(),
  ),
  OTEL_SERVICE_NAME: variable(
    'The name that this installation has at the collector.',
    z.string().max(100).default('chowk'),
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    'How many of all traces are kept: `1` for all, `0.05` for one in twenty.',
    z.coerce.number().min(0).max(1).default(1),
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: variable(
    '`true` puts what models and tools are sent and give into their spans. The collector then holds prompts and personal data.',
    CaptureContent.default(false),
  ),
  TRUST_PROXY: variable(
    'Whose `X-Forwarded-For` is believed: the number of proxies in front of Chowk (`1`), or their addresses (`10.0.0.0/8,192.0.2.7`). `true` means `1`.',
    TrustProxy.default(false),
  ),
  DEADLINE_FACTOR: variable(
    'Multiplies how long requests may take. For machines that are too busy to answer in time, such as those of tests.',
    z.coerce.number().min(1).max(20).default(1),
  ),
  REQUIRE_ADMIN_TWO_FACTOR: variable(
    'Admins need a second factor or a passkey for everything only they may do.',
    z.stringbool().default(false),
  ),
  VAULT_KEY: variable(
    {
      what: '32 random bytes in base64 (`openssl rand -base64 32`) that encrypt credentials. Several, separated by commas with the newest first: the next start moves everything to the newest.',
      otherwise: 'made once, kept in `DATA_DIR/vault-key`',
    },
    z.string().optional(),
  ),
  OUTBOUND_ALLOW: variable(
    '`host:port,…` that the *HTTP request* node may reach although they are private.',
    z.string().default(''),
  ),
  DNS_SERVERS: variable(
    {
      what: 'Name servers that the TXT records of workspaces’ domains are looked up at, as `address:port,…`.',
      otherwise: 'those of the system',
    },
    z.string().default(''),
  ),
  APP_ADDRESSES: variable(
    'Other addresses for apps of the catalogue, as JSON: `{"https://api.github.com": "https://github.example.com/api"}`. For servers of your own and for tests.',
    AppAddresses.optional(),
  ),
  PLUGIN_REGISTRY: variable(
    'The npm registry that plugins and MCP servers are installed from: the public one, or one of your own. It may be private. Both can also be installed from files, without a registry.',
    z.url({ protocol: /^https?$/ }).default('https://registry.npmjs.org'),
  ),
  PLUGIN_FOLDERS: variable(
    'Folders with plugins that you are writing, separated by commas, each with its `package.json` and its libraries. They are installed like packages of npm; for development.',
    z.string().default(''),
  ),
  NODE_EXTRA_CA_CERTS: variable(
    'A file with further certificate authorities (PEM). Node reads it for Chowk; plugins and MCP servers from packages trust them, too.',
    z.string().optional(),
  ),
  MAIL_IN_PORT: variable(
    'Receives mail for workflows by SMTP on this port; without it, none is received by SMTP.',
    z.coerce.number().int().min(0).max(65_535).optional(),
  ),
  MAIL_IN_DOMAIN: variable(
    {
      what: 'The part after the @ of the workflows’ addresses. Its MX record leads here.',
      otherwise: 'the host of `PUBLIC_URL`',
    },
    z
      .string()
      .regex(/^[A-Za-z0-9.-]{1,253}$/)
      .optional(),
  ),
  MAIL_IN_SECRET: variable(
    'Accepts mail for workflows that a provider passes on by HTTP, signed with this secret of at least 16 characters; see [Mail by HTTP](#mail-by-http).',
    z.string().min(16).optional(),
  ),
  SMTP_URL: variable(
    'The mail server, such as `smtps://user:password@mail.example.in:465`. Without one, mail waits at `/admin/outbox`.',
    z.string().optional(),
  ),
  SMTP_HOST: variable('The mail server in parts, instead of `SMTP_URL`.', z.string().optional()),
  SMTP_PORT: variable(
    { what: 'Its port. Port 465 uses TLS from the start.', otherwise: '`587`' },
    z.coerce.number().int().min(1).max(65_535).optional(),
  ),
  SMTP_USER: variable('The user name at the mail server, if it needs one.', z.string().optional()),
  SMTP_PASSWORD: variable('The password at the mail server.', z.string().optional()),
  MAIL_FROM: variable(
    'The sender of mail, such as `Chowk <hello@example.in>`. Required with a mail server.',
    z.string().optional(),
  ),
  SUPPORT_EMAIL: variable(
    { what: 'Who receives what is sent through the contact form.', otherwise: '`ADMIN_EMAIL`' },
    z.email().optional(),
  ),
  GA4_MEASUREMENT_ID: variable(
    'Passes analytics events on to Google Analytics 4, from the server. Needs `GA4_API_SECRET`.',
    z
      .string()
      .regex(/^G-[A-Z0-9]{4,20}$/, 'like G-ABC123')
      .optional(),
  ),
  GA4_API_SECRET: variable('The API secret of that measurement id.', z.string().min(8).max(200).optional()),
  GA4_URL: variable(
    'Where the events are sent, if you use a relay of your own.',
    z.url({ protocol: /^https?$/ }).default('https://www.google-analytics.com/mp/collect'),
  ),
  ...MODEL_VARIABLES,
  ...EXTERNAL_VARIABLES,
  ...GMAIL_VARIABLES,
  ...FIREBASE_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...PAYOUT_VARIABLES,
})

export type Environment = z.output<typeof Environment>
