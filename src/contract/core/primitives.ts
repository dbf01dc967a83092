/** The building bricks every contract file shares: branded ids, times, money, pages and JSON. */
import { z } from 'zod'
import { JsonText } from './json-text.ts'

/** Any JSON value. On the wire absent is `null`, never `undefined`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const MOST_VALUES = 20_000_000

/** Walks without recursion and copies nothing: outputs may be megabytes, and are checked on every answer. */
function isJson(root: unknown): root is Json {
  const stack: unknown[] = [root]
  let seen = 0
  while (stack.length > 0) {
    const value = stack.pop()
    // Only a value that holds itself comes this far.
    if (++seen > MOST_VALUES) return false
    if (value === null || typeof value === 'string' || typeof value === 'boolean') continue
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return false
    } else if (Array.isArray(value)) for (const item of value) stack.push(item)
    else if (value instanceof JsonText) continue
    else if (isPlain(value)) {
      // A key whose value is undefined is left out on the wire.
      for (const key in value) if (value[key] !== undefined) stack.push(value[key])
    } else return false
  }
  return true
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export const Json: z.ZodType<Json> = z.custom<Json>(isJson, 'Expected JSON').meta({ id: 'Json' })
export const JsonObject: z.ZodType<JsonObject> = z
  .custom<JsonObject>(
    (value) => value instanceof JsonText || (isPlain(value) && isJson(value)),
    'Expected a JSON object',
  )
  .meta({ id: 'JsonObject', type: 'object', additionalProperties: true })

/**
 * An object whose keys the caller names, `most` of them. They are counted before any is looked at: each could be a problem of its own,
 * and a body has room for a hundred thousand.
 */
export const recordOf = <Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
  most: number,
) =>
  z
    .preprocess(
      (given, context) => {
        if (isPlain(given) && Object.keys(given).length > most)
          context.addIssue({ code: 'custom', message: `Send at most ${most} entries` })
        return given
      },
      z.record(key as Key & z.core.$ZodRecordKey, value),
    )
    .meta({ maxProperties: most }) as unknown as z.ZodType<
    Record<z.output<Key>, z.output<Value>>,
    Record<z.input<Key>, z.input<Value>>
  >

const id = <const B extends string>(brand: B) => z.uuid().brand(brand)
export const UserId = id('UserId')
export const AgentId = id('AgentId')
export const AgentVersionId = id('AgentVersionId')
export const WorkflowId = id('WorkflowId')
export const WorkflowVersionId = id('WorkflowVersionId')
export const ExecutionId = id('ExecutionId')
export const SupportViewId = id('SupportViewId')
export const ServiceId = id('ServiceId')
export const FileId = id('FileId')
export type UserId = z.infer<typeof UserId>
export type AgentId = z.infer<typeof AgentId>
export type AgentVersionId = z.infer<typeof AgentVersionId>
export type WorkflowId = z.infer<typeof WorkflowId>
export type WorkflowVersionId = z.infer<typeof WorkflowVersionId>
export type ExecutionId = z.infer<typeof ExecutionId>
export type SupportViewId = z.infer<typeof SupportViewId>
export type ServiceId = z.infer<typeof ServiceId>
export type FileId = z.infer<typeof FileId>

/** An agent or a category is also addressed by its slug. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'Use lower-case letters, digits and single hyphens')

/** ISO 8601 in UTC with milliseconds: `2026-01-31T09:30:00.000Z`. */
export const Timestamp = z.iso.datetime()

/** Whole paise (1/100 rupee), never a fraction. */
export const Paise = z.number().int()
export const Currency = z.literal('INR')

/** `limit`/`offset` query of every list but agents. */
export const listQuery = (defaultLimit: number, maxLimit = 100) => ({
  limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/** The query of a list of at most `most` entries: without one it comes whole. */
export const wholeList = (most = 1000) => z.object(listQuery(most, most))

/** Where a page lies in its list. */
export const page = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() }

/** The shape every list but agents answers. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), ...page })

/** A number that a person enters; anything else is refused with both ends. */
export function wholeNumber(least: number, most: number) {
  const problem = `Enter a whole number from ${least} to ${most.toLocaleString('en')}`
  return z.number(problem).int(problem).min(least, problem).max(most, problem)
}
