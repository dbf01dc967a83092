/**
 * What arrives at the webhook of a service: checked by its signature, told apart by its delivery id, and run once. The delivery is noted
 * in the transaction that stores the run, so that a repeat finds it whenever it comes.
 */
import { AppError, fieldError } from '#contract/core/errors.ts'
import { ExecutionId, type Json, type JsonObject } from '#contract/core/primitives.ts'
import type { Started } from '#contract/runs/started.ts'
import {
  checkProtection,
  type createFilePort,
  type Headers,
  type ReceivedFile,
  storeFiles,
} from '#server/areas/runs/runs.ts'
import { type HeldRun, type HoldingDeps, holdRun } from '#server/areas/services/services/held-runs.ts'
import { openSigningSecrets } from '#server/areas/services/signing/signing.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { isObject } from '#shared/json.ts'
import * as store from './hooks.store.ts'

/** The body to the byte, and the files of a form. */
export interface Received {
  bytes: Uint8Array
  files: readonly ReceivedFile[]
}

export interface ReceiveDeps extends HoldingDeps {
  db: Database
  ring: KeyRing
  files: Pick<ReturnType<typeof createFilePort>, 'write'>
  engine: {
    startWith(take: (tx: Database) => Promise<readonly HeldRun[]>): Promise<string[]>
    result(execution_id: string, wait_ms: number): Promise<{ status: Started['status'] }>
  }
}

const AN_HOUR = 3600
const TOLERANCE_S = 300
const TIMESTAMPED = 'x-webhook-signature'
const BODY_ONLY = 'x-hub-signature-256'
const IDS = ['x-webhook-id', 'x-github-delivery']

const textOf = (headers: Headers, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value.trim().slice(0, 500) : ''
}

/**
 * @returns what tells the delivery from others: its id, or its signature where it names none
 * @throws hook_refused, not_runnable when the secret can’t be read
 */
function checkSigned(secrets: readonly string[], headers: Headers, body: Uint8Array): string {
  const isTimestamped = textOf(headers, TIMESTAMPED) !== '' || textOf(headers, BODY_ONLY) === ''
  const protection = {
    auth: 'signature' as const,
    header_name: '',
    signature_header: isTimestamped ? TIMESTAMPED : BODY_ONLY,
    signature_format: isTimestamped ? ('timestamped' as const) : ('body' as const),
    tolerance_seconds: TOLERANCE_S,
  }
  let refused: unknown = new AppError('hook_refused')
  for (const secret of secrets)
    try {
      const signed = checkProtection(protection, secret, { headers, body, now: new Date() })
      const id = IDS.map((name) => textOf(headers, name)).find((one) => one !== '')
      return id === undefined ? `signature ${signed?.once ?? textOf(headers, BODY_ONLY)}` : `id ${id}`
    } catch (error) {
      refused = error
    }
  throw refused
}

const propertiesOf = (schema: unknown): JsonObject => {
  const properties = isObject(schema) ? (schema as JsonObject).properties : null
  return isObject(properties) ? (properties as JsonObject) : {}
}
const isFileInput = (schema: Json | undefined): boolean =>
  isObject(schema) && isObject(schema.properties) && 'file_id' in schema.properties

/** A file whose field is no input goes to the one that takes a file, where there is one alone. */
function renameFiles(files: Received['files'], schema: unknown): Received['files'] {
  const properties = propertiesOf(schema)
  const takers = Object.keys(properties).filter((name) => isFileInput(properties[name]))
  const [only] = takers
  if (takers.length !== 1 || only === undefined) return files
  return files.map((file) => (Object.hasOwn(properties, file.field) ? file : { ...file, field: only }))
}

async function inputOf(
  { files }: ReceiveDeps,
  { owner_id, input_schema }: store.ReceiverRow,
  body: Json | undefined,
  received: Received | null,
): Promise<JsonObject> {
  const given = body ?? {}
  if (!isObject(given) || Array.isArray(given))
    throw fieldError('body', 'Send a JSON object with the inputs of the service.')
  const whole = await storeFiles(files, owner_id, given as Json, renameFiles(received?.files ?? [], input_schema))
  const asInput = (value: Json): Json =>
    isObject(value) && typeof value.file_id === 'string' ? { file_id: value.file_id } : value
  return Object.fromEntries(Object.entries(whole as JsonObject).map(([name, value]) => [name, asInput(value)]))
}

async function startOnce(
  deps: ReceiveDeps,
  row: store.ReceiverRow,
  delivery: string,
  input: JsonObject,
): Promise<string | null> {
  const { role, owner_id, service_id } = row
  if (role === null) throw new AppError('not_runnable')
  const [run] = await deps.engine.startWith(async (tx) => {
    const held = await holdRun(deps, tx, { owner_id, role }, { service_id, input, trigger: 'webhook' })
    // Another request with this delivery was first: nothing of this one may be kept.
    if (!(await store.noteDelivered(tx, service_id, delivery, held.execution_id))) throw new Repeated()
    return [held]
  })
  return run ?? null
}

class Repeated extends Error {}

/** @throws not_found, hook_refused, too_many_requests, invalid_input, and whatever refuses a run */
export async function receive(
  deps: ReceiveDeps,
  token: string,
  arrived: { body: Json | undefined; received: Received | null; headers: Headers },
): Promise<Started> {
  const { db, ring, engine } = deps
  const row = await store.findReceiver(db, token)
  if (!row) throw new AppError('not_found')
  const { owner_id, service_id } = row
  const secrets = await openSigningSecrets(db, ring, { owner_id, service_id }).catch((cause: unknown) => {
    if (!(cause instanceof Unreadable)) throw cause
    throw new AppError('not_runnable', { message: 'The secret of this webhook can’t be read. Renew it.', cause })
  })
  const delivery = checkSigned(secrets, arrived.headers, arrived.received?.bytes ?? new Uint8Array())
  const before = await store.findDelivered(db, service_id, delivery)
  if (before === null)
    await enforceRateLimit(
      db,
      [rateLimitFor('service_hook', { key: service_id, shared: false }, AN_HOUR)],
      'This webhook has received many requests',
    )
  const started =
    before ??
    (await inputOf(deps, row, arrived.body, arrived.received)
      .then((input) => startOnce(deps, row, delivery, input))
      .catch((error: unknown) => {
        if (!(error instanceof Repeated)) throw error
        return store.findDelivered(db, service_id, delivery)
      }))
  if (started === null) throw new AppError('not_found')
  const { status } = await engine.result(started, 0)
  return { execution_id: ExecutionId.parse(started), status }
}
