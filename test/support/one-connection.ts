/**
 * A house rule, watched in every test with a database: what runs in a transaction asks no pool for another connection. As many requests
 * as a pool has connections would otherwise each hold one and wait for a second that never comes. Nor does it work in slices there, which
 * holds the connection for as long as others have their turns.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'

interface Held {
  open: boolean
  outer: Held | undefined
  /** As deep as what is asked for: what goes on after the work that began it, such as a run, is known by this alone. */
  begun: Error
}

/** Where it may be, and why. */
const EXCEPTIONS: readonly { file: string; because: string }[] = [
  {
    file: 'src/server/areas/runs/recovery/recovery-jobs.ts',
    because: 'one line at a time in a process keeps a run from being recovered twice',
  },
  {
    file: 'src/server/areas/runs/triggers/mail-hook.ts',
    because: 'mails are claimed and started one after the other',
  },
  { file: 'src/server/gateways/identity/signing-keys.ts', because: 'the start, before anyone signs in' },
  { file: 'src/server/areas/accounts/users/first-admin.ts', because: 'the first start, of another pool' },
]

const context = new AsyncLocalStorage<Held>()
const heldBy = new WeakMap<object, Held>()
const broken: string[] = []

const BEGIN = /^\s*(?:begin|start transaction)\b/i
const END = /^\s*(?:commit|rollback(?!\s+to)|end)\b/i
const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '')

/** The transaction that this async context is in. */
function current(): Held | undefined {
  let held = context.getStore()
  while (held && !held.open) held = held.outer
  return held
}

/** Frames of libraries lie between a verb and the pool. */
const DEEP = 60

const linesOf = ({ stack = '' }: { stack?: string }): string =>
  stack
    .split('\n')
    .filter((line) => /\/(?:src|test|peers)\//.test(line) && !/node_modules|one-connection\.ts/.test(line))
    .join('\n')

/** Written out only when it is asked for. */
function hereAndNow(): Error {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = DEEP
  const here = new Error('here')
  Error.stackTraceLimit = stackTraceLimit
  return here
}

function noteInTransaction(what: string): void {
  const held = current()
  if (!held) return
  const places = `${what} here:\n${linesOf(hereAndNow())}\nwhile the transaction begun here was open:\n${linesOf(held.begun)}`
  if (!EXCEPTIONS.some(({ file }) => places.includes(file))) broken.push(places)
}

subscribe('chowk:in-slices', () => noteInTransaction('Work in slices was begun'))

type Verb = (this: object, ...given: unknown[]) => unknown
const { query } = pg.Client.prototype as unknown as { query: Verb }
const { connect } = pg.Pool.prototype as unknown as { connect: Verb }

Object.assign(pg.Client.prototype, {
  query(this: object, ...given: unknown[]) {
    const text = textOf(given[0])
    if (BEGIN.test(text)) {
      const held = { open: true, outer: current(), begun: hereAndNow() }
      heldBy.set(this, held)
      // Lasts for what the caller does after the statement, and for nothing else.
      context.enterWith(held)
    } else if (END.test(text)) {
      const held = heldBy.get(this)
      if (held) held.open = false
    }
    return query.apply(this, given)
  },
} satisfies Record<string, Verb>)

Object.assign(pg.Pool.prototype, {
  connect(this: object, ...given: unknown[]) {
    noteInTransaction('A second connection was asked for')
    return connect.apply(this, given)
  },
} satisfies Record<string, Verb>)

/** Does what is done elsewhere, such as by another process, while a test keeps a transaction open. */
export const outside = <T>(work: () => T): T => context.exit(work)

/** What broke the rule since it was last asked. */
export const takeSecondConnections = (): string[] => broken.splice(0)

/** @throws Error with the places, when something broke the rule */
export function checkOneConnection(): void {
  const places = takeSecondConnections()
  if (places.length > 0) throw new Error(places[0])
}
