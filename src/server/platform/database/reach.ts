/** The first contact with the database: what an operator may have got wrong is said in their words. */
import pg from 'pg'

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

/** @throws Error that names DATABASE_URL when the database cannot be reached or is too old */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string; version: string }>(
      "select current_setting('server_version_num') as number, current_setting('server_version') as version",
    )
    refuseOld(Number(rows[0]?.number), rows[0]?.version ?? '')
  } catch (cause) {
    throw explain(cause, url)
  } finally {
    await client.end().catch(() => {})
  }
}

/** @param number as `server_version_num` gives it: 180004 is 18.4 */
export function refuseOld(number: number, version: string): void {
  if (number >= LEAST_VERSION * 10_000) return
  throw new Error(
    `DATABASE_URL: Chowk needs Postgres ${LEAST_VERSION} or newer, and this server is ${version}. Without DATABASE_URL the embedded one is used.`,
  )
}

/** An error that says what to look at, where there is something to say. */
function explain(cause: unknown, url: string): unknown {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown }
  const timedOut = typeof message === 'string' && /timeout expired/i.test(message)
  const advice = timedOut ? ADVICE.ETIMEDOUT : ADVICE[String(code)]
  return advice ? new Error(`DATABASE_URL: cannot use ${describePlace(url)}: ${advice}`, { cause }) : cause
}
