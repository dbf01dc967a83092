/** Triggers of pieces: the hooks that the framework has for them, each run in the process of the piece, with the person's account. */
import { z } from 'zod'
import type { PieceTrigger } from '#connectors/connector.ts'
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import type { ActionEffect } from '#contract/connectors/integration-values.ts'
import { Json, type UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Payload, TriggerHook } from '#nodes/piece-work.ts'
import type { WrittenFile } from '#nodes/ports.ts'
import { insertAppCall } from '#server/areas/connectors/actions/app-calls.store.ts'
import { directCaller } from '#server/areas/connectors/actions/direct-caller.ts'
import { checkInput } from '#server/areas/connectors/catalogue/check-input.ts'
import { expireAccount, openAccount } from '#server/areas/connectors/plugins/piece-account.ts'
import type { InstalledPiece } from '#server/areas/connectors/plugins/piece-apps.ts'
import { heldStore, type PieceStore, storeOfTrigger } from '#server/areas/connectors/plugins/piece-store.ts'
import {
  asNodeError,
  DEADLINE_MS,
  MOST_OUTPUT,
  type PieceParts,
  withWritten,
  workOf,
} from '#server/areas/connectors/plugins/run-piece.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import type { Enabled, PieceAsked, PieceEvent, PieceReply, PieceTriggerPort, Watched } from './trigger-port.ts'

/** A service does not wait longer for an answer. */
const REPLY_MS = 20_000
/** Owner of work that is for nobody in particular. */
const INSTALLATION = '00000000-0000-7000-8000-000000000000' as UserId

const Listened = z.array(
  z.object({ events: z.array(z.string().max(200)).max(100), identifierValue: z.string().max(300) }),
)
const Scheduled = z.object({ cronExpression: z.string().max(200), timezone: z.string().max(64).optional() })
const Hooked = z.object({
  output: Json,
  schedule: Scheduled.nullable().catch(null),
  listeners: Listened.catch([]),
})
type Hooked = z.infer<typeof Hooked>

const Reply = z.object({
  /** A redirection would lead people from our address to another one. */
  status: z.union([z.number().int().min(200).max(299), z.number().int().min(400).max(599)]).catch(200),
  headers: z.record(z.string().max(100), z.string().max(2000)).catch({}),
  body: Json.optional(),
})
const Event = z.object({
  reply: Reply.nullish().catch(null),
  event: z.string().max(200).nullish().catch(null),
  identifierValue: z
    .union([z.string().max(300), z.number()])
    .nullish()
    .catch(null),
  verified: z.boolean(),
})

/** Headers of greetings; no other one, for it would say something about pages of this address. */
const GREETING = /^(?:x|webhook)-[\w-]+$/i
const OF_PAGES = /^x-(?:content-type-options|frame-options|dns-prefetch-control|xss-protection)$/i

const replyOf = ({ status, headers, body }: z.infer<typeof Reply>): PieceReply => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => GREETING.test(name) && !OF_PAGES.test(name) && /^[\x20-\x7e]*$/.test(value),
    ),
  ),
  body: body ?? null,
})

function triggerIn({ head }: InstalledPiece, id: string): PieceTrigger {
  const found = head.triggers?.find((one) => one.id === id)
  if (found && isPieceTrigger(found)) return found
  throw new NodeError('trigger_not_found', `${head.name} has no such trigger any more.`, { field: 'trigger' })
}

const EFFECTS: Record<TriggerHook, ActionEffect> = {
  ...{ onEnable: 'write', onDisable: 'write', onRenew: 'write' },
  ...{ onHandshake: 'read', run: 'read', test: 'read' },
}

/** A service that can't be reached now may be there at the next look. */
const patient = (error: unknown): unknown =>
  error instanceof NodeError && error.code === 'app_unavailable' && !error.retryable
    ? new NodeError(error.code, error.message, { retryable: true, cause: error })
    : error

interface Asked {
  piece: InstalledPiece
  trigger: PieceTrigger
  watched: Watched
  owner: UserId
  address: string
  key: string
  hook: TriggerHook
  payload: Payload | null
  /** Of each try. */
  store: () => PieceStore
  deadline_ms: number
}

/** Runs a hook once. @throws NodeError as `runPiece` */
async function attempt(parts: PieceParts, asked: Asked, signal: AbortSignal): Promise<Hooked> {
  const { db, credentials } = parts
  const { piece, trigger, watched, owner, hook, store, deadline_ms } = asked
  const caller = { ...directCaller(owner), idempotency_key: asked.key }
  const { credential, input } = watched
  const account = credential === null ? null : await openAccount(db, credentials, piece.head, credential, caller.who)
  const clean = createRedactor(account?.secrets ?? [])
  const written = new Map<string, WrittenFile>()
  const started = performance.now()
  // A connection that is kept open is not made again. What only reads a delivery mostly asks nothing.
  const isAsking = hook !== 'onHandshake' && asked.payload === null
  const note = async (connected: readonly string[], error: string | null) => {
    if (!isAsking && connected.length === 0) return
    await insertAppCall(db, {
      ...{ owner_id: owner, connector: piece.id, action: trigger.id, effect: EFFECTS[hook], credential_id: credential },
      ...{ execution_id: null, host: connected[0] ?? null, error, requests: Math.max(1, connected.length) },
      took_ms: Math.round(performance.now() - started),
      // The service has done it: that it could not be noted changes nothing.
    }).catch(() => undefined)
  }
  try {
    const of = { holder: owner, caller, written, store: store(), signal, deadline_ms, account }
    const { value, connected } = await workOf(parts, piece, of, (at) => ({
      ...{ type: 'trigger', trigger: trigger.piece.trigger, hook, input, payload: asked.payload },
      webhook_url: asked.address,
      ...at,
    }))
    if (JSON.stringify(value ?? null).length > MOST_OUTPUT)
      throw new NodeError('piece_too_large', 'The answer of the piece is too large.')
    const read = Hooked.safeParse(value)
    if (!read.success) throw new NodeError('app_refused', `${piece.head.name} answered with something else.`)
    await note(connected, null)
    return { ...read.data, output: withWritten(clean.json(read.data.output), written) }
  } catch (error) {
    const told = patient(asNodeError(error, piece.head.name, { effect: 'read' }, clean.text))
    const { connected = [] } = (error ?? {}) as { connected?: readonly string[] }
    await note(connected, told instanceof NodeError ? told.code : 'failed')
    const isRefused = told instanceof NodeError && told.code === 'app_refused' && told.field === 'credential'
    if (isRefused && account && credential !== null && (await expireAccount(db, credentials, account, credential)))
      throw new Expired(told)
    throw told
  }
}

/** The service took the token no longer: the next call has a new one. */
class Expired extends Error {
  readonly told: unknown
  constructor(told: unknown) {
    super('The token was refused')
    this.told = told
  }
}

/** What was refused for its token is asked once more with a new one. */
async function runHook(parts: PieceParts, asked: Asked, signal: AbortSignal): Promise<Hooked> {
  const { piece, trigger, watched } = asked
  if (watched.credential === null && piece.head.sign_in.length > 0 && trigger.piece.needs_account)
    throw new NodeError('credential_missing', `Choose an account at ${piece.head.name}`, { field: 'credential' })
  for (let turn = 0; ; turn++) {
    try {
      return await attempt(parts, asked, signal)
    } catch (error) {
      if (!(error instanceof Expired)) throw error
      if (turn > 0) throw error.told
    }
  }
}

/** Nothing at all is what many pieces say for none. */
const itemsOf = ({ output }: Hooked, name: string): Json[] => {
  if (output === null) return []
  if (Array.isArray(output)) return output
  throw new NodeError('app_refused', `${name} did not answer with a list.`)
}

export interface PieceTriggers extends PieceTriggerPort {
  /** A test item: the newest, as a workflow would get it. @throws NodeError `list_empty` */
  sample(watched: Watched, owner: UserId, signal: AbortSignal): Promise<Json>
}

async function readEvent(
  parts: PieceParts,
  plugin: string,
  { payload, address, secret }: { payload: Payload; address: string; secret: string },
  signal: AbortSignal,
): Promise<PieceEvent> {
  const piece = await parts.pieces.open(plugin)
  const caller = directCaller(INSTALLATION)
  const { store } = heldStore(parts.db, INSTALLATION, plugin, {})
  const of = { holder: INSTALLATION, caller, written: new Map(), store, signal, deadline_ms: REPLY_MS, account: null }
  const clean = createRedactor([secret])
  try {
    const { value } = await workOf(parts, piece, of, ({ auth: _, ...at }) => ({
      ...{ type: 'event', payload, webhook_url: address, secret },
      ...at,
    }))
    const { reply, event, identifierValue, verified } = Event.parse(value)
    return {
      reply: reply ? replyOf(reply) : null,
      event: event ?? null,
      route: identifierValue === null || identifierValue === undefined ? null : String(identifierValue),
      verified,
    }
  } catch (error) {
    if (error instanceof z.ZodError) throw new NodeError('app_refused', `${piece.head.name} could not read an event.`)
    throw asNodeError(error, piece.head.name, { effect: 'read' }, clean.text)
  }
}

async function sample(parts: PieceParts, watched: Watched, owner: UserId, signal: AbortSignal): Promise<Json> {
  const piece = await parts.pieces.open(watched.integration)
  const trigger = triggerIn(piece, watched.trigger)
  await checkInput(trigger.input, watched.input)
  // Nothing of a test is kept, and no service delivers to its address.
  const store = () => heldStore(parts.db, owner, watched.integration, {}).store
  const on = { piece, trigger, watched, owner, payload: null, store, deadline_ms: DEADLINE_MS }
  const address = `${parts.public_url}/hooks/apps/test`
  const hooked = await runHook(parts, { ...on, key: uuidv7(), address, hook: 'test' }, signal)
  const [item] = itemsOf(hooked, piece.head.name)
  if (item !== undefined && item !== null) return item
  if (trigger.sample !== null) return trigger.sample
  throw new NodeError('list_empty', `There is nothing in ${piece.head.name} yet that could be a test item.`)
}

export function createPieceTriggers(parts: PieceParts): PieceTriggers {
  const { pieces, db } = parts
  const prepare = async ({ watched, owner, package_id, address, key }: PieceAsked) => {
    const piece = await pieces.openPackage(package_id)
    const trigger = triggerIn(piece, watched.trigger)
    return { piece, trigger, watched, owner, address, key, payload: null, deadline_ms: DEADLINE_MS }
  }
  const kept =
    ({ owner, watched }: PieceAsked, memory: Parameters<typeof storeOfTrigger>[3]) =>
    () =>
      storeOfTrigger(db, owner, watched.integration, memory)
  return {
    async installed(plugin) {
      const found = await pieces.installed(plugin)
      return found && { package_id: found.package_id, name: found.head.name, state: found.state }
    },
    async enable(asked, memory, signal): Promise<Enabled> {
      const on = await prepare(asked)
      await checkInput(on.trigger.input, asked.watched.input)
      const { schedule, listeners } = await runHook(
        parts,
        { ...on, hook: 'onEnable', store: kept(asked, memory) },
        signal,
      )
      const { kind, piece } = on.trigger
      const [first] = listeners
      if (kind === 'event' && !first)
        throw new NodeError('app_refused', `${on.piece.head.name} did not say whose events it listens to.`)
      return {
        kind,
        schedule: schedule && { cron: schedule.cronExpression, time_zone: schedule.timezone ?? 'UTC' },
        events: listeners.flatMap(({ events }) => events),
        route: kind === 'event' ? (first?.identifierValue ?? null) : null,
        renew: piece.renew,
      }
    },
    async disable(asked, memory, signal) {
      await runHook(parts, { ...(await prepare(asked)), hook: 'onDisable', store: kept(asked, memory) }, signal)
    },
    async renew(asked, memory, signal) {
      await runHook(parts, { ...(await prepare(asked)), hook: 'onRenew', store: kept(asked, memory) }, signal)
    },
    async greet(asked, memory, payload, signal) {
      const on = { ...(await prepare(asked)), payload, deadline_ms: REPLY_MS }
      const { output } = await runHook(parts, { ...on, hook: 'onHandshake', store: kept(asked, memory) }, signal)
      const reply = Reply.safeParse(output ?? {})
      if (!reply.success)
        throw new NodeError('app_refused', `${on.piece.head.name} did not say what its service wants to hear.`)
      return replyOf(reply.data)
    },
    async read(asked, { known, payload }, signal) {
      const on = { ...(await prepare(asked)), payload }
      const hold = () => heldStore(db, asked.owner, asked.watched.integration, known)
      let held = hold()
      // What a try that was refused has changed is not kept.
      const store = () => {
        held = hold()
        return held.store
      }
      const hooked = await runHook(parts, { ...on, hook: 'run', store }, signal)
      return { items: itemsOf(hooked, on.piece.head.name), changes: held.changes() }
    },
    sample: (watched, owner, signal) => sample(parts, watched, owner, signal),
    readEvent: (plugin, of, signal) => readEvent(parts, plugin, of, signal),
  }
}
