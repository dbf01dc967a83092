/**
 * A payment gateway that speaks Razorpay's API and signs like it: the built-in test gateway of an installation without keys, and the
 * stand-in of the tests. No money moves. What it keeps may outlive it in a file. `POST /script/…` tells it to misbehave.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { type Answer, type Asked, refused } from './answers.ts'
import { answerApi } from './api.ts'
import { BEHAVES, type Behaviour, empty, kept, newKeys, restored, type State, type Stored } from './behaviour.ts'
import { pay } from './checkout.ts'
import { runDue } from './cycles.ts'
import { script } from './script.ts'
import { byHttp, createPost, type Deliver, eventOf, type Post } from './webhooks.ts'

export interface RazorpayPeerOptions {
  /** 0 takes any free one. */
  port?: number
  /** Keeps keys, orders and payments over a restart. */
  file?: string
  /** Of an earlier start whose file was never written; new ones when absent. */
  keys?: State['keys']
  /** Gets what an operator should know; stderr when absent. */
  complain?: (message: string) => void
  /** Where events go: an address, or a function in the tests; nowhere when absent. */
  webhooks?: string | Deliver
  behaviour?: Partial<Behaviour>
  /** Seconds. */
  now?: () => number
  random?: () => number
}

export interface RazorpayPeer {
  url: string
  state: State
  post: Post
  behave(behaviour: Partial<Behaviour>): void
  close(): Promise<void>
}

const mayAsk = ({ headers }: IncomingMessage, { key_id, key_secret }: State['keys']): boolean =>
  headers.authorization === `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`

/** @returns null for what is no request of the API: its address or its body cannot be read, or its body is no object */
async function read(request: IncomingMessage): Promise<Asked | null> {
  const header = (name: string) => [request.headers[name]].flat()[0] ?? null
  const key = header('x-refund-idempotency') ?? header('x-payout-idempotency')
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer')
    const type = header('content-type') ?? ''
    const json: unknown = type.startsWith('multipart/')
      ? Object.fromEntries(await new Response(bytes, { headers: { 'content-type': type } }).formData())
      : bytes.length === 0
        ? {}
        : JSON.parse(bytes.toString())
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
    const asObject = json as Record<string, unknown>
    return { method: request.method ?? 'GET', path: pathname, query: searchParams, json: asObject, key }
  } catch {
    return null
  }
}

/** Takes one from a count of requests that are to go wrong. */
function takes(behaviour: Behaviour, name: 'fail_before' | 'fail_after' | 'hang'): boolean {
  if (behaviour[name] <= 0) return false
  behaviour[name]--
  return true
}

/** Charges of subscriptions come without being asked for. */
const LOOK_EVERY_MS = 60_000

const DOWN: Answer = { status: 502, json: { error: { code: 'GATEWAY_ERROR', description: 'Bad gateway' } } }

/** @returns null for no answer at all */
function answer(state: State, asked: Asked, allowed: boolean): Answer | null {
  const { behaviour } = state
  if (behaviour.down) return DOWN
  if (!allowed)
    return { status: 401, json: { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } } }
  if (takes(behaviour, 'hang')) return null
  if (takes(behaviour, 'fail_before')) return DOWN
  const answered = asked.path === '/checkout/pay' ? pay(state, asked) : answerApi(state, asked)
  if (asked.method !== 'GET' && takes(behaviour, 'fail_after')) return DOWN
  return answered ?? { status: 404, json: { error: { code: 'BAD_REQUEST_ERROR', description: 'Not found' } } }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

const stored = ({ file, keys }: RazorpayPeerOptions): Stored =>
  file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : empty(keys ?? newKeys())

/** How often a file that cannot be written is complained about. */
const COMPLAIN_EVERY_MS = 10_000

/**
 * Keeps the state in a file, written beside and moved into place, so that a crash leaves the old or the new. A full or read-only disk is
 * reported and survived: the state stays in memory, and the next save catches up.
 */
function createSave({ file, complain = console.error }: RazorpayPeerOptions): (state: State) => void {
  let complained = Number.NEGATIVE_INFINITY
  return (state) => {
    if (file === undefined) return
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(kept(state)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch (error) {
      if (performance.now() - complained < COMPLAIN_EVERY_MS) return
      complained = performance.now()
      complain(`Test gateway: payments cannot be saved and would be lost on a restart: ${(error as Error).message}`)
    }
  }
}

export async function startRazorpayPeer(options: RazorpayPeerOptions = {}): Promise<RazorpayPeer> {
  const timers = new Set<NodeJS.Timeout>()
  const save = createSave(options)
  const later = (work: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
      save(state)
    }, ms)
    timers.add(timer)
  }
  const behaviour: Behaviour = { ...BEHAVES, ...options.behaviour }
  const before = restored(stored(options))
  const { webhooks } = options
  const deliver = typeof webhooks === 'string' ? byHttp(webhooks) : (webhooks ?? null)
  const post = createPost({ behaviour, keys: before.keys, deliver, random: options.random ?? Math.random, later })
  const complain = options.complain ?? console.error
  const now = options.now ?? (() => Math.floor(Date.now() / 1000))
  const state: State = {
    ...before,
    behaviour,
    now,
    later,
    emit: (name, entities) => post.emit(eventOf(name, entities, now())),
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await read(request)
    runDue(state)
    const given = !asked
      ? refused('The request cannot be read: its address is no address, or its body no JSON object')
      : (script(state, post, asked) ?? answer(state, asked, mayAsk(request, state.keys)))
    if (given === null) return
    if (asked?.method !== 'GET') save(state)
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.json))
  }
  // Payments that wait for their approval are in this process: no request may end it.
  const server = createServer((request, response) =>
    respond(request, response).catch((error: Error) => {
      complain(`Test gateway: ${request.method} ${request.url} could not be answered: ${error.stack}`)
      const { status, json } = refused('The request has fields that are not of their kind')
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(json))
    }),
  )
  await listen(server, options.port ?? 0)
  const look = () => {
    runDue(state)
    later(look, LOOK_EVERY_MS)
  }
  later(look, LOOK_EVERY_MS)
  save(state)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    post,
    behave: (changes) => Object.assign(behaviour, changes),
    async close() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
