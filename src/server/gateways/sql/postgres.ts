/**
 * Queries on databases of the users: one connection per query, to an address that was checked, read-only unless said otherwise, bounded in
 * time, rows and bytes. The product's own pool is never used for it.
 */
import { Socket } from 'node:net'
import pg from 'pg'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { SqlAnswer, SqlPort, SqlRequest } from '#nodes/ports.ts'
import { reach } from '#server/gateways/outbound/reach.ts'
import { createRedactor, type Redactor } from '#server/gateways/vault/redact.ts'
import { type Secret, type Vault, wrongType } from '#server/gateways/vault/vault.ts'

const CONNECT_MS = 10_000
const MAX_BYTES = 5_000_000
const MAX_READ = 20_000_000

/** Types that JavaScript would round or shift stay the text Postgres wrote: 64-bit integers, numerics, dates and times. */
const TEXT_TYPES = new Set([20, 1700, 1082, 1114, 1184, 1083, 1266, 1186])
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    TEXT_TYPES.has(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** A connection of its own, and what cuts it off. */
interface Line {
  client: pg.Client
  cut(): void
}

/** @throws the reason of the signal when it cuts the connection off, now or later */
async function connect({ fields }: Secret, allow: ReadonlySet<string>, signal: AbortSignal): Promise<Line> {
  const { host = '', port = '5432', database = '', user = '', password = '', tls = 'verify' } = fields
  const { address, servername } = await reach(host, Number(port), allow)
  signal.throwIfAborted()
  const socket = new Socket()
  const client = new pg.Client({
    stream: () => socket,
    host: address,
    port: Number(port),
    database,
    user,
    password,
    ssl: tls === 'off' ? false : { servername, rejectUnauthorized: tls === 'verify' },
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'Chowk',
    types,
  })
  // A connection that breaks between two queries must not end the process.
  client.on('error', () => {})
  // The driver keeps whatever a server sends; nothing here may be asked to.
  const watch = setInterval(() => socket.bytesRead > MAX_READ && socket.destroy(), 50).unref()
  const cut = () => void socket.destroy()
  signal.addEventListener('abort', cut, { once: true })
  socket.once('close', () => {
    clearInterval(watch)
    signal.removeEventListener('abort', cut)
  })
  try {
    await client.connect()
  } catch (error) {
    cut()
    throw error
  }
  return { client, cut }
}

interface PgError extends Error {
  code?: string
}

/** Connection faults and serialization failures may be tried again; the rest is the query's. */
function judged(error: unknown, clean: (text: string) => string): unknown {
  if (error instanceof NodeError || !(error instanceof Error)) return error
  const { code = '', message } = error as PgError
  const text = clean(message).slice(0, 500)
  if (code === '57014') return new NodeError('sql_timeout', 'The query took too long')
  if (code === '25006')
    return new NodeError('sql_read_only', 'This step only reads; allow writing in its settings', { field: 'mode' })
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(?:08|40|53|57P)/.test(code))
    return new NodeError('sql_refused', `Postgres: ${text}`)
  return new NodeError('sql_failed', `The database cannot be reached: ${text}`, { retryable: true })
}

/** What JSON cannot hold becomes text. */
const asJson = (value: unknown): Json => {
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : (value as Json)
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (value instanceof Date) return value.toISOString()
  return JSON.parse(JSON.stringify(value)) as Json
}

/** Always the extended protocol, which takes one statement: a second one behind a semicolon could end the transaction. */
const single = (text: string, values: readonly Json[]) =>
  ({ text, values: values.map(asParameter), queryMode: 'extended' }) as pg.QueryConfig<unknown[]>

/** Lists and objects are JSON to Postgres; a list of plain values is an array. */
const asParameter = (value: Json): unknown =>
  typeof value === 'object' &&
  value !== null &&
  !(Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    ? JSON.stringify(value)
    : value

async function ask(client: pg.Client, request: SqlRequest): Promise<SqlAnswer> {
  const { text, parameters, mode, max_rows, timeout_ms } = request
  const reads = mode === 'read'
  await client.query(reads ? 'begin read only' : 'begin')
  await client.query(`set local statement_timeout = ${Math.floor(timeout_ms)}`)
  // A cursor: what is not asked for is not sent.
  if (reads) await client.query(single(`declare chowk_rows no scroll cursor for ${text}`, parameters))
  const asked = reads ? `fetch ${Math.floor(max_rows) + 1} from chowk_rows` : single(text, parameters)
  const found = await client.query<Record<string, unknown>>(asked as pg.QueryConfig)
  const kept = found.rows
    .slice(0, max_rows)
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asJson(value)])))
  if (JSON.stringify(kept).length > MAX_BYTES)
    throw new NodeError('sql_too_large', 'The rows are larger than 5 MB; ask for less', { field: 'max_rows' })
  await client.query('commit')
  const row_count = reads ? kept.length : (found.rowCount ?? 0)
  return { rows: kept, row_count, truncated: found.rows.length > max_rows }
}

/** A row may hold the password as well: in the settings of a foreign server, or because a query writes it. */
async function withoutSecret(answer: SqlAnswer, clean: Redactor): Promise<SqlAnswer> {
  const written = JSON.stringify(answer.rows)
  const hidden = await clean.long(written)
  return hidden === written ? answer : { ...answer, rows: JSON.parse(hidden) as SqlAnswer['rows'] }
}

export function createSqlPort({ vault, allow }: { vault: Pick<Vault, 'open'>; allow: readonly string[] }): SqlPort {
  const allowed = new Set(allow)
  return {
    async query(request, credential, who, signal) {
      const secret = await vault.open(credential, who)
      if (secret.type !== 'postgres') throw wrongType(secret.name, 'a Postgres database')
      const clean = createRedactor([secret.fields.password ?? ''])
      let line: Line | undefined
      try {
        line = await connect(secret, allowed, signal)
        return await withoutSecret(await ask(line.client, request), clean)
      } catch (error) {
        signal.throwIfAborted()
        throw judged(error, clean.text)
      } finally {
        line?.cut()
      }
    },
  }
}

/** @returns what the server calls itself. @throws the reason of the signal when the server does not answer in time */
export async function tryPostgres(secret: Secret, allow: readonly string[], signal: AbortSignal): Promise<string> {
  let line: Line | undefined
  try {
    line = await connect(secret, new Set(allow), signal)
    const { rows } = await line.client.query<{ version: string }>(`select current_setting('server_version') as version`)
    return `Connected to Postgres ${(rows[0]?.version ?? '').slice(0, 60)}.`
  } catch (error) {
    signal.throwIfAborted()
    throw judged(error, createRedactor([secret.fields.password ?? '']).text)
  } finally {
    line?.cut()
  }
}
