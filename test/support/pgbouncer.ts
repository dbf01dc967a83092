/** A real PgBouncer in transaction mode in front of a database of the tests. Debian has it as `pgbouncer`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/platform/database/embedded/free-port.ts'

/** Null where it is not installed. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer'].find(existsSync) ?? null

export interface Pooler {
  /** Of the database, through the pooler. */
  url: string
  /** How many connections to the database it has at the moment. */
  servers(): Promise<number>
  /** Kills it, with every connection that goes through it. */
  kill(): Promise<void>
  /** Starts it again where it was. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** @param most connections to the database */
export async function startPgBouncer(databaseUrl: string, most = 10): Promise<Pooler> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'chowk-pgbouncer-'))
  chmodSync(folder, 0o777)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${serverPort || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
admin_users = ${decodeURIComponent(username)}
pool_mode = transaction
default_pool_size = ${most}
max_client_conn = 1000
server_login_retry = 1
logfile = ${join(folder, 'log')}
pidfile = ${join(folder, 'pid')}
`,
  )
  const at = (database: string) => {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${port}`
    url.pathname = database
    return url.href
  }
  const url = at(pathname)
  let child: ChildProcess | undefined
  const start = async () => {
    child = launch(config)
    for (let attempt = 0; !(await answers(url)); attempt++) {
      if (attempt > 100 || child.exitCode !== null)
        throw new Error(`PgBouncer did not start:\n${readFileSync(join(folder, 'log'), 'utf8')}`)
      await sleep(50)
    }
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'close')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    url,
    start,
    kill,
    async servers() {
      // The console only knows the simple protocol, without parameters.
      const client = new pg.Client({ connectionString: at('/pgbouncer') })
      await client.connect()
      const { rows } = await client.query('show servers')
      await client.end()
      return rows.length
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** It refuses to run as root. */
function launch(config: string): ChildProcess {
  const args = ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), config]
  const child = spawn(PGBOUNCER ?? 'pgbouncer', args, { stdio: 'ignore' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  return child
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
