/** What a tool takes: told as JSON Schema, and held to it. */
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/primitives.ts'
import { problemsOf } from './validate.ts'

export function schemaOfArguments(schema: z.ZodType): JsonObject {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return shown as JsonObject
}

/** @throws AppError invalid_input with one problem per field */
export function argumentsOf<Schema extends z.ZodType>(schema: Schema, args: JsonObject): z.output<Schema> {
  const parsed = schema.safeParse(args)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', { problems: problemsOf(parsed.error) })
}
