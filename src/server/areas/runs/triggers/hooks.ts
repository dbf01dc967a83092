/** Webhooks of workflows: from an address to a run. */
import { AppError } from '#contract/core/errors.ts'
import type { Json, JsonObject, UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunAs } from '#nodes/ports.ts'
import { webhookTrigger } from '#nodes/types/triggers/webhook-trigger.ts'
import type { RunRequest } from '#server/areas/runs/executions/start.ts'
import { findHook, ownerEdits, versionOfDraft, versionToStart } from '#server/areas/workflows/workflows.ts'
import { createCache, createClockEpoch, createUncached } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { checkProtection, type Headers, secretHeader } from './hook-auth.ts'
import { noteSignature } from './keys.store.ts'

type Settings = ReturnType<typeof webhookTrigger.config.parse>

/** A request as it came. */
export interface Call {
  method: string
  input: { body: Json; query: Json; headers: Json }
  /** The body to the byte. */
  bytes: Uint8Array
}

export interface Hook {
  trigger_id: string
  owner: UserId
  settings: Settings
  version: WorkflowVersionId
  /** Ids of the steps that may answer in their own words. */
  responders: readonly string[]
}

/** Opens a stored secret. @throws NodeError */
export type OpenSecret = (credential: string, who: RunAs) => Promise<{ fields: Record<string, string> }>

export interface HookAddress {
  token: string
  /** The draft runs; otherwise the published version, and where none ever was the newest one, or the draft where there is none yet. */
  test: boolean
}

export interface Hooks {
  /** @throws not_found (also for another method than the workflow takes, and for a paused one), not_runnable */
  checkAddress(address: HookAddress, method: string): Promise<void>
  /**
   * The workflow behind an address.
   * @throws as `checkAddress`
   */
  find(address: HookAddress, method: string): Promise<Hook>
  /** @throws hook_refused, hook_replayed, not_runnable when the secret is gone */
  admit(hook: Hook, call: Call): Promise<void>
}

/** What a workflow is given of a request: all but its secret. */
export function hookInput({ settings }: Pick<Hook, 'settings'>, { input }: Call): JsonObject {
  const secret = secretHeader(settings)
  if (secret === null || typeof input.headers !== 'object' || input.headers === null) return input
  const { [secret]: _, ...headers } = input.headers as JsonObject
  return { ...input, headers }
}

/** The caller's key, null when the workflow asks for none or the request has none. @throws not_runnable when it cannot be found out */
export async function evaluateSameKey(
  { settings }: Pick<Hook, 'settings'>,
  input: JsonObject,
  evaluator: Evaluator,
): Promise<string | null> {
  if (settings.dedupe === undefined) return null
  try {
    const { values, failed } = await evaluator.items({ source: settings.dedupe, items: [input], from: 0, input })
    if (failed) throw failed
    const [key] = values
    return key === undefined || key === null || key === '' ? null : canonicalJson(key)
  } catch (cause) {
    if (!(cause instanceof ExpressionError || cause instanceof NodeError)) throw cause
    throw new AppError('not_runnable', { message: `“Same request” can’t be evaluated: ${cause.message}`, cause })
  }
}

export const hookStartRequest = ({ owner, version }: Pick<Hook, 'owner' | 'version'>, input: Json): RunRequest => ({
  workflow_version_id: version,
  input,
  trigger: 'webhook',
  priority: 'normal',
  owner: { user_id: owner },
  agent_id: null,
  agent_version_id: null,
  service_id: null,
  run_token_hash: null,
  mode: 'now',
})

/** Kept before version 2 of the node, they may name a secret that could not be stored. */
const presentSettings = (config: unknown): unknown =>
  typeof config === 'object' && config !== null ? webhookTrigger.migrate?.(config as JsonObject, 1) : config

interface Options {
  /** How long after a change an address may still run what was there before. */
  fresh_ms: number
  open: OpenSecret
}

export function createHooks(db: Database, { fresh_ms, open }: Options): Hooks {
  const find = (token: string) => findHook(db, 'token', token)
  const tokens =
    fresh_ms === 0 ? createUncached(find) : createCache(find, { epoch: createClockEpoch(fresh_ms), lag_ms: 0 })
  const findRow = async ({ token, test }: HookAddress, method: string) => {
    const row = test ? await findHook(db, 'test_token', token) : await tokens.get(token)
    if (!row) throw new AppError('not_found')
    const settings = webhookTrigger.config.safeParse(presentSettings(row.config))
    if (!settings.success) throw new AppError('not_runnable')
    if (settings.data.method !== method) throw new AppError('not_found')
    return { row, settings: settings.data }
  }
  return {
    async checkAddress(address, method) {
      await findRow(address, method)
    },
    async find(address, method) {
      const { row, settings } = await findRow(address, method)
      const published = address.test ? null : row.version_id
      const version =
        published ??
        (address.test
          ? await versionOfDraft(db, ownerEdits(row.owner_id), row.workflow_id)
          : await versionToStart(db, row.owner_id, row.workflow_id))
      const responders = published ? row.responders : row.draft_responders
      return { trigger_id: row.trigger_id, owner: row.owner_id, settings, version, responders }
    },
    async admit(hook, { input, bytes }) {
      const { settings } = hook
      if (settings.auth === 'none') return
      const secret = await secretOf(open, hook)
      const call = { headers: input.headers as Headers, body: bytes, now: new Date() }
      const once = checkProtection(settings, secret, call)
      if (once && !(await noteSignature(db, hook.trigger_id, once.once, once.for_s)))
        throw new AppError('hook_replayed')
    },
  }
}

/** @throws not_runnable */
async function secretOf(open: OpenSecret, { settings, owner }: Hook): Promise<string> {
  const gone = (cause?: unknown) =>
    new AppError('not_runnable', { message: 'This webhook needs a stored secret, but none is set.', cause })
  if (settings.credential === undefined) throw gone()
  try {
    const { fields } = await open(settings.credential, { owner: { user_id: owner }, author: null, version: null })
    const secret = fields.secret ?? fields.value ?? fields.token ?? ''
    if (secret === '') throw gone()
    return secret
  } catch (cause) {
    if (cause instanceof NodeError) throw gone(cause)
    throw cause
  }
}
