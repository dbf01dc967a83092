/** What can be chosen for a field of an action, and the fields that depend on others: asked of the app, with the person's account. */
import { z } from 'zod'
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import type { PieceProperty } from '#connectors/pieces/description.ts'
import { PropertyList } from '#connectors/pieces/description.ts'
import { objectSchema } from '#connectors/pieces/read-piece.ts'
import { PLUGINS } from '#contract/connectors/plugin-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { Json, type JsonObject, type UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { PieceFailure } from '#nodes/piece-work.ts'
import type { RunningActions } from '#server/areas/connectors/apps/apps.policy.ts'
import { openAccount } from '#server/areas/connectors/plugins/piece-account.ts'
import { type InstalledPiece, isPieceId } from '#server/areas/connectors/plugins/piece-apps.ts'
import { storeOfAction } from '#server/areas/connectors/plugins/piece-store.ts'
import { type PieceParts, workOf } from '#server/areas/connectors/plugins/run-piece.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { directCaller } from './direct-caller.ts'
import { type ListingParts, listOptions } from './listed-options.ts'

export interface AskedOptions {
  integration: string
  /** Of an action, or of a trigger. */
  of: 'action' | 'trigger'
  action: string
  property: string
  input: JsonObject
  account: string | null
  search_term: string
}

export interface FoundOptions {
  options: { label: string; value: Json }[]
  schema: JsonObject | null
  message: string | null
}

const ASKS_AN_HOUR = 3600
const DEADLINE_MS = 30_000
/** Characters of all that can be chosen, as JSON. */
const MOST_CHARS = 1_000_000

const Options = z.object({
  options: z.array(z.object({ label: z.string().optional(), value: Json })).catch([]),
  placeholder: z.string().optional().catch(undefined),
  disabled: z.boolean().optional().catch(undefined),
})

/** A piece may answer 40 MB: no more than can be shown is looked at. @throws NodeError `piece_too_large` */
function bounded(value: unknown): Json {
  const { options } = (value ?? {}) as { options?: unknown }
  const shown = Array.isArray(options) ? { ...(value as object), options: options.slice(0, PLUGINS.options) } : value
  if (JSON.stringify(shown ?? null).length > MOST_CHARS)
    throw new NodeError('piece_too_large', 'The piece answered with too much to choose from.')
  return (shown ?? null) as Json
}

function read(value: unknown, what: 'options' | 'fields'): FoundOptions {
  if (what === 'fields') {
    const { properties } = z.object({ properties: PropertyList }).parse(value)
    return { options: [], schema: objectSchema(properties as PieceProperty[]), message: null }
  }
  const { options, placeholder, disabled } = Options.parse(value ?? {})
  const shown = options.map((one) => ({
    label: (one.label ?? String(one.value)).slice(0, 300),
    value: one.value,
  }))
  return {
    options: shown,
    schema: null,
    message: disabled || shown.length === 0 ? (placeholder?.slice(0, 300) ?? null) : null,
  }
}

/** What an action or a trigger is given, and the name that the piece has for it. */
function findAsked({ actions, head }: InstalledPiece, { of, action: id }: AskedOptions) {
  if (of === 'trigger') {
    const trigger = head.triggers?.find((one) => one.id === id)
    return trigger && isPieceTrigger(trigger) ? { input: trigger.input, name: trigger.piece.trigger } : null
  }
  const found = actions.find((one) => one.id === id)
  return found?.call.type === 'piece' ? { input: found.input, name: found.call.action } : null
}

async function find({ pieces }: PieceParts, asked: AskedOptions) {
  const { integration, property } = asked
  const piece = await pieces.open(integration).catch((error: unknown) => {
    throw error instanceof NodeError ? new AppError('not_found', { message: error.message }) : error
  })
  const found = findAsked(piece, asked)
  if (!found) throw new AppError('not_found')
  const schema = (found.input.properties as Record<string, JsonObject> | undefined)?.[property]
  const what = schema?.['x-fields'] ? 'fields' : schema?.['x-options'] ? 'options' : null
  if (what === null) throw fieldError('property', 'This property has no choices to load')
  return { piece, name: found.name, what } as const
}

/** @throws not_found, invalid_input, options_unavailable with what the app said, too_many_requests */
export async function findOptions(
  { plugins: parts, ...listing }: ListingParts & { plugins: PieceParts },
  { on: owner }: RunningActions,
  asked: AskedOptions,
  signal: AbortSignal,
): Promise<FoundOptions> {
  const { db, credentials } = parts
  await enforceRateLimit(db, [rateLimitFor('action-options', { key: owner, shared: false }, ASKS_AN_HOUR)])
  if (!isPieceId(asked.integration)) return listOptions(listing, owner as UserId, asked, signal)
  const { piece, name, what } = await find(parts, asked)
  const caller = directCaller(owner as UserId)
  let clean = createRedactor([])
  try {
    const account =
      asked.account === null ? null : await openAccount(db, credentials, piece.head, asked.account, caller.who)
    clean = createRedactor(account?.secrets ?? [])
    const of = {
      holder: owner,
      caller,
      written: new Map(),
      store: storeOfAction(db, { owner: owner as UserId, plugin: piece.id, execution: null }),
      signal,
      deadline_ms: DEADLINE_MS,
      account,
    }
    const { value } = await workOf(parts, piece, of, (at) => ({
      type: 'options',
      ...{ of: asked.of, action: name, property: asked.property, input: asked.input, search: asked.search_term },
      ...at,
    }))
    return read(clean.json(bounded(value)), what)
  } catch (error) {
    if (error instanceof AppError) throw error
    const why = error instanceof PieceFailure ? [...error.refused, error.message].join(' ') : null
    if (why === null && !(error instanceof NodeError) && !(error instanceof z.ZodError)) throw error
    const message = why ?? (error instanceof NodeError ? error.message : 'The piece answered with something else.')
    throw new AppError('options_unavailable', { message: clean.text(message).slice(0, 500), cause: error })
  }
}
