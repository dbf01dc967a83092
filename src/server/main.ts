/** The program: configuration, database, server; then signals decide. */
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { compose, type Server } from './compose.ts'
import { type Config, loadConfig } from './config.ts'
import { createDatabase } from './database/database.ts'
import { joinPostgres } from './database/embedded/postgres.ts'
import { holderAddress, type InstanceLock, takeInstanceLock } from './database/instance-lock.ts'
import { migrate } from './database/migrate.ts'
import { createPool } from './database/pool.ts'
import { seed } from './database/seed/seed.ts'
import { refreshAgentStats } from './domain/agents/stats.ts'
import { ensureSuperAdmin } from './domain/users/first-admin.ts'

const STATS_EVERY_MS = 60_000

/** A problem the operator can act on: printed without a stack. */
class StartRefusal extends Error {}

async function start(config: Config): Promise<() => Promise<void>> {
  const log = pino({
    level: config.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
  })
  const postgres = config.databaseUrl
    ? { url: config.databaseUrl, leave: async () => {} }
    : await joinPostgres({ dataDir: config.dataDir, database: 'chowk' })
  let lock: InstanceLock | null = null
  let server: Server | null = null
  let timer: NodeJS.Timeout | undefined
  const stop = async () => {
    clearInterval(timer)
    await server?.stop()
    await lock?.release()
    await postgres.leave()
  }
  try {
    const publicUrl =
      config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
    if (config.role === 'all') {
      lock = await takeInstanceLock(postgres.url, publicUrl)
      if (!lock)
        throw new StartRefusal(
          `Chowk is already running on this data${await whereabouts(postgres.url)}. Stop it first, or give this one another DATA_DIR.`,
        )
    }
    await prepareDatabase(postgres.url, log)
    server = await compose({
      config,
      databaseUrl: postgres.url,
      publicUrl,
      log,
      onLost: (error) => void fail(error, stop),
    })
    const { app, db, identity } = server
    if (config.role !== 'web') {
      await refreshAgentStats(db)
      timer = setInterval(
        () =>
          refreshAgentStats(db).catch((error: unknown) =>
            log.warn({ error }, 'figures of listings could not be measured'),
          ),
        STATS_EVERY_MS,
      )
    }
    const admin =
      identity.accounts &&
      (await ensureSuperAdmin(db, identity.accounts, { email: config.adminEmail, password: config.adminPassword }))
    if (config.role !== 'worker') {
      await app.listen({ port: config.port, host: config.host })
      console.log(`${config.brandName} is ready at ${config.publicUrl ?? addressOf(app.server.address(), publicUrl)}`)
    } else console.log(`${config.brandName} worker ${config.executorId} is ready`)
    if (admin)
      console.log(
        `Super admin: ${admin.email}${admin.generated_password ? `\nPassword:    ${admin.generated_password}   (shown once; sign in and change it)` : ''}`,
      )
    return stop
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

const addressOf = (address: string | AddressInfo | null, otherwise: string): string =>
  address && typeof address === 'object'
    ? `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
    : otherwise

async function whereabouts(url: string): Promise<string> {
  const address = await holderAddress(url).catch(() => null)
  return address ? `, at ${address}` : ''
}

async function prepareDatabase(url: string, log: pino.Logger): Promise<void> {
  const pool = createPool(url, 2)
  try {
    const applied = await migrate(pool)
    if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
    const written = await seed(createDatabase(pool))
    if (written.length > 0) log.info({ written }, 'seeded')
  } finally {
    await pool.end()
  }
}

async function fail(error: Error, stop: () => Promise<void>): Promise<never> {
  console.error(error.message)
  await Promise.race([stop().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 10_000))])
  process.exit(1)
}

try {
  const stop = await start(loadConfig())
  let stopping = false
  const end = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    console.log(`\n${signal}: letting what runs finish (again to stop at once) ...`)
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end('Ctrl-C'))
  process.on('SIGTERM', () => end('SIGTERM'))
} catch (error) {
  const expected =
    error instanceof StartRefusal || (error instanceof Error && ['Error', 'ExecutorTaken'].includes(error.name))
  console.error(expected ? (error as Error).message : error)
  process.exit(1)
}
