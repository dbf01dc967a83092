import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { ExpressionError } from './expression-error.ts'
import { type CompileOptions, compileConfig, compileExpression, references } from './expressions.ts'

const nodes: { [id: string]: Json } = { read: { pages: 3, items: [{ v: 1 }, { v: 2 }, { v: 3 }], name: 'Bob' } }
const bindings = {
  input: { x: 5, list: [3, 1, 2], nothing: null },
  node: (id: string) => nodes[id],
  trigger: { by: 'api' },
  vars: { rate: 2 },
}
const resolve = (config: JsonObject, options?: CompileOptions) => compileConfig(config, options).resolve(bindings)

describe('resolving settings', () => {
  it('keeps the type of a lone expression and makes a text of a mixed one', () => {
    expect(
      resolve({
        number: '{{ $input.x }}',
        padded: ' {{$nodes.read.pages}} ',
        list: '{{ $nodes.read.items[v > 1].v }}',
        object: '{{ {"a": {"b": $vars.rate}} }}',
        mixed: 'Dear {{ $nodes.read.name }}, {{ $input.x }} of {{ $input }}{{ $input.nothing }}{{ $input.missing }}.',
        plain: 'no { braces } here',
        nested: [{ deep: ['{{ $trigger.by }}', 1] }],
        written: '{{ "{{" }}',
        relative: '{{ x + 1 }}',
      }),
    ).toEqual({
      number: 5,
      padded: ' 3 ',
      list: [2, 3],
      object: { a: { b: 2 } },
      mixed: 'Dear Bob, 5 of {"x":5,"list":[3,1,2],"nothing":null}.',
      plain: 'no { braces } here',
      nested: [{ deep: ['api', 1] }],
      written: '{{',
      relative: 6,
    })
  })

  it('leaves out what an expression does not find, and keeps the place in a list', () => {
    expect(resolve({ gone: '{{ $input.missing }}', list: ['{{ $input.missing }}', 1] })).toEqual({ list: [null, 1] })
  })

  it('answers at once for common expressions and with a promise for the others', async () => {
    expect(resolve({ a: '{{ $sum($input.list) & "" }}' })).toEqual({ a: '6' })
    const late = resolve({
      a: '{{ $sort($input.list) }}',
      b: ['{{ $map($input.list, function($v) { $v * 2 }) }}'],
      c: '<{{ $now() }}>',
      d: 1,
    })
    expect(late).toBeInstanceOf(Promise)
    expect(await late).toMatchObject({ a: [1, 2, 3], b: [[6, 2, 4]], c: expect.stringMatching(/^<20/), d: 1 })
  })

  it('reads the item and its place inside a map', () => {
    const compiled = compileConfig({ text: '{{ $index }}: {{ $item.name }}' })
    expect(compiled.resolve({ ...bindings, item: { name: 'pen' }, index: 4 })).toEqual({ text: '4: pen' })
  })

  it('does not touch raw settings', () => {
    const config = { code: 'return {{a: 1}.a} // {{', keys: [{ by: 'price', note: '{{ $input.x }}' }] }
    expect(resolve(config, { raw: ['code'] })).toEqual({ ...config, keys: [{ by: 'price', note: 5 }] })
    expect(compileConfig({ code: '{{ (', keys: [{ by: '{{ (' }] }, { raw: ['code', 'keys.*.by'] }).constant).toBe(true)
  })

  it('gives results that carry no marks of the interpreter', async () => {
    const result = await compileExpression('$input.list.{"v": $, "w": $map([$], function($x) { $x })}').evaluate(
      bindings,
    )
    expect(Object.keys(result as object)).toEqual(['0', '1', '2'])
    expect(Object.getPrototypeOf((result as object[])[0])).toBe(Object.prototype)
    expect('sequence' in (result as object)).toBe(false)
  })
})

describe('reading expressions', () => {
  it('lists the nodes an expression reads', () => {
    expect(references('$nodes.a.x + $sum($nodes.b.y[z = $nodes.c]) & "$nodes.d"')).toEqual(['a', 'b', 'c'])
    expect(compileConfig({ a: '{{ $nodes.x }}', b: ['{{ $nodes.y }} {{ $nodes.x.z }}'] }).references).toEqual([
      'x',
      'y',
    ])
    expect(compileExpression('$map([1], function($item) { $item })').readsItem).toBe(false)
    expect(compileExpression('$index + 1').readsItem).toBe(true)
  })

  it.each([
    ['{{ $input. }}', 'expression_syntax'],
    ['{{ 1 + }}', 'expression_syntax'],
    ['{{ }}', 'expression_syntax'],
    ['open {{ $input', 'expression_syntax'],
    ['{{ `abc }}', 'expression_syntax'],
    ['{{ $nodes }}', 'expression_reserved'],
    ['{{ $lookup($nodes, "a") }}', 'expression_reserved'],
    ['{{ $nodes[0].a }}', 'expression_reserved'],
  ])('names what is wrong with %s', (text, code) => {
    try {
      compileConfig({ deep: [{ text }] })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError)
      expect(error).toMatchObject({ code, field: 'deep.0.text' })
      if (code === 'expression_syntax') expect((error as ExpressionError).position).toBeTypeOf('number')
    }
  })

  it('names the setting of an expression that fails while running', async () => {
    await expect(resolve({ a: { b: 'x {{ $input.x + "1" }}' } })).rejects.toMatchObject({
      code: 'expression_failed',
      field: 'a.b',
      position: expect.any(Number),
    })
  })

  it.each([
    ['$json($input)', '$json isn’t a function'],
    ['uppercase("a")', 'uppercase isn’t a function. Did you mean $uppercase?'],
  ])('names what %s calls', async (expression, message) => {
    await expect(resolve({ a: `{{ ${expression} }}` })).rejects.toMatchObject({ code: 'expression_failed', message })
  })

  it('finds the end of an expression behind quotes, comments, braces and regular expressions', async () => {
    const text =
      '{{ {"a": {"}}": 1}} }}|{{ "}}" /* }} */ }}|{{ $replace("a}}b", /\\}\\}/, "") }}|{{ 6 / 2 / 3 }}|{{ `}}` }}'
    expect(await resolve({ text })).toEqual({ text: '{"a":{"}}":1}}|}}|ab|1|' })
  })

  it('tells the first of several settings that fail, whichever was quicker', async () => {
    const config = { a: '{{ $reduce([1..900], function($x, $y) { $x + $y }) + "1" }}', b: '{{ $input.x + "1" }}' }
    await expect(resolve(config)).rejects.toMatchObject({ field: 'a' })
    await expect(resolve({ a: `${config.a} and ${config.b}`, b: config.b })).rejects.toMatchObject({ field: 'a' })
  })
})
