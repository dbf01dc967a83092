/** A sum as a setting of a node. */
import { z } from 'zod'
import { NodeError } from '#nodes/node.ts'
import { parseMoney } from './money.ts'

/** A number is whole paise; a text is rupees as written. */
export const Paise = (title: string, help: string) =>
  z
    .union([z.number(), z.string().max(100)])
    .describe(help)
    .meta({ title, widget: 'expression' })

/** @throws NodeError `not_a_sum` */
export function paiseFrom(given: number | string, field: string): number {
  const paise = typeof given === 'number' ? given : parseMoney(given)?.paise
  if (paise !== undefined && Number.isSafeInteger(paise)) return paise
  const shown = typeof given === 'string' ? `“${given.slice(0, 60)}”` : String(given)
  throw new NodeError('not_a_sum', `Expected whole paise or a sum such as ₹1,234.50, got ${shown}`, { field })
}
