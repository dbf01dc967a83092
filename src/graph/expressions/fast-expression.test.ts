import fc from 'fast-check'
import jsonata from 'jsonata'
import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { LONG } from '#test/support/scale.ts'
import { parseExpression } from './expression-ast.ts'
import { compileFast } from './fast-expression.ts'
import { BAIL } from './fast-values.ts'

/** What a stored result looks like: no marks, nothing undefined. */
const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const name = fc.constantFrom('a', 'b', 'c', 'd')
const leaf = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, 2, -1, 2.5, 0.1, '', 'x', 'yes', '12', 'a b'),
  fc.integer({ min: -5, max: 5 }),
)
const data: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
})).value

const one = [
  'string',
  'boolean',
  'not',
  'exists',
  'keys',
  'number',
  'count',
  'length',
  'trim',
  'lowercase',
  'uppercase',
]
const numeric = ['abs', 'floor', 'ceil', 'sum', 'average', 'max', 'min']
const two = ['append', 'substringBefore', 'substringAfter', 'contains', 'split', 'join', 'substring']
const literal = fc.constantFrom('1', '0', '-1', '2.5', '"x"', '""', '"a"', '"12"', 'true', 'false', 'null', '0.1')
const start = fc.constantFrom(
  '$input',
  '$item',
  '$trigger',
  '$vars',
  '$nodes.first',
  '$nodes.second',
  '$',
  '$$',
  '$index',
)

const expression: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => {
  const any = tie('any')
  const predicate = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.constantFrom('[0]', '[-1]', '[1]', '[0][0]', '[true]', '[a]', '[a = 1]', '[$ > 0]') },
    { weight: 1, arbitrary: any.map((inner) => `[${inner}]`) },
  )
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(name, predicate).map(([key, filter]) => `${key}${filter}`) },
    { weight: 1, arbitrary: fc.tuple(any, predicate).map(([inner, filter]) => `(${inner})${filter}`) },
    { weight: 1, arbitrary: fc.tuple(name, any).map(([key, inner]) => `{"${key}": ${inner}}`) },
  )
  const path = fc
    .tuple(fc.oneof(start, name), predicate, fc.array(step, { maxLength: 3 }))
    .map(([head, filter, steps]) => `${[`${head}${filter}`, ...steps].join('.')}`)
  const operator = fc.constantFrom('+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', '&', 'and', 'or', 'in')
  return {
    any: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      path,
      literal,
      fc.tuple(any, operator, any).map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.tuple(any, any, any).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc.tuple(any, fc.constantFrom('?:', '??'), any).map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.array(any, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc
        .uniqueArray(fc.tuple(name, any), { maxLength: 3, selector: ([key]) => key })
        .map((pairs) => `{${pairs.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`),
      fc.tuple(fc.constantFrom(...one, ...numeric), any).map(([f, a]) => `$${f}(${a})`),
      fc.tuple(fc.constantFrom(...two), any, any).map(([f, a, b]) => `$${f}(${a}, ${b})`),
      fc.tuple(any, fc.constantFrom(...one, ...numeric)).map(([a, f]) => `(${a} ~> $${f}())`),
      any.map((a) => `-(${a})`),
      fc.tuple(any, predicate).map(([a, filter]) => `(${a})${filter}`),
    ),
  }
}).any

const values = fc.record({ input: data, item: data, trigger: data, vars: data, first: data, second: data })

async function both(source: string, value: { [key: string]: Json }): Promise<'bailed' | 'uncovered' | 'same'> {
  const compiled = compileFast(parseExpression(source).ast)
  if (!compiled) return 'uncovered'
  const { input, item, trigger, vars, first, second } = value as { [key: string]: Json } & { vars: never; input: Json }
  const nodes = { first, second } as { [id: string]: Json }
  const bindings = { input, item, trigger, vars, index: 3, node: (id: string) => nodes[id] }
  if (Array.isArray(input) && compiled.usesRoot) return 'bailed'
  const before = JSON.stringify(value)
  let got: unknown
  try {
    got = compiled.run(Array.isArray(input) ? undefined : input, {
      bindings,
      root: input,
      left: 100_000,
      until: Number.POSITIVE_INFINITY,
    })
  } catch (thrown) {
    if (thrown === BAIL) return 'bailed'
    throw thrown
  }
  expect(JSON.stringify(value)).toBe(before)
  const copy = structuredClone({ input, item, trigger, vars, nodes, index: 3 })
  // A root of its own: into an empty list over which it makes objects JSONata writes, and elsewhere that is no part of its answer.
  const wanted = await jsonata(source).evaluate(structuredClone(input), copy)
  expect(plain(got), source).toEqual(plain(wanted))
  return 'same'
}

describe('the synchronous path', () => {
  it('gives what JSONata gives, for any expression and any data it covers', async () => {
    const counts = { bailed: 0, uncovered: 0, same: 0 }
    await fc.assert(
      fc.asyncProperty(expression, values, async (source, value) => {
        counts[await both(source, value as never)]++
      }),
      { numRuns: LONG ? 2000 : 700 },
    )
    // Random operands often have the wrong type; enough must have been answered, or nothing was compared.
    expect(counts.same).toBeGreaterThan((counts.same + counts.bailed + counts.uncovered) / 4)
  }, 120_000)

  const input: Json = {
    a: { b: [{ c: 1, d: [[1, 2]] }, { c: [2, 3] }, { x: null }], e: [[1], [2, 3]], s: ' A  b ', n: 2.675 },
    list: [{ price: 10, name: 'pen' }, { price: 30, name: 'ink' }, { price: 20 }],
    empty: [],
    one: [5],
  }
  it.each([
    '$input.a.b.c',
    '$input.a.b.d',
    '$input.a.b[0].d',
    '$input.a.e',
    '$input.a.e[0]',
    '$input.a.e[0][0]',
    '$input.list[price > 15].name',
    '$input.list[price > 15][0].name',
    '$input.list[-1].price',
    '$input.empty',
    '$input.one',
    '$input.one.x',
    '$sum($input.list.price)',
    '$input.list.price ~> $sum()',
    '$input.list.{"label": name, "twice": price * 2}',
    '$string($input.a)',
    '"total " & $sum($input.list.price) & " for " & $input.a.b',
    '$input.missing ?? "none"',
    '$input.a.s ~> $trim() ~> $lowercase()',
    '$input.list[name = "pen"].price + $input.one',
    '$count($input.list[$exists(name)])',
    'a.b.c',
    '$.a.n',
    '0.1 + 0.2 & ""',
    '[1, [2, 3], $input.one, [$input.empty]]',
  ])('agrees on %s', async (source) => {
    expect(await both(source, { input, item: null, trigger: null, vars: null, first: null, second: null })).not.toBe(
      'uncovered',
    )
  })
})
