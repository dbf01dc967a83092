/** The first contact with the database: what an operator may have got wrong is said in their words. */
import { createSession } from './pool.ts'

const LEAST_VERSION = 18

const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections there. Is Postgres running, and are host and port right?',
  ENOTFOUND: 'its host name does not resolve.',
  EAI_AGAIN: 'its host name does not resolve at the moment.',
  ETIMEDOUT: 'it does not answer. Does a firewall stand between?',
  EHOSTUNREACH: 'there is no route to it.',
  ECONNRESET: 'it closed the connection. Does it expect TLS (add ?sslmode=require)?',
  '28P01': 'it refuses the user name or password.',
  '28000': 'it refuses this user.',
  '3D000': 'there is no database of that name. Create it first.',
}

/** Host, port and database; never the password. */
export function describePlace(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname}:${port || 5432}${pathname}`
  } catch {
    return 'the given address'
  }
}

interface Server {
  /** As `server_version_num`: 180004 is 18.4. */
  number: string
  version: string
  /** Of the process that answers. */
  pid: number
  /** Tells databases apart, and servers. */
  which: string
}

/** @throws Error that names the variable when the database cannot be reached */
async function ask(url: string, variable: string): Promise<{ server: Server | undefined; processID: unknown }> {
  const client = createSession(url, { name: 'chowk start' })
  try {
    await client.connect()
    const { rows } = await client.query<Server>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version, pg_backend_pid() as pid,
         (select oid from pg_database where datname = current_database())::text || ' ' || extract(epoch from pg_postmaster_start_time()) as which`,
    )
    return { server: rows[0], processID: (client as unknown as { processID: unknown }).processID }
  } catch (cause) {
    throw explain(cause, url, variable)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * @param variable that has the address
 * @throws Error that names it when the database cannot be reached, is too old, or is behind a pooler, which answers with a process number of
 * its own: locks and LISTEN would be on connections that others use
 */
export async function checkServer(url: string, variable = 'DATABASE_URL'): Promise<void> {
  const { server, processID } = await ask(url, variable)
  refuseOld(Number(server?.number), server?.version ?? '')
  if (server?.pid === processID) return
  throw new Error(
    `${variable}: ${describePlace(url)} is a connection pooler. ` +
      (variable === 'DATABASE_URL'
        ? 'Also set DATABASE_DIRECT_URL, to the database without the pooler.'
        : 'It must lead to the database itself.'),
  )
}

/** @throws Error that names DATABASE_URL when it cannot be reached, or leads to another database than the direct address */
export async function checkPooler(url: string, directUrl: string): Promise<void> {
  const [pooled, direct] = [await ask(url, 'DATABASE_URL'), await ask(directUrl, 'DATABASE_DIRECT_URL')]
  if (pooled.server?.which === direct.server?.which) return
  throw new Error(
    `DATABASE_URL: ${describePlace(url)} leads to another database than DATABASE_DIRECT_URL, ${describePlace(directUrl)}.`,
  )
}

/** @param number as `server_version_num` gives it: 180004 is 18.4 */
export function refuseOld(number: number, version: string): void {
  if (number >= LEAST_VERSION * 10_000) return
  throw new Error(
    `DATABASE_URL: Chowk needs Postgres ${LEAST_VERSION} or newer, and this server is ${version}. Without DATABASE_URL the embedded one is used.`,
  )
}

/** An error that says what to look at, where there is something to say. */
function explain(cause: unknown, url: string, variable: string): unknown {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown }
  const timedOut = typeof message === 'string' && /timeout expired/i.test(message)
  const advice = timedOut ? ADVICE.ETIMEDOUT : ADVICE[String(code)]
  return advice ? new Error(`${variable}: cannot use ${describePlace(url)}: ${advice}`, { cause }) : cause
}
