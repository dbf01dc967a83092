import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { charactersLeft } from '#graph/values/value-size.ts'
import { Keys } from '#nodes/lib/data/keys.ts'
import { evaluateEach, type PerItemContext, ResultRoom } from '#nodes/lib/data/per-item.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { MOST_CHARACTERS } from '#nodes/lib/data/write-values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, kindOf, listFrom, perItem } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

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
  description: 'Combines items of two lists that have the same key, like a join in a database.',
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
        'both: pairs only. all_left: pairs and items that are only on the left. all: everything. only_left: left items without a match. only_unmatched: items of both lists without a match.',
      )
      .meta({ title: 'Rows to keep' }),
    right_as: z
      .string()
      .max(100)
      .default('')
      .describe(
        'The name under which the right item is added. If empty, its fields are merged with those of the left item, whose fields take precedence.',
      )
      .meta({ title: 'Right item as' }),
  }),
  example: { left: '{{ $input.orders }}', right: '{{ $input.customers }}', left_key: 'customer', right_key: 'id' },
  output: z.array(Json),
  sentence: (config) => `${brief(config.left_key, 20)} = ${brief(config.right_key, 20)}`,
  async run(ctx) {
    const { mode, left_key, right_key, right_as } = ctx.config
    const left = listFrom(ctx.config.left, null, 'left')
    const right = listFrom(ctx.config.right, null, 'right')
    const room = new ResultRoom(ctx)
    const keysOf = (expression: string, items: Json[], field: string) =>
      evaluateEach({ expression, field }, items, ctx, room)
    const lists: Lists = {
      mode,
      name: right_as,
      left,
      right,
      leftKeys: await keysOf(left_key, left, 'left_key'),
      rightKeys: await keysOf(right_key, right, 'right_key'),
    }
    return output(await inSlices(joined(lists, ctx), ctx))
  },
})

interface Lists {
  mode: (typeof MODES)[number]
  /** Of the right item within a row; its fields are put there themselves when it is empty. */
  name: string
  left: Json[]
  right: Json[]
  leftKeys: Json[]
  rightKeys: Json[]
}

function* joined(lists: Lists, context: PerItemContext): Generator<void, Json[]> {
  const { left, right, mode, name } = lists
  const keys = new Keys(context)
  /** Places on the right, by key. */
  const places: number[][] = []
  for (const [at, value] of lists.rightKeys.entries()) {
    yield
    // Nothing is not the same as nothing, as in SQL.
    if (value === null) continue
    const key = keys.of(value) ?? (yield* keys.ofLarge(value))
    places[key] ??= []
    places[key].push(at)
  }
  const rows = new Rows()
  const met = new Uint8Array(right.length)
  for (const [at, item] of left.entries()) {
    yield
    const value = lists.leftKeys[at] ?? null
    const key = value === null ? -1 : (keys.of(value) ?? (yield* keys.ofLarge(value)))
    const partners = places[key] ?? []
    for (const place of partners) {
      met[place] = 1
      if (mode === 'only_left' || mode === 'only_unmatched') continue
      rows.add(paired(item, right[place] ?? null, name))
      yield
    }
    if (partners.length === 0 && mode !== 'both') rows.add(item)
  }
  if (mode !== 'all' && mode !== 'only_unmatched') return rows.list
  for (const [at, item] of right.entries()) {
    yield
    if (met[at] === 0) rows.add(mode === 'all' && name !== '' ? { [name]: item } : item)
  }
  return rows.list
}

class Rows {
  readonly list: Json[] = []
  #fields = 0
  /** Rows that mention one large value each cost little until they are written. */
  #left = MOST_CHARACTERS

  /** @throws NodeError `too_many_rows` */
  add(item: Json): void {
    if (this.list.length >= MOST_ROWS) throw tooMany(`A join can return at most ${MOST_ROWS} rows`)
    this.#fields += typeof item === 'object' && item !== null ? Object.keys(item).length : 1
    if (this.#fields > MOST_FIELDS) throw tooMany(`The rows of a join can have at most ${MOST_FIELDS} fields in total`)
    this.#left = charactersLeft(this.#left, item)
    if (this.#left < 0) {
      throw tooMany(`The rows of a join can have at most ${MOST_CHARACTERS / 1_000_000} million characters in total`)
    }
    this.list.push(item)
  }
}

const tooMany = (message: string) => new NodeError('too_many_rows', message)

function paired(left: Json, right: Json, name: string): Json {
  if (!isObject(left) || (name === '' && !isObject(right))) {
    throw new NodeError('not_an_object', `Only objects can be joined, got ${kindOf(isObject(left) ? right : left)}`)
  }
  if (name !== '') return { ...(left as object), [name]: right }
  return { ...(left as object), ...(right as object), ...(left as object) }
}
