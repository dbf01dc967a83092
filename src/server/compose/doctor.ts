/** `chowk doctor`: everything an installation needs, looked at one by one. It changes nothing but a file that it writes and removes. */
import { access, constants, statfs } from 'node:fs/promises'
import { openForInvoices } from '#contract/platform/company.ts'
import { hasSuperAdmin } from '#server/areas/accounts/users/users.store.ts'
import { describeBackups } from '#server/areas/admin/overview/overview.ts'
import { clockDistance, isQueueMoving, isWritable } from '#server/areas/platform/health/health.store.ts'
import { checkKeys } from '#server/areas/platform/installation/installation.ts'
import { getQueue } from '#server/areas/runs/runs.ts'
import type { Config } from '#server/config.ts'
import { tryMailServer } from '#server/gateways/mail.ts'
import { createPaymentGateway } from '#server/gateways/payments/client.ts'
import { isTestMode } from '#server/gateways/payments/settings.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { whyNotReached } from '#server/gateways/storage/open-objects.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { readInstallationFile } from '#server/platform/database/installation-file.ts'
import { pendingMigrations } from '#server/platform/database/migrate.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import { CLOCKS_APART_MS, STUCK_MINUTES } from './health.ts'

export interface Finding {
  /** What was looked at. */
  part: string
  /** A problem keeps people from working; a warning does not yet. */
  state: 'ok' | 'warning' | 'problem'
  text: string
}

type Found = Omit<Finding, 'part'>

export interface Patient {
  config: Pick<
    Config,
    | 'dataDir'
    | 'storage'
    | 'secret'
    | 'vaultKeys'
    | 'acceptNewKeys'
    | 'mail'
    | 'payments'
    | 'publicUrl'
    | 'adminEmail'
    | 'backupStore'
    | 'backupEveryHours'
  >
  pool: Pool
  objects: ObjectStore
  misspelt: readonly [string, string][]
  /** Of the machine, ms since 1970. */
  now: () => number
}

const ok = (text: string): Found => ({ state: 'ok', text })
const warning = (text: string): Found => ({ state: 'warning', text })
const problem = (text: string): Found => ({ state: 'problem', text })

const NEEDED_POSTGRES = 18
const LITTLE_SPACE = 2e9
const NO_SPACE = 200e6
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const configuration = async ({ misspelt, config }: Patient): Promise<Found> => {
  const [first] = misspelt
  if (first)
    return warning(misspelt.map(([written, meant]) => `${written} is not read: did you mean ${meant}?`).join(' '))
  return ok(
    config.publicUrl ? `people reach it at ${config.publicUrl}` : 'PUBLIC_URL is not set: for this machine only',
  )
}

async function dataFolder({ config: { dataDir } }: Patient): Promise<Found> {
  await access(dataDir, constants.W_OK)
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const text = `${dataDir} is writable, ${gigabytes(free)} free`
  return free < NO_SPACE ? problem(text) : free < LITTLE_SPACE ? warning(text) : ok(text)
}

async function storage({ objects, config }: Patient): Promise<Found> {
  try {
    await objects.probe()
  } catch (error) {
    return problem(`${objects.place}: ${whyNotReached(error, config.storage)}`)
  }
  return ok(`${objects.place} can be read and written`)
}

async function database({ pool }: Patient): Promise<Found> {
  const { rows } = await pool.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const [{ version = '', number = 0 } = {}] = rows
  if (number < NEEDED_POSTGRES * 10_000) return problem(`Postgres ${version}: Chowk needs ${NEEDED_POSTGRES}`)
  return (await isWritable(createDatabase(pool))) ? ok(`Postgres ${version}`) : problem('it cannot be written')
}

async function schema({ pool }: Patient): Promise<Found> {
  const pending = await pendingMigrations(pool)
  if (pending.length === 0) return ok('up to date')
  return warning(
    `${pending.length} migrations are pending; the next start applies them (\`chowk migrate --plan\` names them)`,
  )
}

async function clocks({ pool, now }: Patient): Promise<Found> {
  const apart = await clockDistance(createDatabase(pool), now)
  const text = `this machine and the database are ${seconds(apart)} apart`
  return apart > CLOCKS_APART_MS ? problem(text) : apart > 2_000 ? warning(text) : ok(text)
}

async function keys({ config, pool }: Patient): Promise<Found> {
  const { id } = await checkKeys(createDatabase(pool), {
    ...config,
    dataFolderOf: readInstallationFile(config.dataDir),
  })
  return id === undefined
    ? ok('none are recorded before the first start')
    : ok('secret and vault key match the database')
}

async function queue({ pool }: Patient): Promise<Found> {
  const db = createDatabase(pool)
  const { depth, workers } = await getQueue(db)
  const queued = depth.reduce((sum, one) => sum + one.queued, 0)
  const working = workers.filter(({ role }) => role !== 'web').length
  const text = `${queued} queued, ${working} ${working === 1 ? 'worker' : 'workers'}`
  if (!(await isQueueMoving(db, STUCK_MINUTES)))
    return problem(`${text}: nothing has begun for ${STUCK_MINUTES} minutes`)
  return working === 0 ? warning(`${text}: runs begin once a worker is started`) : ok(text)
}

async function superAdmin({ config: { adminEmail }, pool }: Patient): Promise<Found> {
  if (await hasSuperAdmin(createDatabase(pool))) return ok('there is one')
  return warning(`there is none yet: the first start makes ${adminEmail} one`)
}

async function backups({ config: { backupStore, backupEveryHours }, pool, now }: Patient): Promise<Found> {
  const every = backupStore === null ? null : backupEveryHours
  const { is_scheduled, last_at, error, is_late } = await describeBackups(
    { db: createDatabase(pool), backupEveryHours: every },
    new Date(now()),
  )
  const last =
    last_at === null ? 'none has been made' : `the last one was made at ${last_at.slice(0, 16).replace('T', ' ')} UTC`
  if (!is_scheduled) return warning(`are not scheduled, and ${last}: set BACKUP_URL`)
  if (error !== null) return problem(`the newest one failed: ${error} (${last})`)
  if (last_at === null) return warning(`${last} yet: a worker makes the first one within a minute`)
  return is_late ? problem(`${last}: is a worker running?`) : ok(last)
}

async function mail({ config: { mail: settings } }: Patient): Promise<Found> {
  if (settings === null) return warning('is not set up, so messages wait in the outbox: set SMTP_URL and MAIL_FROM')
  await tryMailServer(settings)
  return ok(`${settings.host} takes mail`)
}

async function payments({ config: { payments: settings }, now, pool }: Patient): Promise<Found> {
  if (settings === null) return warning('are off, so nothing can be bought: set RAZORPAY_KEY_ID and what belongs to it')
  await createPaymentGateway(settings).paymentsSince(new Date(now()), new Date(now()))
  if (isTestMode(settings)) return ok('the gateway answers, in test mode')
  const missing = openForInvoices(await readSetting(createDatabase(pool), 'company'))
  return missing.length === 0
    ? ok('the gateway answers')
    : problem(`are off: company details are missing (${missing.join(', ')})`)
}

const CHECKS: readonly [string, (patient: Patient) => Promise<Found>][] = [
  ['Configuration', configuration],
  ['Data folder', dataFolder],
  ['Storage', storage],
  ['Database', database],
  ['Schema', schema],
  ['Clocks', clocks],
  ['Keys', keys],
  ['Queue', queue],
  ['Super admin', superAdmin],
  ['Backups', backups],
  ['Mail', mail],
  ['Payments', payments],
]

/** What of a database that no start has prepared cannot be looked at. */
const NEEDS_SCHEMA = new Set(['Keys', 'Queue', 'Super admin', 'Backups'])

/** Every part, also after one that failed: what it threw is its problem. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = []
  let isUsed = false
  for (const [part, look] of CHECKS) {
    if (NEEDS_SCHEMA.has(part) && !isUsed) continue
    const found = await look(patient).catch((error: unknown) => problem((error as Error).message))
    findings.push({ part, ...found })
    if (part === 'Database' && found.state !== 'problem') isUsed = await hasTables(patient.pool)
  }
  return findings
}

async function hasTables(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ used: boolean }>(`select to_regclass('migrations') is not null as used`)
  return rows[0]?.used === true
}
