/**
 * The time limit of statements on connections through a pooler in transaction mode. There a setting of the session would also be one of the next
 * user of the connection, and PgBouncer refuses it in the first message. So transactions set it for themselves, and a statement without a
 * transaction is cancelled from here.
 */
import net from 'node:net'
import type { PoolClient } from 'pg'
import { SECOND_MS } from '#shared/time.ts'

/** What `pg` knows of a connection, and keeps to itself. */
interface Connected {
  readonly processID: number | null
  readonly secretKey: number | null
  readonly host: string
  readonly port: number
}

const CANCEL_REQUEST = 80_877_102

/**
 * Asks the server, or the pooler in between, to cancel what the connection is doing. Best effort, as the protocol has it: there is no answer.
 * It is never encrypted, and holds nothing but the key of this connection.
 */
function cancel({ processID, secretKey, host, port }: Connected): void {
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, CANCEL_REQUEST].entries()) message.writeInt32BE(value, index * 4)
  for (const [index, value] of [processID, secretKey].entries()) message.writeInt32BE(value | 0, 8 + index * 4)
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  socket.on('error', () => {})
  socket.setTimeout(5 * SECOND_MS, () => socket.destroy())
  // The other end closes it. PgBouncer 1.18 crashes when this one does first.
  socket.write(message)
}

const BEGINS = /^\s*(?:begin|start\s+transaction)\b/i
const ENDS = /^\s*(?:commit|rollback)\s*;?\s*$/i

type Callback = (error: Error | undefined, result: unknown) => void
type Query = (...args: unknown[]) => Promise<unknown> | undefined

const textOf = (query: unknown): string | null => {
  if (typeof query === 'string') return query
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  return submit === undefined && typeof text === 'string' ? text : null
}

/** Gives every statement of a new connection at most `ms`. A transaction may raise it with `set_config('statement_timeout', …, true)`. */
export function boundStatements(client: PoolClient, ms: number): void {
  const connection = client as unknown as Connected
  const query = client.query.bind(client) as unknown as Query
  let isInTransaction = false

  /** Cancels what takes too long, again and again: one that waits in the pooler for a connection cannot be cancelled before it has one. */
  const bound = (args: unknown[]) => {
    let timer = setTimeout(function late() {
      cancel(connection)
      timer = setTimeout(late, SECOND_MS)
    }, ms)
    const settled = () => clearTimeout(timer)
    const last = args.at(-1)
    if (typeof last === 'function') {
      return query(...args.slice(0, -1), ((...answer) => {
        settled()
        ;(last as Callback)(...answer)
      }) satisfies Callback)
    }
    const answer = query(...args)
    answer?.then(settled, settled)
    return answer
  }

  const begin = async (text: string) => {
    isInTransaction = true
    try {
      const answers = await query(`${text}; set local statement_timeout = ${Math.ceil(ms)}`)
      return Array.isArray(answers) ? answers[0] : answers
    } catch (error) {
      isInTransaction = false
      throw error
    }
  }

  const boundQuery = (...args: unknown[]) => {
    const text = textOf(args[0])
    if (text === null) return query(...args)
    // Nobody begins a transaction with a callback: the pool itself only sends single statements.
    if (BEGINS.test(text) && typeof args.at(-1) !== 'function') return begin(text)
    if (isInTransaction) {
      if (ENDS.test(text)) isInTransaction = false
      return query(...args)
    }
    return bound(args)
  }
  Object.assign(client, { query: boundQuery })
}
