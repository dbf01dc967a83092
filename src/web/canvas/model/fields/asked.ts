/** What is told to an app that is asked for the choices of a field. Pure. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { hasExpression } from '#graph/expressions/template.ts'
import type { Asks } from './field-model.ts'

/** Whether an app can be asked for choices: pieces, and the apps of the catalogue. Documents and servers of a person can’t. */
export const canBeAsked = (app: string): boolean => !/^(?:api|mcp)-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(app)

/** Whether a value is known before the workflow runs. */
export function isFixed(value: Json | undefined): boolean {
  if (typeof value === 'string') return !hasExpression(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isFixed)
}

/** What is filled in and known; what an expression gives is known when it runs. */
export const fixedInput = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => isFixed(value)))

const own = (input: JsonObject, key: string): Json | undefined => (Object.hasOwn(input, key) ? input[key] : undefined)

/** The properties that decide the answer and are expressions: there is nothing to ask with. */
export const unknownDependencies = ({ dependsOn }: Asks, input: JsonObject): string[] =>
  dependsOn.filter((key) => !isFixed(own(input, key)))

/** Changes whenever the answer may be another one. */
export const answerKey = ({ dependsOn }: Asks, input: JsonObject): string =>
  JSON.stringify(dependsOn.map((key) => own(input, key) ?? null))
