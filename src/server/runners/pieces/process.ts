/** Program of the process of one piece, for one person. Everything behind `loadPiece` is code of strangers. */
import { Socket } from 'node:net'
import type { FromPiece, Payload, ToPiece, Work } from '#nodes/piece-work.ts'
import { encodeFrame, FrameReader } from '#server/runners/wire.ts'
import { type Ask, actionContext, baseContext, propsFor, serverOf } from './context.ts'
import {
  actionsOf,
  contextOf,
  describePiece,
  describeProperties,
  loadPiece,
  type Piece,
  type Property,
  type Runnable,
  triggersOf,
} from './describe.ts'
import { raiseWalls } from './guest-walls.ts'
import { closeConnections } from './way-out.ts'

const MOST_BYTES = 64_000_000
/**
 * How long connections stay open after a job. Services close theirs after some seconds, and a request that is sent at that moment is lost:
 * it fails, and where it changes something nobody knows whether it was done.
 */
const KEPT_MS = 1000

const socket = new Socket({ fd: 3, readable: true, writable: true })

const send = (message: FromPiece) => {
  for (const part of encodeFrame(message)) socket.write(part)
}

let calls = 0
const waiting = new Map<number, { done: (value: unknown) => void; fail: (error: Error) => void }>()

const ask: Ask = (name, args) =>
  new Promise((done, fail) => {
    const call = ++calls
    waiting.set(call, { done, fail })
    send({ kind: 'call', call, name, args })
  })

const named = (code: string, message: string): Error => Object.assign(new Error(message), { code })

let loaded: { name: string; piece: Piece } | null = null

async function pieceOf({ folder, package: name }: { folder: string; package: string }): Promise<Piece> {
  if (loaded?.name !== name) loaded = { name, piece: await loadPiece(folder, name) }
  return loaded.piece
}

function find(all: Record<string, Runnable>, name: string): Runnable {
  const found = Object.hasOwn(all, name) ? all[name] : undefined
  if (!found) throw named('PIECE_MISSING', `The piece has no “${name}”.`)
  return found
}

async function run(work: Work & { type: 'run' }): Promise<unknown> {
  const piece = await pieceOf(work)
  const action = find(actionsOf(piece), work.action)
  const props = propsFor(action.props, work.input)
  const base = baseContext(contextOf(piece), work.auth, props, work.info, ask)
  return action.run?.(actionContext(base, work.info))
}

async function options(work: Work & { type: 'options' }): Promise<unknown> {
  const piece = await pieceOf(work)
  const all = work.of === 'trigger' ? triggersOf(piece) : actionsOf(piece)
  const property: Property | undefined = find(all, work.action).props?.[work.property]
  if (!property) throw named('PIECE_MISSING', `It has no “${work.property}”.`)
  const base = baseContext(contextOf(piece), work.auth, work.input, work.info, ask)
  const given = { ...work.input, auth: base.auth }
  const context = { ...base, searchValue: work.search, input: work.input }
  if (typeof property.props === 'function') {
    const made = (await (property.props as (...all: unknown[]) => unknown)(given, context)) as Record<string, Property>
    return { properties: describeProperties(made) }
  }
  if (typeof property.options !== 'function') throw named('PIECE_MISSING', 'Its choices are in the schema.')
  return (property.options as (...all: unknown[]) => unknown)(given, context)
}

/** As the framework has it: the bytes are a text there. */
const payloadOf = ({ headers, query, body, raw }: Payload) => ({
  ...{ headers, body, queryParams: query },
  rawBody: Buffer.from(raw, 'base64').toString('utf8'),
})

const NOTHING: Payload = { headers: {}, query: {}, body: {}, raw: '' }

interface Listener {
  events: string[]
  identifierValue: string
}

async function trigger(work: Work & { type: 'trigger' }): Promise<unknown> {
  const piece = await pieceOf(work)
  const found = find(triggersOf(piece), work.trigger)
  const base = baseContext(contextOf(piece), work.auth, propsFor(found.props, work.input), work.info, ask)
  let schedule: unknown = null
  const listeners: Listener[] = []
  const context = {
    ...base,
    webhookUrl: work.webhook_url,
    payload: payloadOf(work.payload ?? NOTHING),
    setSchedule: (wanted: unknown) => {
      schedule = wanted
    },
    app: { createListeners: (wanted: Listener) => listeners.push(wanted) },
  }
  // A test is a look where the piece has none of its own.
  const hook = work.hook === 'test' ? (found.test ?? found.run) : found[work.hook]
  const output = await hook?.call(found, context)
  return { output: output ?? null, schedule, listeners }
}

/** Who an event of the whole installation is for, what the service wants to hear, and whether it is from there. */
async function event(work: Work & { type: 'event' }): Promise<unknown> {
  const { events } = await pieceOf(work)
  if (!events?.parseAndReply) throw named('PIECE_MISSING', 'The piece reads no events.')
  const server = serverOf(work.info)
  const payload = payloadOf(work.payload)
  const read = (await events.parseAndReply({ payload, server })) as Record<string, unknown> | null
  const isVerified = await events.verify?.({ payload, webhookSecret: work.secret, appWebhookUrl: work.webhook_url })
  return { ...read, verified: isVerified === true }
}

async function work(given: Work): Promise<unknown> {
  // Its parser is for this alone.
  if (given.type === 'hosts') return (await import('./read-hosts.ts')).readHosts(given.folder)
  if (given.type === 'describe') return describePiece(await pieceOf(given))
  if (given.type === 'run') return run(given)
  if (given.type === 'options') return options(given)
  return given.type === 'event' ? event(given) : trigger(given)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Of errors of HTTP clients, what the service answered: their own message repeats the whole request. */
function messageOf(error: unknown): { code: string; message: string } {
  const { code, message, response, cause } = (error ?? {}) as {
    code?: unknown
    /** Of `fetch`, which says itself only that it failed. */
    cause?: { code?: unknown; message?: unknown }
    message?: unknown
    response?: { status?: unknown; data?: unknown; body?: unknown }
  }
  const status = typeof response?.status === 'number' ? response.status : null
  const said = text(response?.data ?? response?.body ?? '').slice(0, 2000)
  return {
    code: status === null ? text(code ?? cause?.code ?? 'PIECE_FAILED').slice(0, 60) : `HTTP_${status}`,
    message: status === null ? text(message ?? error).slice(0, 2000) : said,
  }
}

/** The one that is at work. */
let current: number | null = null
let endedAt = 0

async function answer(job: number, given: Work): Promise<void> {
  current = job
  if (Date.now() - endedAt > KEPT_MS) await closeConnections()
  try {
    const value = (await work(given)) ?? null
    send({ kind: 'done', job, value: JSON.parse(JSON.stringify(value)) })
  } catch (error) {
    send({ kind: 'failed', job, error: messageOf(error) })
  }
  if (current === job) current = null
  endedAt = Date.now()
  setTimeout(() => current === null && Date.now() - endedAt >= KEPT_MS && void closeConnections(), KEPT_MS).unref()
}

const reader = new FrameReader(MOST_BYTES)
socket.on('data', (chunk) => {
  for (const { header } of reader.push(chunk)) {
    const message = header as ToPiece
    if (message.kind === 'work') void answer(message.job, message.work)
    else {
      const call = waiting.get(message.call)
      waiting.delete(message.call)
      if (message.error) call?.fail(named(message.error.code, message.error.message))
      else call?.done(message.value)
    }
  }
})
socket.on('error', () => process.exit(0))
socket.on('close', () => process.exit(0))
// A piece that leaves a promise behind must not end the process in the middle of its answer.
process.on('unhandledRejection', () => undefined)
process.on('uncaughtException', (error) => {
  if (current !== null) send({ kind: 'failed', job: current, error: messageOf(error) })
})
raiseWalls()
send({ kind: 'ready' })
