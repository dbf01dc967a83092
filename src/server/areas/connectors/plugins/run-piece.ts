/** Runs an action of a piece in its process, for a step, a tool of an agent or a direct call. */
import type { Action, PieceCall } from '#connectors/connector.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import {
  type CallName,
  FILE_MARK,
  type PieceAnswer,
  PieceFailure,
  type RunInfo,
  type RunPieceWork,
  type Work,
} from '#nodes/piece-work.ts'
import type { ActionAnswer, ActionCaller, ActionRequest, FilesPort, WrittenFile } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'
import type { CredentialParts } from '#server/areas/accounts/accounts.ts'
import type { Trees } from '#server/areas/connectors/packages/trees.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import type { Database } from '#server/platform/database/database.ts'
import { SECOND_MS } from '#shared/time.ts'
import { expireAccount, type OpenedAccount, openAccount } from './piece-account.ts'
import type { InstalledPiece, PieceApps } from './piece-apps.ts'
import { keyOfStore, type PieceStore, storeOfAction, valueOfStore } from './piece-store.ts'

export interface PieceParts {
  db: Database
  pieces: PieceApps
  processes: { run: RunPieceWork; retire(hash: string): void }
  trees: Trees
  credentials: CredentialParts
  files: FilesPort
  public_url: string
}

/** Counted while it works. */
export interface Sent {
  requests: number
  host: string | null
}

export const DEADLINE_MS = 60 * SECOND_MS
export const MOST_OUTPUT = 10_000_000
const MOST_FILE_BYTES = 25_000_000
const MOST_FILES = 20

const FILE_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const failed = (code: string, message: string): NodeError => new NodeError(code, message)

interface Answering {
  holder: UserId | null
  caller: ActionCaller
  written: Map<string, WrittenFile>
  store: PieceStore
}

/** What a piece asks for while it works. Everything it says is data of a stranger. */
const answerer =
  ({ files }: PieceParts, { caller, written, store }: Answering) =>
  async (name: CallName, args: Record<string, unknown>): Promise<unknown> => {
    if (name === 'files.write') {
      if (written.size >= MOST_FILES) throw failed('files_too_many', `A piece writes at most ${MOST_FILES} files.`)
      const bytes = Buffer.from(String(args.base64 ?? ''), 'base64')
      if (bytes.length > MOST_FILE_BYTES) throw failed('file_too_large', 'The file is too large.')
      const file = {
        name:
          String(args.name ?? 'file')
            .replace(/[\\/\p{Cc}]/gu, '_')
            .slice(0, 200) || 'file',
        mime: '',
        bytes,
      }
      const key = `${caller.idempotency_key}:file:${written.size}`
      const kept = await files.write(file, { owner: caller.who.owner }, key)
      written.set(kept.file_id, kept)
      return kept.file_id
    }
    const key = keyOfStore(args.key)
    const scope = args.scope === 'FLOW' ? 'own' : 'shared'
    if (name === 'store.get') return store.get(scope, key)
    if (name === 'store.delete') return store.put(scope, key, null)
    await store.put(scope, key, valueOfStore(args.value))
    return args.value ?? null
  }

const isFileSchema = (schema: unknown): boolean => (schema as { 'x-file'?: unknown } | null)?.['x-file'] === true

/** Files of the input with their bytes. @throws NodeError `input_invalid`, `file_not_found` */
async function withFiles(
  { files }: PieceParts,
  schema: JsonObject,
  input: JsonObject,
  caller: ActionCaller,
): Promise<JsonObject> {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>
  const changed: JsonObject = {}
  for (const [name, value] of Object.entries(input)) {
    const property = properties[name]
    const items = property?.items as JsonObject | undefined
    if (isFileSchema(property) && value !== null) changed[name] = await fileOf(files, name, value, caller)
    else if (items?.properties && Array.isArray(value))
      changed[name] = await Promise.all(
        value.map((entry) =>
          typeof entry === 'object' && entry !== null && !Array.isArray(entry)
            ? withFiles({ files } as PieceParts, items, entry, caller)
            : entry,
        ),
      )
    else changed[name] = value
  }
  return changed
}

async function fileOf(
  files: FilesPort,
  name: string,
  value: Json,
  { who, execution_id }: ActionCaller,
): Promise<JsonObject> {
  const id = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.file_id : value
  if (typeof id !== 'string' || !FILE_ID.test(id))
    throw new NodeError('input_invalid', 'Expected a file', { field: `input.${name}` })
  const file = await files.open(id, { owner: who.owner, execution_id })
  return { name: file.name, mime: file.mime, base64: Buffer.from(await file.read()).toString('base64') }
}

/** Files that were written, in the place of what stands for them. */
export function withWritten(value: Json, written: ReadonlyMap<string, WrittenFile>): Json {
  if (typeof value === 'string') {
    const file = value.startsWith(FILE_MARK) ? written.get(value.slice(FILE_MARK.length)) : undefined
    return file ? { ...file } : value
  }
  if (Array.isArray(value)) return value.map((one) => withWritten(one, written))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withWritten(inner, written)]))
}

/** Errors of connections, when nothing was refused: the client of the piece does not come the way out. */
const NOT_CONNECTED = /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED/

const RETRYABLE = /^(?:ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|UND_ERR_\w+|HTTP_429|HTTP_5\d\d)$/

function reasonOf(said: string): string {
  try {
    const found = JSON.parse(said) as Record<string, unknown>
    const reason = found.message ?? found.error_description ?? found.error ?? found.detail
    return typeof reason === 'string' ? reason : said
  } catch {
    return said
  }
}

/** What a piece threw, as the person is told. @param clean takes secrets out */
export function asNodeError(
  error: unknown,
  name: string,
  action: Pick<Action, 'effect'>,
  clean: (text: string) => string,
): unknown {
  if (!(error instanceof PieceFailure)) return error
  const { code, refused } = error
  const message = brief(clean(reasonOf(error.message)), 300)
  const retryable = action.effect === 'read' && RETRYABLE.test(code)
  if (refused.length > 0) return new NodeError('host_refused', clean(`${name}: ${refused.join(' ')}`))
  if (code === 'PIECE_UNSUPPORTED') return new NodeError('piece_unsupported', message)
  if (code === 'HTTP_401' || code === 'HTTP_403')
    return new NodeError('app_refused', `${name} does not allow this to the account (${code.slice(5)}): ${message}`, {
      field: 'credential',
    })
  if (/^HTTP_[45]/.test(code))
    return new NodeError(
      code < 'HTTP_5' ? 'app_refused' : 'app_unavailable',
      `${name} refused it (${code.slice(5)}): ${message}`,
      {
        retryable,
      },
    )
  if (NOT_CONNECTED.test(code))
    return new NodeError(
      'app_unavailable',
      `${name} could not connect: ${message}. A piece that does not use the connections of Node can’t connect at all.`,
    )
  return new NodeError('app_refused', `${name}: ${message}`, { retryable })
}

export interface RunningPiece {
  plugin: string
  action: Action
  call: PieceCall
  request: Pick<ActionRequest, 'input' | 'credential'>
  caller: ActionCaller
  holder: UserId | null
  signal: AbortSignal
}

const infoOf = ({ public_url }: PieceParts, { execution_id, idempotency_key }: ActionCaller): RunInfo => ({
  run: execution_id ?? idempotency_key,
  step: 'step',
  workflow: execution_id ?? 'direct',
  public_url,
})

export interface WorkPlace {
  folder: string
  package: string
  auth: OpenedAccount['auth'] | null
  info: RunInfo
}

/** One piece of work in the process of this piece and this person. */
export async function workOf(
  parts: PieceParts,
  piece: InstalledPiece,
  of: Answering & { signal: AbortSignal; deadline_ms: number; account: OpenedAccount | null },
  work: (at: WorkPlace) => Work,
): Promise<PieceAnswer> {
  const { account, caller, holder, signal, deadline_ms } = of
  const at = { folder: await parts.trees.open(piece.hash), package: piece.package }
  return parts.processes.run({
    work: work({ ...at, auth: account?.auth ?? null, info: infoOf(parts, caller) }),
    hash: piece.hash,
    owner: holder ?? 'visitor',
    hosts: { hosts: piece.head.hosts, entered: account?.entered ?? [] },
    answer: answerer(parts, of),
    signal,
    deadline_ms,
  })
}

async function attempt(
  parts: PieceParts,
  piece: InstalledPiece,
  running: RunningPiece,
  account: OpenedAccount | null,
  sent: Sent,
): Promise<ActionAnswer> {
  const { action, call, request, caller, holder, signal } = running
  const clean = createRedactor(account?.secrets ?? [])
  const written = new Map<string, WrittenFile>()
  const input = await withFiles(parts, action.input, request.input, caller)
  const store = storeOfAction(parts.db, { owner: holder, plugin: piece.id, execution: caller.execution_id })
  const of = { holder, caller, written, store, signal, deadline_ms: DEADLINE_MS, account }
  const note = (connected: readonly string[]) => {
    sent.requests = Math.max(1, connected.length)
    sent.host = connected[0] ?? null
  }
  try {
    const answer = await workOf(parts, piece, of, (at) => ({ type: 'run', action: call.action, input, ...at }))
    note(answer.connected)
    const output = (answer.value ?? null) as Json
    if (JSON.stringify(output).length > MOST_OUTPUT)
      throw new NodeError('piece_too_large', 'The answer of the piece is too large.')
    return { type: 'answer', output: withWritten(clean.json(output), written) }
  } catch (error) {
    if (error instanceof PieceFailure) note(error.connected)
    else sent.requests = 1
    throw asNodeError(error, piece.head.name, action, clean.text)
  }
}

/**
 * @throws NodeError `plugin_disabled`, `app_not_found`, `plugin_changed`, `plugin_missing`, `plugins_unsafe`, `host_refused`, `piece_*`, `app_*`,
 * `input_invalid`, `file_*`, `credential_*`, `runner_*`
 */
export async function runPiece(parts: PieceParts, running: RunningPiece, sent: Sent): Promise<ActionAnswer> {
  const { db, credentials, pieces } = parts
  const { plugin, action, request, caller } = running
  const piece = await pieces.open(plugin)
  const open = () =>
    request.credential === null ? null : openAccount(db, credentials, piece.head, request.credential, caller.who)
  const account = await open()
  try {
    return await attempt(parts, piece, running, account, sent)
  } catch (error) {
    // A read that was refused for its token is asked once more with a new one.
    const isRefused = error instanceof NodeError && error.code === 'app_refused' && error.field === 'credential'
    if (!isRefused || action.effect !== 'read' || !account || request.credential === null) throw error
    if (!(await expireAccount(db, credentials, account, request.credential))) throw error
    return attempt(parts, piece, running, await open(), sent)
  }
}
