import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { canonicalJson } from '#graph/hash.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, kindOf, listFrom, perItem } from '#nodes/settings.ts'
import { evaluateEach } from './per-item.ts'

const MOST_ROWS = 100_000
/** Of all rows together. */
const MOST_FIELDS = 2_000_000
const MODES = ['both', 'all_left', 'all', 'only_left', 'only_unmatched'] as const

const list = (title: string, help: string) =>
  Json.describe(help).meta({ title, widget: 'expression', placeholder: '{{ $nodes.orders }}' })

export const joinLists = defineNode({
  type: 'join_lists',
  version: 1,
  title: 'Join two lists',
  category: 'data',
  icon: 'combine',
  description: 'Puts items of two lists together that have the same key, as a database joins tables.',
  kind: 'pure',
  config: z.strictObject({
    left: list('Left', 'The first list.'),
    right: list('Right', 'The second list.'),
    left_key: perItem('Key on the left', 'Without braces: customer_id'),
    right_key: perItem('Key on the right', 'Without braces: id'),
    mode: z
      .enum(MODES)
      .default('both')
      .describe(
        'both: pairs only. all_left: pairs, and what is only on the left. all: everything. only_left: what has no partner on the right. only_unmatched: what has no partner on either side.',
      )
      .meta({ title: 'Which' }),
    right_as: z
      .string()
      .max(100)
      .default('')
      .describe('Put the right item under this name. When empty, its fields go beside those of the left, which win.')
      .meta({ title: 'Right item as' }),
  }),
  example: { left: '{{ $input.orders }}', right: '{{ $input.customers }}', left_key: 'customer', right_key: 'id' },
  output: z.array(Json),
  sentence: (config) => `${brief(config.left_key, 20)} = ${brief(config.right_key, 20)}`,
  async run(ctx) {
    const { mode, left_key, right_key, right_as } = ctx.config
    const left = listFrom(ctx.config.left, null, 'left')
    const right = listFrom(ctx.config.right, null, 'right')
    const keysOf = (expression: string, items: Json[], field: string) => evaluateEach({ expression, field }, items, ctx)
    const leftKeys = await keysOf(left_key, left, 'left_key')
    const rightKeys = await keysOf(right_key, right, 'right_key')
    const byKey = new Map<string, number[]>()
    rightKeys.forEach((key, at) => {
      // Nothing is not the same as nothing, as in SQL.
      if (key === null) return
      const id = canonicalJson(key)
      const places = byKey.get(id)
      if (places) places.push(at)
      else byKey.set(id, [at])
    })
    const result: Json[] = []
    let fields = 0
    const add = (item: Json) => {
      if (result.length >= MOST_ROWS) throw new NodeError('too_many_rows', `A join gives at most ${MOST_ROWS} rows`)
      fields += typeof item === 'object' && item !== null ? Object.keys(item).length : 1
      if (fields > MOST_FIELDS)
        throw new NodeError('too_many_rows', `The rows of a join have at most ${MOST_FIELDS} fields together`)
      result.push(item)
    }
    const met = new Set<number>()
    left.forEach((item, at) => {
      const key = leftKeys[at] ?? null
      const partners = (key === null ? undefined : byKey.get(canonicalJson(key))) ?? []
      for (const place of partners) {
        met.add(place)
        if (mode === 'both' || mode === 'all_left' || mode === 'all') add(paired(item, right[place] ?? null, right_as))
      }
      if (partners.length === 0 && mode !== 'both') add(item)
    })
    if (mode === 'all' || mode === 'only_unmatched') {
      right.forEach((item, at) => {
        if (!met.has(at)) add(mode === 'all' && right_as !== '' ? { [right_as]: item } : item)
      })
    }
    return output(result)
  },
})

function paired(left: Json, right: Json, name: string): Json {
  const isObject = (item: Json) => typeof item === 'object' && item !== null && !Array.isArray(item)
  if (!isObject(left) || (name === '' && !isObject(right))) {
    throw new NodeError('not_an_object', `Only objects can be joined, got ${kindOf(isObject(left) ? right : left)}`)
  }
  if (name !== '') return { ...(left as object), [name]: right }
  return { ...(left as object), ...(right as object), ...(left as object) }
}
