/** Settings that several nodes share. `.meta({expression})` says how a text is read: see `graph/values/raw-fields.ts`. */
import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { NodeError } from './node.ts'

/** Of a setting that is a choice of several: more than there are of any, because documents of old may name one twice. */
export const MOST_CHOICES = 100

/** Any value; left out, the node's input is taken. */
export const value = (title: string, help: string) =>
  Json.optional().describe(help).meta({ title, widget: 'expression', placeholder: '{{ $input }}' })

/** JSONata without braces, evaluated by the node once per item, where `$` is the item, `$index` its place and `$input` the node's input. */
export const perItem = (title: string, help: string) =>
  z
    .string()
    .min(1, 'Write an expression, for example: price > 100')
    .superRefine((source, context) => {
      try {
        const [outer] = compileExpression(source).references
        if (outer === undefined) return
        context.addIssue({ code: 'custom', message: `$nodes.${outer} cannot be read per item; use $input or $item` })
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        const at = error.position === null ? '' : ` (at character ${error.position})`
        context.addIssue({ code: 'custom', message: `${error.message}${at}` })
      }
    })
    .describe(help)
    .meta({ title, widget: 'expression', expression: 'per_item' })

/** A list from a setting or, when it is left out, from the input. @throws NodeError `not_a_list` */
export function listFrom(given: Json | undefined, input: Json, field: string): Json[] {
  const list = given === undefined ? input : given
  if (Array.isArray(list)) return list
  if (list === null) return []
  throw new NodeError('not_a_list', `Expected a list, got ${kindOf(list)}`, { field })
}

/** What a value is, in words. */
export function kindOf(found: Json): string {
  if (found === null) return 'nothing'
  if (Array.isArray(found)) return 'a list'
  return typeof found === 'object' ? 'an object' : `a ${typeof found === 'string' ? 'text' : typeof found}`
}

/** Shortens a setting for a card. */
export const brief = (text: unknown, most = 40): string => {
  const line = (typeof text === 'string' ? text : (JSON.stringify(text) ?? '')).replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
