/** The program: configuration, database, server; then signals decide. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ensureSuperAdmin } from './areas/accounts/users/first-admin.ts'
import { hasSuperAdmin } from './areas/accounts/users/users.store.ts'
import { measureListings } from './areas/agents/agents/measure-listings.ts'
import { checkBooks } from './areas/billing/test-money/test-money.ts'
import { collectAfterStart } from './compose/collect-after-start.ts'
import { prepareDatabase } from './compose/prepare-database.ts'
import { stopOnSignals } from './compose/stop-on-signals.ts'
import { compose, type Server, VERSION } from './compose.ts'
import { type Config, findMisspelt, loadConfig, readLogFormat } from './config.ts'
import { isTestMode } from './gateways/payments/settings.ts'
import { createDatabase } from './platform/database/database.ts'
import { freePort } from './platform/database/embedded/free-port.ts'
import { holderAddress, type InstanceLock, takeInstanceLock } from './platform/database/instance-lock.ts'
import { openDatabase } from './platform/database/open.ts'
import { createPool } from './platform/database/pool.ts'
import { listenForProbes, listenWhileStarting } from './platform/http/probes.ts'
import { createLog } from './platform/log.ts'
import { createOutput, sayWhatNodeSays } from './platform/output.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { seed } from './seed/seed.ts'

type Stop = () => Promise<void>

const output = createOutput(readLogFormat())
if (readLogFormat() === 'json') sayWhatNodeSays(output)

let opening: ReturnType<typeof openDatabase> | null = null
/** Also while it is being opened: half of that would leave one running that nobody stops. */
const leaveDatabase: Stop = async () => (await opening?.catch(() => null))?.leave()

async function start(config: Config): Promise<Stop> {
  const log = createLog(config.logLevel)
  for (const [written, meant] of findMisspelt())
    log.warn({ written, meant }, `${written} is no variable of Chowk: did you mean ${meant}?`)
  const stops: Stop[] = []
  if (config.tracing) {
    const process = { version: VERSION, instance: config.executorId }
    stops.push(await startTracing(config.tracing, process, (message) => log.warn(message)))
  }
  const stop = async () => {
    try {
      for (const end of stops.splice(0).reverse()) await end()
    } finally {
      // Whatever does not end as it should: nobody else would stop the database.
      await leaveDatabase()
    }
  }
  try {
    const port = config.port === 0 ? await freePort() : config.port
    const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    const publicUrl = config.publicUrl ?? address
    const onLost = (error: Error) => void fail(error, stop)
    const onTrouble = (message: string, err: Error | null) => log.error({ err }, message)
    opening = openDatabase(config, { onLost, onTrouble })
    const { url: databaseUrl } = await opening
    if (config.role === 'all') {
      const lock = await holdInstance(databaseUrl, publicUrl)
      stops.push(() => lock.release())
    }
    const probed = config.role === 'worker' ? config.probePort : port
    const ready = probed === null ? null : await listenWhileStarting({ port: probed, host: config.host })
    if (ready) stops.push(ready)
    await prepare(databaseUrl, config, log)
    const server = await compose({ config, databaseUrl, publicUrl, log, onLost })
    stops.push(() => server.stop())
    // A job measures them again every minute (`compose/jobs.ts`).
    if (config.role !== 'web')
      await measureListings(server.db).catch((err: unknown) => log.warn({ err }, 'listings could not be measured'))
    await announceAdmin(server, config)
    await ready?.()
    if (config.role !== 'worker') await server.app.listen({ port, host: config.host })
    else if (config.probePort !== null)
      stops.push(
        await listenForProbes(server.health, server.metricsPages, { port: config.probePort, host: config.host }),
      )
    stops.push(collectAfterStart())
    const where = config.role === 'worker' ? ` to work as ${config.executorId}` : ` at ${publicUrl}`
    output.say(`${config.brandName} is ready${where}`)
    return stop
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

async function holdInstance(databaseUrl: string, publicUrl: string): Promise<InstanceLock> {
  const lock = await takeInstanceLock(databaseUrl, publicUrl)
  if (lock) return lock
  const holder = await holderAddress(databaseUrl).catch(() => null)
  throw new Error(
    `Chowk is already running on this data${holder ? `, at ${holder}` : ''}. Stop it first, or give this one another DATA_DIR.`,
  )
}

async function prepare(url: string, config: Config, log: Logger): Promise<void> {
  const pool = createPool(url, 2)
  const db = createDatabase(pool)
  try {
    await prepareDatabase(pool, config, log)
    if (config.payments)
      await checkBooks(db, {
        isTest: isTestMode(config.payments),
        warn: (detail, message) => log.warn(detail, message),
      })
    log.info({ written: await seed(db) }, 'seeded')
  } finally {
    await pool.end()
  }
}

/** The first start makes the super admin and says so, once. */
async function announceAdmin({ identity, db }: Server, config: Config): Promise<void> {
  if (!identity.accounts) {
    if (!(await hasSuperAdmin(db)))
      output.say(`Super admin: sign in as ${config.adminEmail} once that address is verified`)
    return
  }
  const admin = await ensureSuperAdmin(db, identity.accounts, {
    email: config.adminEmail,
    password: config.adminPassword,
  })
  if (!admin) return
  output.say(`Super admin: ${admin.email}`)
  if (!admin.generated_password) return
  if (config.logFormat === 'text') output.say(`Password:    ${admin.generated_password}   (shown only now)`)
  else
    output.say(
      `Their password is in ${keepPassword(config.dataDir, admin.generated_password)}. Sign in, then delete it.`,
    )
}

/** A log is read by many, and kept. @returns where the password is */
function keepPassword(dataDir: string, password: string): string {
  const file = join(dataDir, 'first-password')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return file
}

async function fail(error: Error, stop: Stop): Promise<never> {
  output.fail(error.message)
  const within = (ms: number, end: Stop) =>
    Promise.race([end().catch(() => {}), new Promise((resolve) => setTimeout(resolve, ms))])
  await within(10_000, stop)
  await within(5_000, leaveDatabase)
  process.exit(1)
}

try {
  const config = loadConfig()
  const started = start(config)
  // A start that is interrupted is finished first.
  stopOnSignals({ launcher: config.launcher, stop: async () => (await started)(), leave: leaveDatabase, output })
  await started
} catch (error) {
  // What an operator can act on says so in its message; anything else is a bug and shows where.
  const plain = error instanceof Error && ['Error', 'DatabaseInUse', 'ExecutorTaken'].includes(error.name)
  output.fail(plain ? error.message : error)
  process.exit(1)
}
