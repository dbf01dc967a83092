import { z } from 'zod'
import type { EndpointDefinition } from '#contract/endpoint.ts'

/** The data as the contract promises it: what the schema does not name is left out. @throws Error when it does not fit */
export function checked(name: string, definition: EndpointDefinition, data: unknown): unknown {
  const parsed = definition.returns.safeParse(data)
  if (parsed.success) return parsed.data
  throw new Error(`The answer of ${name} does not fit its contract: ${z.prettifyError(parsed.error)}`)
}
