/** The building bricks every contract file shares: branded ids, times, money, pages and JSON. */
import { z } from 'zod'

/** Any JSON value. On the wire absent is `null`, never `undefined`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }
export const Json: z.ZodType<Json> = z.json()
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), Json)

const id = <const B extends string>(brand: B) => z.uuid().brand(brand)
export const UserId = id('UserId')
export const AgentId = id('AgentId')
export const AgentVersionId = id('AgentVersionId')
export const WorkflowId = id('WorkflowId')
export const WorkflowVersionId = id('WorkflowVersionId')
export const ExecutionId = id('ExecutionId')
export const ServiceId = id('ServiceId')
export const FileId = id('FileId')
export type UserId = z.infer<typeof UserId>
export type AgentId = z.infer<typeof AgentId>
export type AgentVersionId = z.infer<typeof AgentVersionId>
export type WorkflowId = z.infer<typeof WorkflowId>
export type WorkflowVersionId = z.infer<typeof WorkflowVersionId>
export type ExecutionId = z.infer<typeof ExecutionId>
export type ServiceId = z.infer<typeof ServiceId>
export type FileId = z.infer<typeof FileId>

/** An agent or a category is also addressed by its slug. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'Use lower-case letters, digits and single dashes')

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

/** The shape every list but agents answers. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number().int(), limit: z.number().int(), offset: z.number().int() })
