/** Nothing that an execution leaves behind reaches the next one, also where both use one context. */
import { afterEach, describe, expect, it } from 'vitest'
import { Sandbox } from './sandbox.ts'

const made: Sandbox[] = []
const sandboxOf = (memoryMb = 64): Sandbox => {
  const sandbox = new Sandbox(memoryMb)
  made.push(sandbox)
  return sandbox
}
afterEach(() => {
  for (const one of made.splice(0)) one.dispose()
})

const run = (sandbox: Sandbox, source: string, bindings: object = {}, workflow = 'w'): unknown => {
  const { output } = sandbox.execute({ source, workflow }, JSON.stringify([bindings, []]), 5_000)
  return JSON.parse(output)
}
const codeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (cause) {
    return (cause as { code?: string }).code
  }
}
/** From the fifth execution on the context is kept, so there are several in a kept one. */
const TIMES = 9
const HIDDEN = {
  generator: 'Object.getPrototypeOf(function* () {}).prototype',
  'async generator': 'Object.getPrototypeOf(async function* () {}).prototype',
  'array iterator': 'Object.getPrototypeOf([].keys())',
  'map iterator': 'Object.getPrototypeOf(new Map().keys())',
  'text iterator': 'Object.getPrototypeOf(""[Symbol.iterator]())',
  'iterator helper': 'Object.getPrototypeOf([].values().map((x) => x))',
  'wrapped iterator': 'Object.getPrototypeOf(Iterator.from({ next() {} }))',
  'match iterator': 'Object.getPrototypeOf("a".matchAll(/a/g))',
  'async function': '(async () => {}).constructor',
  'typed array': 'Object.getPrototypeOf(Uint8Array)',
  segments: 'Object.getPrototypeOf(new Intl.Segmenter().segment("a"))',
  'segment iterator': 'Object.getPrototypeOf(new Intl.Segmenter().segment("a")[Symbol.iterator]())',
  'call site':
    '(() => { Error.prepareStackTrace = (_, f) => f; const [f] = new Error().stack; delete Error.prepareStackTrace; return Object.getPrototypeOf(f) })()',
}

/** What is seen, then what leaves it. Whatever the first execution returns, in a context nobody used, all others have to return. */
const LEFT: [string, string][] = [
  ['typeof left', 'globalThis.left = 1'],
  ['typeof left', 'left = 1'],
  ['typeof DateTime.left', 'DateTime.left = 1'],
  ['DateTime.fromMillis(0).toISODate()', 'DateTime.prototype.toISODate = () => "left"'],
  ['[typeof luxon.Settings, DateTime.now().zoneName]', 'luxon.Settings = { defaultZone: "Asia/Kolkata" }'],
  ['typeof left', '(0, eval)("var left = 1")'],
  ['typeof left', 'Object.defineProperty(globalThis, "left", { value: 1 })'],
  ['typeof left', 'Promise.resolve().then(() => { globalThis.left = 1 })'],
  ['typeof left', '(async () => { for (let i = 0; i < 50; i++) await 0; left = 1 })()'],
  ['typeof globalThis.resolve', 'new Promise((r) => { globalThis.resolve = r }).then(() => { left = 1 })'],
  ['typeof ({}).left', 'Object.prototype.left = 1'],
  ['typeof ({}).left', 'Object.defineProperty(Object.prototype, "left", { get: () => 1, configurable: true })'],
  ['typeof ({}).left', 'Object.prototype.__defineGetter__("left", () => 1)'],
  [
    'typeof ({}).then',
    'Object.defineProperty(Object.prototype, "then", { value: undefined, writable: true }); Object.prototype.then = 7',
  ],
  ['typeof [].left', '[].__proto__.left = 1'],
  ['typeof [].left', 'Reflect.set([].constructor.prototype, "left", 1)'],
  ['[3, 4].map((x) => x)', 'Array.prototype.map = () => "left"'],
  ['typeof Array.prototype.map', 'delete Array.prototype.map'],
  ['typeof Array.prototype.map.left', 'Array.prototype.map.left = 1'],
  ['typeof JSON.stringify.left', 'Object.defineProperty(JSON.stringify, "left", { value: 1 })'],
  ['JSON.parse.name', 'delete JSON.parse.name'],
  ['Promise.name', 'Object.defineProperty(Promise, "name", { value: "left" })'],
  ['Object.getPrototypeOf(parseInt) === null', 'Object.setPrototypeOf(parseInt, null)'],
  ['Object.getPrototypeOf(Math) === Array', 'Math.__proto__ = Array'],
  ['JSON.parse("{}")', 'JSON.parse = () => "left"'],
  ['Math.floor(1.5)', 'Math.floor = () => "left"'],
  ['String(parseInt).includes("native")', 'Function.prototype.toString = () => "left"'],
  ['typeof console.left + typeof console.log', 'console.log = 1; console.left = 1'],
  ['RegExp.$1 + RegExp.lastMatch + RegExp.input', '/(left)/.exec("left")'],
  ['RegExp.input', 'RegExp.input = "left"'],
  ['/x/.test("y")', 'RegExp.prototype.test = () => "left"'],
  ['Error.stackTraceLimit', 'Error.stackTraceLimit = 3'],
  ['typeof Error.prepareStackTrace', 'Error.prepareStackTrace = () => "left"'],
  ['[...(3).constructor.name]', 'Number.prototype[Symbol.iterator] = function* () {}'],
  ['typeof Number.prototype[Symbol.iterator]', 'Number.prototype[Symbol.iterator] = function* () {}'],
  ['typeof Symbol.left', 'Symbol.left = 1'],
  ['Array[Symbol.species] === Array', 'Object.defineProperty(Array, Symbol.species, { get: () => Map })'],
  ['[1].concat(2)', 'Array.prototype.constructor = Map'],
  ['Object.isExtensible(globalThis)', 'Object.preventExtensions(globalThis)'],
  ['Object.isFrozen(Array.prototype)', 'Object.freeze(Array.prototype)'],
  ['Object.isSealed(Math)', 'Object.seal(Math)'],
  ['Object.keys(JSON).length', 'Object.defineProperty(JSON, "parse", { enumerable: true })'],
  ['new Date(0).getTime()', 'Date.prototype.getTime = () => "left"'],
  ['new Intl.NumberFormat("en-IN").format(1234567)', 'Intl.NumberFormat = class { format() { return "left" } }'],
  ['typeof Intl.DateTimeFormat.left', 'Intl.DateTimeFormat.left = new Intl.DateTimeFormat("de")'],
  ['typeof (class A { static n = 1 }).left', 'class A { static n = 1 }; A.left = 1'],
  ['(arguments.callee.n = (arguments.callee.n ?? 0) + 1)', ''],
  ['[typeof input, typeof items]', 'input = () => 1; items = Symbol("left")'],
  [
    'typeof Function.prototype.left',
    'const kept = (function* () { for (;;) yield 1 })(); Function.prototype.left = () => kept.next()',
  ],
  ['typeof Map.prototype.get', 'Object.assign(Map.prototype, { get: 1 })'],
  ['undefined ?? NaN ?? typeof Infinity', 'undefined = 1; NaN = 2; Infinity = 3'],
  ...Object.values(HIDDEN).map((object): [string, string] => [`typeof ${object}.left`, `${object}.left = 1`]),
]

describe('a kept context', () => {
  it('is used again and again by code that leaves nothing behind', () => {
    const sandbox = sandboxOf()
    const source = 'return input.map((n) => n * 2)'
    for (let n = 0; n < 5; n++) expect(run(sandbox, source, { input: [n] })).toEqual([n * 2])
    expect(sandbox.kept).toBe(1)
    for (let n = 0; n < 20; n++) expect(run(sandbox, source, { input: [n] })).toEqual([n * 2])
    expect(sandbox.kept).toBe(1)
    expect(sandbox.contexts).toBe(5)
  })

  it.each(LEFT)('%s, after %s', (seen, leave) => {
    const sandbox = sandboxOf()
    const source = `const seen = ${seen}; ${leave}; return seen ?? null`
    const bindings = { input: [1], items: [2] }
    const first = run(sandbox, source, bindings)
    for (let n = 1; n < TIMES; n++) expect(run(sandbox, source, bindings)).toEqual(first)
    // Other code of the same workflow sees nothing either.
    expect(run(sandbox, `return ${seen} ?? null`, bindings)).toEqual(first)
  })

  it.each<[string, string, string]>([
    ['__proto__', 'left', '({}).left'],
    ['constructor', 'left', 'Object.left'],
    ['toString', 'left', 'Object.prototype.toString.left'],
    ['constructor', 'keys', 'Object.keys.name'],
    ['__proto__', 'toString', 'String({})'],
  ])('hides what data did through the names %s and %s', (a, b, seen) => {
    const sandbox = sandboxOf()
    const source = `const acc = {}; for (const row of items) (acc[row.a] ??= {})[row.b] = row.value; return ${seen} ?? null`
    const harmless = { items: [{ a: 'x', b: 'y', value: 1 }] }
    const first = run(sandbox, source, harmless)
    for (let n = 0; n < 3; n++) {
      for (let more = 0; more < 6; more++) expect(run(sandbox, source, harmless)).toEqual(first)
      codeOf(() => run(sandbox, source, { items: [{ a, b, value: 1 }] }))
      expect(run(sandbox, source, harmless)).toEqual(first)
    }
  })

  it('hides what data did by the names of functions', () => {
    const sandbox = sandboxOf()
    const source =
      'const [type, name, ...args] = input; globalThis[type]?.[name]?.(...args.map((a) => globalThis[a]?.prototype ?? a)); return [typeof [].left, Object.isFrozen(Array.prototype)]'
    const first = run(sandbox, source, { input: ['Math', 'abs', -1] })
    for (let n = 0; n < 6; n++) run(sandbox, source, { input: ['Math', 'abs', -1] })
    expect(sandbox.kept).toBe(1)
    run(sandbox, source, { input: ['Object', 'defineProperty', 'Array', 'left', { value: 1 }] })
    expect(run(sandbox, source, { input: ['Math', 'abs', -1] })).toEqual(first)
    run(sandbox, source, { input: ['Object', 'freeze', 'Array'] })
    expect(run(sandbox, source, { input: ['Math', 'abs', -1] })).toEqual(first)
  })

  it('has no names of the execution before', () => {
    const sandbox = sandboxOf()
    const source = 'return [typeof once, typeof input]'
    for (let n = 0; n < TIMES; n++) expect(run(sandbox, source, { input: 1 })).toEqual(['undefined', 'number'])
    expect(run(sandbox, source, { once: 'x' })).toEqual(['string', 'undefined'])
    expect(run(sandbox, source, { input: 1 })).toEqual(['undefined', 'number'])
  })

  it('keeps what one execution logged from the next', () => {
    const sandbox = sandboxOf()
    const code = { source: 'console.log(input); return 1', workflow: 'w' }
    for (let n = 0; n < TIMES; n++)
      expect(sandbox.execute(code, JSON.stringify([{ input: n }, []]), 1000).logs).toEqual([`${n}`])
  })

  it('is not kept any more for code that spoiled it twice', () => {
    const sandbox = sandboxOf()
    for (let n = 0; n < 30; n++) run(sandbox, 'left = 1; return 1')
    expect(sandbox.kept).toBe(0)
    expect(sandbox.contexts).toBe(30)
  })

  it.each(['await new Promise(() => {})', 'for (;;) {}'])('is thrown away after %s', (endless) => {
    const sandbox = sandboxOf()
    const source = `if (input) ${endless}; return 1`
    for (let n = 0; n < TIMES; n++) run(sandbox, source, { input: false })
    expect(sandbox.kept).toBe(1)
    const code = { source, workflow: 'w' }
    expect(codeOf(() => sandbox.execute(code, '[{"input":true},[]]', 50))).toBe('code_timeout')
    expect(sandbox.kept).toBe(0)
  })

  it('outlives an error, and what the error left behind does not', () => {
    const sandbox = sandboxOf()
    const source = 'if (input) { Array.prototype.left = 1; throw new Error("no") } return typeof [].left'
    for (let n = 0; n < TIMES; n++) expect(run(sandbox, source, { input: false })).toBe('undefined')
    expect(codeOf(() => run(sandbox, source, { input: true }))).toBe('code_error')
    expect(run(sandbox, source, { input: false })).toBe('undefined')
    const careful = 'if (input) throw new Error("no"); return 1'
    for (let n = 0; n < TIMES; n++) run(sandbox, careful, { input: false })
    const { contexts } = sandbox
    expect(codeOf(() => run(sandbox, careful, { input: true }))).toBe('code_error')
    expect(run(sandbox, careful, { input: false })).toBe(1)
    expect(sandbox.contexts).toBe(contexts)
  })

  it('is none for code that ends its function and begins another', () => {
    const sandbox = sandboxOf()
    const source = '}); let left = 0; (() => async function () {\nreturn ++left'
    const first = codeOf(() => run(sandbox, source))
    for (let n = 0; n < TIMES; n++) expect(codeOf(() => run(sandbox, source))).toBe(first)
    expect(sandbox.kept).toBe(0)
  })

  it('belongs to one workflow', () => {
    const sandbox = sandboxOf()
    for (let n = 0; n < TIMES; n++) for (const workflow of ['one', 'other']) run(sandbox, 'return 1', {}, workflow)
    expect(sandbox.kept).toBe(2)
  })

  it('is one of few', () => {
    const sandbox = sandboxOf(32)
    for (let n = 0; n < 6; n++) for (let source = 0; source < 5; source++) run(sandbox, `return ${source}`)
    expect(sandbox.kept).toBe(2)
    const tiny = sandboxOf(8)
    for (let n = 0; n < TIMES; n++) run(tiny, 'return 1')
    expect(tiny.kept).toBe(0)
  })

  it('holds nothing of what the execution before was given', () => {
    const sandbox = sandboxOf(128)
    const large = 'x'.repeat(20_000_000)
    // Eight contexts with what they were given would leave no room for the next.
    for (const [times, input] of [
      [5, 'small'],
      [2, large],
    ] as const)
      for (let n = 0; n < times; n++)
        for (let workflow = 0; workflow < 8; workflow++)
          expect(run(sandbox, 'return input.length', { input }, `${workflow}`)).toBe(input.length)
    expect(sandbox.kept).toBe(8)
  })
})
