/** What a tool takes: told as JSON Schema, and held to it. */
import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import { parseInput } from '#contract/core/parse-input.ts'
import type { JsonObject } from '#contract/core/primitives.ts'

export function schemaOfArguments(schema: z.ZodType): JsonObject {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return shown as JsonObject
}

/** @throws AppError invalid_input with one problem per field */
export function argumentsOf<Schema extends z.ZodType>(schema: Schema, args: JsonObject): z.output<Schema> {
  const { data, problems } = parseInput(schema, args)
  if (problems === null) return data
  throw new AppError('invalid_input', { problems })
}
