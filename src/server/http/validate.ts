/** Input against the schemas of an endpoint: refusals name every field by its dotted path. */
import { z } from 'zod'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import type { Problem } from '#contract/envelope.ts'
import { AppError } from '#contract/errors.ts'
import { checkText } from './json.ts'

const MOST_PROBLEMS = 20

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

/** A union refuses with the reasons of the member that came furthest. */
function leaves(issue: z.core.$ZodIssue, base: PropertyKey[] = []): { path: PropertyKey[]; message: string }[] {
  const path = [...base, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (issues: z.core.$ZodIssue[]) => Math.max(0, ...issues.map((one) => one.path.length))
    const [best = []] = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)
    if (best.length > 0) return best.flatMap((one) => leaves(one, path))
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'This field is not known here' }))
  return [{ path, message: issue.message }]
}

/** One problem per field. */
export function problemsOf(error: z.ZodError): Problem[] {
  return error.issues
    .flatMap((issue) => leaves(issue))
    .slice(0, MOST_PROBLEMS)
    .map(({ path, message }) => ({
      message,
      ...(path.length > 0 ? { field: path.map(String).join('.').slice(0, 200).toWellFormed() } : {}),
      code: 'invalid_input',
    }))
}

function checkStrings(part: unknown): void {
  for (const [field, value] of Object.entries((part ?? {}) as Record<string, unknown>))
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string') checkText(text, field.toWellFormed().slice(0, 200))
}

/** @throws AppError invalid_input with one problem per field */
export function validate(definition: EndpointDefinition, raw: RawInput): Record<string, unknown> {
  checkStrings(raw.params)
  checkStrings(raw.query)
  const input: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = definition[part]
    if (schema === undefined) continue
    // A missing body is reported by its fields, not as "expected object".
    const value = part === 'body' && raw.body === undefined && schema instanceof z.ZodObject ? {} : raw[part]
    const parsed = schema.safeParse(value)
    if (parsed.success) input[part] = parsed.data
    else problems.push(...problemsOf(parsed.error))
  }
  if (problems.length > 0) throw new AppError('invalid_input', { problems })
  return input
}
