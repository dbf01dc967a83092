import { describe, expect, it } from 'vitest'
import { renameReference } from '#graph/rename-reference.ts'
import { busy } from '#test/support/busy.ts'
import { EXPRESSION_LIMITS, ExpressionError } from './expression-error.ts'
import { compileExpression } from './expressions.ts'

const text = 'x'.repeat(20_000)
const input = { t: text, n: 1, o: { a: 1 }, s: 'a'.repeat(40) }

/** What must not be reached, in the ways known from escapes of other interpreters. */
const ESCAPES = [
  '$input.constructor',
  '"".constructor.constructor("return process")()',
  '$input.`__proto__`',
  '$input."prototype"',
  '$.constructor',
  '$uppercase.constructor',
  '$input.toString',
  '$input.hasOwnProperty',
  '$input.valueOf',
  '$input.o.`__defineGetter__`',
  '[].constructor',
  '[].length',
  '[1,2].push',
  '"abc".length',
  '$lookup($input, "constructor")',
  '$lookup($input, "__pro" & "to__")',
  '$lookup("", "constructor")',
  '($f := $lookup; $f($input, "constructor"))',
  '{"__proto__": {"polluted": true}}',
  '{"constructor": 1}',
  '{("__pro" & "to__"): {"polluted": true}}',
  '$merge([{"a": 1}, {("__pro" & "to__"): {"polluted": true}}])',
  '$input ~> |$|{"__proto__": {"polluted": true}}|',
  '$input ~> |$|{("__pro" & "to__"): {"polluted": true}}|',
  '$input ~> |o|{("const" & "ructor"): 1}|',
  '$eval("1+1")',
  '($e := $eval; $e("1"))',
  `\`$\{process}\``,
  'process',
  'globalThis',
  '$process',
  '$global.process',
  'require("fs")',
  '$require("fs")',
  'import("fs")',
  'this',
  '(function($x) { $x }).constructor',
  'function($x) { $x }',
  '$map',
  '$string($map)',
  '$keys($map)',
  '$uppercase.implementation',
  '($x := function() { 1 }; $x.environment)',
  '($x := function() { 1 }; $x.body)',
  '$sift($uppercase, function($v) { true })',
  '$each($uppercase, function($v) { $v })',
  '$spread($uppercase)',
  '**.constructor',
  '*.constructor',
  '%.constructor',
  '$$.constructor',
]

/** Every way to say every name that leads from data to its prototype and from there to the host. */
const NAMES = [
  ...['constructor', '__proto__', 'prototype', '__defineGetter__', '__lookupGetter__', 'toString', 'valueOf', 'then'],
  ...['hasOwnProperty', 'caller', 'callee', 'arguments'],
]
const WAYS: ((name: string) => string)[] = [
  (name) => `$input.${name}`,
  (name) => `$input.o.${name}`,
  (name) => `$input.\`${name}\``,
  (name) => `$input."${name}"`,
  (name) => `$input.'${name}'.'${name}'`,
  (name) => `"".${name}`,
  (name) => `[].${name}`,
  (name) => `[[1]].${name}`,
  (name) => `$.${name}`,
  (name) => `$$.${name}`,
  (name) => `$uppercase.${name}`,
  (name) => `(function($x) { $x }).${name}`,
  (name) => `$lookup($input, "${name}")`,
  (name) => `$lookup($input, "${name.slice(0, 4)}" & "${name.slice(4)}")`,
  (name) => `$input.*[${name}]`,
  (name) => `$map([$input], function($v) { $v.${name} })`,
]
const CORPUS = NAMES.flatMap((name) => WAYS.map((way) => way(name)))

/** What must end in time and within memory. */
const BOMBS = [
  '[1..1e9]',
  '[1..1e7]',
  '[0..1000000].$string()',
  '[1..200000].([1..200000])',
  '($f := function($n) { $f($n + 1) }; $f(0))',
  '($f := function($n) { 1 + $f($n + 1) }; $f(0))',
  '($f := function($n) { [$f($n), $f($n)] }; $f(0))',
  '($f := function($n) { $n < 2 ? $n : $f($n - 1) + $f($n - 2) }; $f(60))',
  '($f := function($s, $n) { $n = 0 ? $length($s) : $f($s & $s, $n - 1) }; $f("aaaaaaaa", 40))',
  '($f := function($x, $n) { $n = 0 ? $string($x) : $f({"a": $x, "b": $x}, $n - 1) }; $f("aaaaaaaa", 60))',
  '($f := function($x, $n) { $n = 0 ? $x : $f([[$x]], $n - 1) }; $f(1, 5000))',
  '($f := function($x, $n) { $n = 0 ? $x : $f($append($x, $x), $n - 1) }; $f([1], 60))',
  '$reduce([1..200000], $append)',
  '$reduce([1..100000], function($a, $b) { $a & $string($a) })',
  '$sort([1..100000], function($a, $b) { true })',
  '$count($distinct([1..150000]))',
  '$pad("x", 1e9)',
  '$pad("x", -1e12, "ab")',
  '$pad("x", 1e300)',
  '$replace($input.t, "x", $input.t)',
  '$map([1..200000], function($v) { $input.t })',
  '$join([1..200000].$string($input.t))',
  '$match($input.s & "!", /^(a+)+$/)',
  '$match($input.s & "!", /^(a|aa)+$/)',
  '$match($input.s & "!", /^(a|a?)+$/)',
  '$replace($input.t, /(x+x+)+y/, "")',
  '$split($input.t & $input.t, /x*y/)',
  '$match($input.t & $input.t & $input.t, /x*y|x/)',
  '$match($input.t, /((a{1,1000}){1,1000}){1,1000}/)',
  '$contains($input.t, /(.*)(.*)(.*)(.*)(.*)[^x]/)',
  '$replace($input.t, /(?=x)/, "")',
  '$replace($input.t, /x*/, "")',
  '$toMillis("1111111111111111111111111111111111111111x", "[Y][M][D][H][m][s][f][Y][M][D][H][m][s]")',
  '$toMillis("1111111111111111111111111111111111111111x", "[Y]1[M]1[D]1[H]1[m]1[s]1[Y]1[M]1[D]1[H]")',
  '$fromMillis(1, "[Y,1000000000]")',
  '$now("[Y,1000000000-1000000000]")',
  '$formatNumber(1, $pad("0", 100000, "0"))',
  '$formatInteger(1e300, "I")',
  '$formatInteger(999999999, "I")',
  '$formatInteger(1e21, "w")',
  '$formatBase(1e300, 2)',
  '$power(9, 1e9)',
  '1e308 * 10',
  '$shuffle([1..200000])[0]',
  '$zip([1..200000], [1..200000])[0]',
  `${'('.repeat(19_000)}`,
  `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  `1${'+1'.repeat(9_000)}`,
  `${'-'.repeat(15_000)}1`,
  `"${'a'.repeat(30_000)}"`,
  '$input.**.**.**.**.**.**.**',
]

async function outcome(source: string): Promise<unknown> {
  try {
    return await compileExpression(source).evaluate({ input, trigger: null, vars: {} })
  } catch (error) {
    // Nothing but the named error comes out, whatever went wrong inside.
    expect(error).toBeInstanceOf(ExpressionError)
    return null
  }
}

describe('hostile expressions', () => {
  it.each(ESCAPES)('%s reaches nothing', async (source) => {
    const result = await outcome(source)
    expect(JSON.stringify(result ?? null)).not.toMatch(/native code|\[Function|process|_jsonata/)
    expect(typeof result).not.toBe('function')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    if (typeof result === 'object' && result !== null && !Array.isArray(result)) {
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
      expect(Object.keys(result)).not.toContain('__proto__')
    }
  })

  it('reach nothing in any of 200 ways', async () => {
    expect(CORPUS.length + ESCAPES.length).toBeGreaterThanOrEqual(200)
    for (const source of CORPUS) {
      // Nothing, or the empty list that was written there.
      expect([source, JSON.stringify((await outcome(source)) ?? null)]).toEqual([
        source,
        expect.stringMatching(/^(?:null|\[\])$/),
      ])
    }
  })

  it.each([
    '$ ~> |$$|{"then": 1}|',
    '$input ~> |$input|{"evil": 1}|',
    '$trigger ~> |$nodes.n1|{"evil": $trigger}|',
    '$lookup($trigger ~> |$trigger|{"o": []}|, "o")',
    '$input ~> |o|{"a": 2}, ["a"]|',
    '$input(1)',
    '$$(1)',
    'o(1)',
    'o#$i(1)',
    '($f := $input.o; $f(1))',
    '(function($x) { $x(1) })($input.o)',
    '$trigger.o(?, 1)',
    '$map([$input.o], function($x) { $x() })',
    '$input.none{"a": 1}',
    '($input.none){"a": 1}',
    '$lists.({"a": $})',
    '$input.lists.{"n": $count($)}',
    '$map($input.lists, function($one) { $one.{"n": 1} })',
    '$trigger.lists ~> $map(function($one) { ($one){"n": 1} })',
  ])('%s writes to nobody’s data', async (source) => {
    const data = { o: { a: 1 }, list: [{ a: 1 }], none: [], lists: [[], [[]]] }
    const before = JSON.stringify(data)
    const bindings = { input: data, trigger: data, vars: {}, node: () => data }
    await Promise.resolve(compileExpression(source).evaluate(bindings)).catch((error) =>
      expect(error).toBeInstanceOf(ExpressionError),
    )
    expect(JSON.stringify(data)).toBe(before)
  })

  it('writes to no empty list that is the input itself', async () => {
    const data: never[] = []
    const bindings = { input: data, trigger: data, vars: {}, node: () => data }
    for (const source of ['{"a": $input}', '{"a": {"n": $count($)}, "b": $trigger}', '{"a": $$}{"n": 1}'])
      await compileExpression(source).evaluate(bindings)
    expect(
      await compileExpression('{"a": {"b": $input}, "n": $map([1], function($x) { $x })}').evaluate(bindings),
    ).toEqual({
      a: { b: [] },
      n: 1,
    })
    expect(data).toEqual([])
  })

  it.each(BOMBS)('%s ends in time', async (source) => {
    const spent = busy()
    await outcome(source)
    // Twice the limit and some, for a busy machine: an unbounded one takes minutes or all memory.
    expect(spent()).toBeLessThan(EXPRESSION_LIMITS.ms * 4)
  })

  it('names the reason', async () => {
    const codeOf = (source: string) =>
      Promise.resolve()
        .then(() => compileExpression(source).evaluate({ input }))
        .then(
          () => null,
          (error: ExpressionError) => error.code,
        )
    expect(await codeOf('($f := function($n) { $f($n + 1) }; $f(0))')).toBe('expression_timeout')
    expect(await codeOf('($f := function($n) { 1 + $f($n + 1) }; $f(0))')).toBe('expression_too_deep')
    expect(await codeOf('[1..1e9]')).toBe('expression_too_large')
    expect(await codeOf('$input.constructor')).toBe('expression_reserved')
    expect(await codeOf('$replace("a", /(?=x)/, "")')).toBe('expression_failed')
  })
})

describe('a node that is renamed', () => {
  it.each([
    ['quotes behind backslashes', "\\'"],
    ['quotes behind backslashes and line breaks', '\\\n"'],
    ['comments', '/*a'],
    ['slashes', '/ '],
    ['quotes', '\'"'],
  ])('%s that nothing closes take a moment, not minutes', (_, part) => {
    const text = `{{ $nodes.a & \`${part.repeat(200_000)}\` & $nodes.a }}`
    const spent = busy()
    expect(renameReference(text, 'a', 'b')).toBe(text.replaceAll('$nodes.a', '$nodes.b'))
    expect(spent()).toBeLessThan(EXPRESSION_LIMITS.ms)
  })
})
