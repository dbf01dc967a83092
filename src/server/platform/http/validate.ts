/** Input against the schemas of an endpoint: refusals name every field by its dotted path. */
import { z } from 'zod'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import type { Problem } from '#contract/core/envelope.ts'
import { AppError } from '#contract/core/errors.ts'
import { parseInput } from '#contract/core/parse-input.ts'
import { checkText } from './json.ts'

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

type Schemas = { [Part in keyof RawInput]?: EndpointDefinition[Part] | undefined }

function checkStrings(part: unknown): void {
  for (const [field, value] of Object.entries((part ?? {}) as Record<string, unknown>))
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string') checkText(text, field.toWellFormed().slice(0, 200))
}

/** @throws AppError invalid_input with one problem per field */
export const validateParams = (
  { params }: Pick<EndpointDefinition, 'params'>,
  raw: Pick<RawInput, 'params'>,
): unknown => validateParts({ params }, { params: raw.params, query: undefined, body: undefined }).params

/** @throws AppError invalid_input with one problem per field */
export const validate = (definition: EndpointDefinition, raw: RawInput): Record<string, unknown> =>
  validateParts(definition, raw)

function validateParts(definition: Schemas, raw: RawInput): Record<string, unknown> {
  checkStrings(raw.params)
  checkStrings(raw.query)
  const input: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = definition[part]
    if (schema === undefined) continue
    // A missing body is reported by its fields, not as "expected object".
    const value = part === 'body' && raw.body === undefined && schema instanceof z.ZodObject ? {} : raw[part]
    const parsed = parseInput(schema, value)
    if (parsed.problems === null) input[part] = parsed.data
    else problems.push(...parsed.problems)
  }
  if (problems.length > 0) throw new AppError('invalid_input', { problems })
  return input
}
