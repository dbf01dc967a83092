import { z } from 'zod'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { JsonText } from '#contract/core/json-text.ts'

/**
 * The data as the contract promises it: what the schema does not name is left out. A written text was checked when it was written.
 * @throws Error when it does not fit
 */
export function checkAnswer(name: string, definition: EndpointDefinition, data: unknown): unknown {
  if (data instanceof JsonText) return data
  const parsed = definition.returns.safeParse(data)
  if (parsed.success) return parsed.data
  throw new Error(`The answer of ${name} does not fit its contract: ${z.prettifyError(parsed.error)}`)
}
