import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const MOST_CHANGES = 10_000
const DEEPEST = 100

const Change = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: Json,
  after: Json,
})
type Change = z.output<typeof Change>

export const compareNode = defineNode({
  type: 'compare_values',
  version: 1,
  title: 'Compare two values',
  category: 'data',
  icon: 'git-compare',
  description:
    'Lists what was added, removed and changed between two values, with the path of each change. Continues through “same” or “different”.',
  kind: 'pure',
  heavy: 'when_large',
  config: z.strictObject({
    before: Json.describe('The first value.').meta({
      title: 'Before',
      widget: 'expression',
      placeholder: '{{ $nodes.old }}',
    }),
    after: value('After', 'The second value. Leave empty to use the input.'),
    ignore: z
      .array(z.string().min(1).max(500))
      .max(100)
      .default([])
      .describe('Paths to ignore, for example updated_at or order.total.')
      .meta({ title: 'Ignore' }),
  }),
  example: { before: { total: 1, name: 'a' }, after: { total: 2, name: 'a' } },
  output: z.object({ same: z.boolean(), changes: z.array(Change), more: z.boolean() }),
  ports: [
    { name: 'same', title: 'Same' },
    { name: 'different', title: 'Different' },
  ],
  sentence: () => 'Compares two values',
  run(ctx) {
    const after = ctx.config.after === undefined ? ctx.input : ctx.config.after
    const changes: Change[] = []
    collect(ctx.config.before, after, [], { changes, ignore: new Set(ctx.config.ignore) })
    const same = changes.length === 0
    const kept = changes.slice(0, MOST_CHANGES)
    return output({ same, changes: kept, more: changes.length > MOST_CHANGES }, same ? 'same' : 'different')
  },
})

interface Finding {
  changes: Change[]
  ignore: ReadonlySet<string>
}

function collect(before: Json, after: Json, path: string[], finding: Finding): void {
  if (finding.changes.length > MOST_CHANGES || before === after) return
  const place = path.join('.')
  if (finding.ignore.has(place)) return
  const note = (change: Change['change'], at: string[], left: Json, right: Json) => {
    const name = at.join('.')
    if (!finding.ignore.has(name)) finding.changes.push({ path: name, change, before: left, after: right })
  }
  const both = typeof before === 'object' && typeof after === 'object' && before !== null && after !== null
  if (!both || Array.isArray(before) !== Array.isArray(after)) {
    note('changed', path, before, after)
    return
  }
  if (path.length >= DEEPEST) {
    if (canonicalJson(before) !== canonicalJson(after)) note('changed', path, before, after)
    return
  }
  const left = before as Record<string, Json>
  const right = after as Record<string, Json>
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const at = [...path, key]
    if (!Object.hasOwn(right, key)) note('removed', at, left[key] ?? null, null)
    else if (!Object.hasOwn(left, key)) note('added', at, null, right[key] ?? null)
    else collect(left[key] ?? null, right[key] ?? null, at, finding)
  }
}
