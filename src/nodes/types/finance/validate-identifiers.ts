import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import {
  checkIdentifier,
  detectIdentifier,
  findIdentifiers,
  IDENTIFIERS,
  type IdentifierType,
  maskIdentifier,
  normaliseIdentifier,
} from '#contract/india/identifiers.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const MOST = 5_000
const LONGEST_SINGLE = 120

const Result = z.object({
  /** As given; of an Aadhaar number the last four digits alone. */
  value: z.string(),
  type: z.enum(IDENTIFIERS).nullable(),
  valid: z.boolean(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.string()),
})

interface Asked {
  type: IdentifierType | null
  value: string
}

const isType = (name: Json | undefined): name is IdentifierType => IDENTIFIERS.some((type) => type === name)

/** @throws NodeError `not_identifiers` */
function askedFrom(given: Json, type: IdentifierType | null): Asked[] {
  if (given === null) return []
  if (typeof given === 'number') return askedFrom(String(given), type)
  if (typeof given === 'string') {
    const text = given.trim()
    if (text === '') return []
    const single = type !== null || detectIdentifier(text) !== null || !/\s/.test(text)
    if (single && text.length <= LONGEST_SINGLE) return [{ type: type ?? detectIdentifier(text), value: text }]
    return findIdentifiers(text.slice(0, 2_000_000)).filter((found) => type === null || found.type === type)
  }
  if (Array.isArray(given)) return given.slice(0, MOST + 1).flatMap((one) => askedFrom(one, type))
  if (isObject(given) && typeof given.value === 'string')
    return [
      {
        type: isType(given.type) ? given.type : (type ?? detectIdentifier(given.value)),
        value: given.value.slice(0, LONGEST_SINGLE),
      },
    ]
  if (isObject(given) && typeof given.text === 'string') return askedFrom(given.text, type)
  throw new NodeError('not_identifiers', `Expected a text or a list of identifiers, got ${kindOf(given)}`, {
    field: 'values',
  })
}

function judged({ type, value }: Asked): z.output<typeof Result> {
  if (type === null)
    return {
      value: value.slice(0, LONGEST_SINGLE),
      type,
      valid: false,
      reason: 'Shaped like no identifier known here',
      details: {},
    }
  return { value: maskIdentifier(type, normaliseIdentifier(type, value)), type, ...checkIdentifier(type, value) }
}

export const validateIdentifiers = defineNode({
  type: 'validate_identifiers',
  version: 1,
  title: 'Validate identifiers',
  category: 'finance',
  icon: 'badge-check',
  description:
    'Checks GSTIN, PAN, TAN, IFSC, CIN, UPI id, Aadhaar, account numbers and IRN: shape, checksum, and what the characters say. Checks no register: a valid number may still belong to nobody.',
  kind: 'pure',
  config: z.strictObject({
    values: value(
      'Identifiers',
      'One, a list, a list of {type, value}, or a text to find them in. Left out, the input is taken.',
    ),
    type: z
      .enum(['auto', ...IDENTIFIERS])
      .default('auto')
      .describe('auto: told from the shape.')
      .meta({ title: 'Kind' }),
  }),
  example: { values: ['27AAPFU0939F1ZV', 'HDFC0000123'] },
  output: z.object({
    results: z.array(Result),
    valid: z.number().int(),
    invalid: z.number().int(),
    all_valid: z.boolean(),
  }),
  sentence: ({ type }) => (type === 'auto' ? 'Checks identifiers' : `Checks ${type.toUpperCase()}`),
  run(ctx) {
    const { values, type } = ctx.config
    const asked = askedFrom(values === undefined ? ctx.input : values, type === 'auto' ? null : type)
    if (asked.length > MOST) throw new NodeError('too_many', `At most ${MOST} identifiers at once`, { field: 'values' })
    const results = asked.map(judged)
    const valid = results.filter((one) => one.valid).length
    return output({ results, valid, invalid: results.length - valid, all_valid: valid === results.length && valid > 0 })
  },
})
