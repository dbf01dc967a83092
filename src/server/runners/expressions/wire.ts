/** The messages between the server and a thread that evaluates expressions. Values are copied (structured clone). */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ItemsJob, SettingsJob } from '#graph/expressions/evaluator.ts'
import { type ExpressionCode, ExpressionError } from '#graph/expressions/expression-error.ts'

export type Job = { kind: 'settings'; job: SettingsJob } | { kind: 'items'; job: ItemsJob }

export interface WiredError {
  code: ExpressionCode
  message: string
  expression: string
  position: number | null
  field: string | null
}

export type Reply =
  | { kind: 'settings'; settings: JsonObject; failed: null }
  | { kind: 'items'; values: Json[]; failed: WiredError | null }
  | { kind: 'failed'; failed: WiredError }

export const wireError = ({ code, message, expression, position, field }: ExpressionError): WiredError => ({
  code,
  message,
  expression,
  position,
  field,
})

export const unwireError = ({ code, message, ...where }: WiredError): ExpressionError =>
  new ExpressionError(code, message, where)
