/**
 * MySQL and MariaDB: one connection per action. Values are parameters of prepared statements, never text in SQL; names of tables and
 * columns are quoted.
 */
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { isObject } from '#shared/json.ts'
import { ACTION_MS, CONNECT_MS, checkSize, type Line, openSocket, Refusal } from './account.ts'
import type { Operation, Protocol } from './protocol.ts'

const MOST_ROWS = 10_000
/** Of a prepared statement. */
const MOST_PARAMETERS = 65_535

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``
/** `table` or `database.table`. */
const tableName = (name: string): string => name.split('.', 2).map(quoted).join('.')

/** Lists and objects are JSON to MySQL. */
const asParameter = (value: Json): string | number | boolean | null =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/** What JSON cannot hold becomes text. */
const asJson = (value: unknown): Json => {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (typeof value === 'bigint') return String(value)
  return (value ?? null) as Json
}

const asRow = (row: RowDataPacket): JsonObject =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asJson(value)]))

async function connected<T>(line: Line, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { createConnection } = await import('mysql2/promise')
  const { account, reached, signal } = line
  const socket = openSocket(line)
  socket.on('error', () => undefined)
  const { tls } = account
  const connection = await createConnection({
    host: reached.servername,
    port: reached.port,
    stream: () => socket,
    user: account.entered('user'),
    password: account.entered('password'),
    database: account.entered('database'),
    ...(tls !== 'off' && { ssl: { rejectUnauthorized: tls === 'verify', verifyIdentity: tls === 'verify' } }),
    connectTimeout: CONNECT_MS,
    // A server may ask for any file of this machine with LOCAL INFILE; the driver then has nothing to answer with.
    flags: ['-LOCAL_FILES'],
    charset: 'utf8mb4',
    dateStrings: true,
    supportBigNumbers: true,
  })
  connection.on('error', () => undefined)
  try {
    signal.throwIfAborted()
    return await work(connection)
  } finally {
    connection.destroy()
  }
}

/** MySQL and MariaDB each know one of the two. */
async function limitTime(connection: Connection): Promise<void> {
  const seconds = ACTION_MS / 1000
  await connection
    .query(`set session max_execution_time = ${ACTION_MS}`)
    .catch(() => connection.query(`set session max_statement_time = ${seconds}`))
    .catch(() => undefined)
}

/** A statement that only reads, in a session that lets it do nothing else. */
const read = (line: Line, sql: string, values: readonly Json[], most: number): Promise<JsonObject> =>
  connected(line, async (connection) => {
    await limitTime(connection)
    await connection.query('set session transaction read only')
    await connection.query(`set session sql_select_limit = ${most + 1}`)
    const [found] = await connection.execute<RowDataPacket[]>(sql, values.map(asParameter))
    const rows = (Array.isArray(found) ? found : []).slice(0, most).map(asRow)
    return checkSize({ rows, row_count: rows.length, truncated: Array.isArray(found) && found.length > most })
  })

async function change(line: Line, sql: string, values: readonly Json[]): Promise<JsonObject> {
  if (values.length > MOST_PARAMETERS) throw tooMany('rows')
  return connected(line, async (connection) => {
    await limitTime(connection)
    const [result] = await connection.execute<ResultSetHeader | RowDataPacket[]>(sql, values.map(asParameter))
    if (Array.isArray(result))
      return checkSize({ affected_rows: 0, insert_id: null, rows: result.slice(0, MOST_ROWS).map(asRow) })
    return { affected_rows: result.affectedRows, insert_id: result.insertId === 0 ? null : result.insertId, rows: [] }
  })
}

const tooMany = (field: string) =>
  new NodeError('input_invalid', 'These are too many values for one statement', { field: `input.${field}` })

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** `a = ? and b is null`. @throws NodeError `input_invalid` without a condition where one is needed */
function condition(where: Json | undefined, isNeeded: boolean): { sql: string; values: Json[] } {
  const entries = isObject(where) ? Object.entries(where) : []
  if (entries.length === 0) {
    if (isNeeded) throw new NodeError('input_invalid', 'Name at least one column', { field: 'input.where' })
    return { sql: '', values: [] }
  }
  const parts = entries.map(([name, value]) => {
    if (value === null) return `${quoted(name)} is null`
    if (!Array.isArray(value)) return `${quoted(name)} = ?`
    return value.length === 0 ? 'false' : `${quoted(name)} in (${value.map(() => '?').join(', ')})`
  })
  const values = entries.flatMap(([, value]) => (value === null ? [] : Array.isArray(value) ? value : [value]))
  return { sql: ` where ${parts.join(' and ')}`, values }
}

/** Reads, also when a session could be told otherwise: the first word decides, and nothing is written to files of the server. */
function checkReads(sql: string): void {
  const bare = sql.replace(/\/\*[\s\S]*?\*\/|(?:--\s|#).*$/gm, ' ')
  if (!/^[\s(]*(?:select|show|describe|desc|explain|with|values|table)\b/i.test(bare) || /\/\*!/.test(sql))
    throw new NodeError('input_invalid', 'This action only reads. Use “Run a statement” to change something.', {
      field: 'input.sql',
    })
  if (/\binto\s+(?:outfile|dumpfile)\b/i.test(bare))
    throw new NodeError('input_invalid', 'A query can’t write to a file', { field: 'input.sql' })
}

const mostRows = ({ max_rows }: JsonObject): number =>
  Math.min(MOST_ROWS, Math.max(1, typeof max_rows === 'number' ? max_rows : 1000))

function insertStatement(table: string, rows: readonly JsonObject[]): { sql: string; values: Json[] } {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) throw new NodeError('input_invalid', 'Enter at least one row', { field: 'input.rows' })
  const places = rows.map(
    (row) => `(${columns.map((name) => (Object.hasOwn(row, name) ? '?' : 'default')).join(', ')})`,
  )
  const values = rows.flatMap((row) => columns.flatMap((name) => (Object.hasOwn(row, name) ? [row[name] ?? null] : [])))
  return {
    sql: `insert into ${tableName(table)} (${columns.map(quoted).join(', ')}) values ${places.join(', ')}`,
    values,
  }
}

const operations: Record<string, Operation> = {
  query: (line, input) => {
    const sql = text(input.sql)
    checkReads(sql)
    return read(line, sql, list(input.parameters), mostRows(input))
  },
  execute: (line, input) => change(line, text(input.sql), list(input.parameters)),
  find_rows: (line, input) => {
    const { sql, values } = condition(input.where, false)
    const columns = list(input.columns).map((name) => quoted(text(name)))
    const order = text(input.order_by)
    const sorted = order === '' ? '' : ` order by ${quoted(order)}${input.descending === true ? ' desc' : ''}`
    const from = `select ${columns.length === 0 ? '*' : columns.join(', ')} from ${tableName(text(input.table))}`
    return read(line, `${from}${sql}${sorted} limit ${mostRows(input) + 1}`, values, mostRows(input))
  },
  list_tables: (line) =>
    read(
      line,
      'select table_name as name, table_type as type from information_schema.tables where table_schema = database() order by table_name',
      [],
      MOST_ROWS,
    ),
  insert_rows: (line, input) => {
    const { sql, values } = insertStatement(text(input.table), list(input.rows).filter(isObject))
    return change(line, sql, values)
  },
  update_rows: (line, input) => {
    const sets = isObject(input.values) ? Object.entries(input.values) : []
    if (sets.length === 0) throw new NodeError('input_invalid', 'Name at least one column', { field: 'input.values' })
    const { sql, values } = condition(input.where, true)
    const assigned = sets.map(([name]) => `${quoted(name)} = ?`).join(', ')
    return change(line, `update ${tableName(text(input.table))} set ${assigned}${sql}`, [
      ...sets.map(([, value]) => value),
      ...values,
    ])
  },
  delete_rows: (line, input) => {
    const { sql, values } = condition(input.where, true)
    return change(line, `delete from ${tableName(text(input.table))}${sql}`, values)
  },
}

export const mysql: Protocol = {
  operations,
  /** Errors of the server have an SQL state; those of the connection have none, and `08…` is one of the connection, too. */
  judge: (error) => {
    const { sqlState = '', sqlMessage } = error as Error & { sqlState?: string; sqlMessage?: string }
    return /^[0-9A-Z]{5}$/.test(sqlState) && !/^(?:08|40)/.test(sqlState)
      ? new Refusal(sqlMessage ?? error.message)
      : error
  },
}
