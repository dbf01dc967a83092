import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Owner } from '#nodes/ports.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'

const quiet = { info: () => {}, warn: () => {} }
const SECRET = 'secret-of-the-server-4711'
let runners: Runners
beforeAll(() => {
  process.env.CHOWK_TEST_SECRET = SECRET
  runners = createRunners({ log: quiet })
})
afterAll(async () => {
  await runners.stop()
  delete process.env.CHOWK_TEST_SECRET
})

/** What answers does so at once, or late on a busy machine. */
const LIMITS = { timeout_ms: 10_000, memory_mb: 32 }
const never = new AbortController().signal
const ann = { user_id: 'ann' }
const run = (source: string, bindings: JsonObject = {}, limits = LIMITS, who: Owner = ann) =>
  runners.code(source, bindings, limits, workForOwner(who, never))
const outcome = (source: string, bindings: JsonObject = {}, limits = LIMITS): Promise<Json> =>
  run(source, bindings, limits).then(
    ({ output }) => output,
    (cause: { code: string }) => cause.code,
  )

describe('what code may do', () => {
  it.each<[string, JsonObject, Json]>([
    ['return 1 + 1', {}, 2],
    ['return input.a * 2', { input: { a: 21 } }, 42],
    ['return items.filter((i) => i > 1)', { items: [1, 2, 3] }, [2, 3]],
    [
      'return [typeof input, typeof items, trigger.x]',
      { input: null, items: [], trigger: { x: 'y' } },
      ['object', 'object', 'y'],
    ],
    ['await null; return "later"', {}, 'later'],
    ['return Promise.resolve([1])', {}, [1]],
    ['return Promise.all(items.map(async (i) => i * i))', { items: [1, 2] }, [1, 4]],
    ['return undefined', {}, null],
    ['', {}, null],
    ['return () => 1', {}, null],
    ['return new Date(0)', {}, '1970-01-01T00:00:00.000Z'],
    ['return [NaN, Infinity, undefined]', {}, [null, null, null]],
    ['return new Map([[1, 2]])', {}, {}],
    ['return JSON.parse(\'{"__proto__": 1}\')', {}, JSON.parse('{"__proto__": 1}')],
    ['return "\\u2028\\n\\ud83d\\ude00"', {}, '\u2028\n😀'],
    ['return new Intl.NumberFormat("en-IN").format(1234567)', {}, '12,34,567'],
    ['return DateTime.fromISO("2026-01-31").plus({ months: 1 }).toISODate()', {}, '2026-02-28'],
    [
      'return DateTime.fromISO("2026-03-31T12:00").setZone("Asia/Kolkata").toFormat("dd LLL yyyy, HH:mm")',
      {},
      '31 Mar 2026, 17:30',
    ],
    [
      'return [new luxon.Duration({}).isValid, typeof Interval, DateTime.now().zoneName]',
      {},
      [true, 'function', 'UTC'],
    ],
    [
      'return [typeof luxon, typeof DateTime.prototype.constructor.constructor("return this")().process]',
      {},
      ['object', 'undefined'],
    ],
    ['// ends in a comment\nreturn 3 // so', {}, 3],
    ['return `a\x24{1}b`', {}, 'a1b'],
  ])('%s', async (source, bindings, expected) => {
    expect(await outcome(source, bindings)).toEqual(expected)
  })
  it('keeps what is logged, bounded', async () => {
    const { logs } = await run(
      'console.log("a", {b: 1}); console.error(new Error("x")); for (let i = 0; i < 1e4; i++) console.log("y".repeat(5000))',
    )
    expect(logs.slice(0, 2)).toEqual(['a {"b":1}', 'Error: x'])
    expect(logs).toHaveLength(200)
    expect(Math.max(...logs.map((line) => line.length))).toBe(2000)
  })
  it('names the line of an error', async () => {
    await expect(run('\n\nmissing.thing()')).rejects.toMatchObject({
      code: 'code_error',
      message: 'ReferenceError: missing is not defined (line 3)',
    })
    await expect(run('const a = 1\nretur a')).rejects.toMatchObject({ code: 'code_error', message: /\(line 2\)/ })
  })
})

/** `host(f)` tells whether what `f` returns is, or leads to, the realm of a Node process. */
const PROBE = `const host = (f) => { try { const g = f(); const seen = (o) => { try { return [o?.process, o?.require, o?.Buffer, o?.fetch, o?.global, o?.mainModule, o?.setTimeout, o?.binding].some((x) => x !== undefined) } catch { return false } }; return seen(g) || seen(g?.constructor?.constructor?.('return this')()) ? 'HOST' : 'guest' } catch (e) { return 'guest' } };\n`

const ESCAPES: string[] = [
  'return host(() => this)',
  'return host(() => globalThis)',
  'return host(() => this.constructor.constructor("return this")())',
  'return host(() => (() => {}).constructor("return this")())',
  'return host(() => (async () => {}).constructor("return this")())',
  'return host(() => (function* () {}).constructor("return this")().next().value)',
  'return host(() => (async function* () {}).constructor("return this"))',
  'return host(() => Function("return process")())',
  'return host(() => new Function("return globalThis.process")())',
  'return host(() => eval("this"))',
  'return host(() => (0, eval)("this"))',
  'return host(() => Reflect.construct(Function, ["return this"])())',
  'return host(() => Reflect.apply(Function, null, ["return this"])())',
  'return host(() => Reflect.get(Object, "constructor")("return this")())',
  'return host(() => [].constructor.constructor("return this")())',
  'return host(() => "".constructor.constructor("return this")())',
  'return host(() => (1).constructor.constructor("return this")())',
  'return host(() => /x/.constructor.constructor("return this")())',
  'return host(() => Symbol().constructor.constructor("return this")())',
  'return host(() => new Error().constructor.constructor("return this")())',
  'return host(() => input.constructor.constructor("return this")())',
  'return host(() => items.constructor.constructor("return this")())',
  'return host(() => items.map.constructor("return this")())',
  'return host(() => console.constructor.constructor("return this")())',
  'return host(() => console.log.constructor("return this")())',
  'return host(() => console.log.caller)',
  'return host(() => arguments.callee.caller)',
  'return host(() => (function f() { return f.caller })())',
  'return host(() => Object.getPrototypeOf(async () => {}).constructor("return this")())',
  'return host(() => globalThis["con" + "structor"]["con" + "structor"]("return this")())',
  'return host(() => globalThis["\\u0063onstructor"].constructor("return this")())',
  'return host(() => `\x24{{ toString() { return Function("return this")() } }}`)',
  'return host(() => ((s, ...v) => s.constructor.constructor("return this")())`x\x24{1}`)',
  'return host(() => new Proxy({}, { get: () => Function("return this")() }).x)',
  'return host(() => new Proxy(Function, { apply: (t, self, a) => t(...a) })("return this")())',
  'return host(() => { let seen; Object.prototype.toJSON = function () { seen = this }; JSON.stringify({}); return seen })',
  'return host(() => { let g; Object.defineProperty(Object.prototype, "then", { get() { g = this } }); return g })',
  'class P extends Promise { static get [Symbol.species]() { return function (f) { f((x) => x, (x) => x) } } }; return host(() => P.resolve(1).then.constructor("return this")())',
  'let seen; Promise.prototype.then = function (a, b) { seen = a; return this }; await 0; return host(() => seen?.constructor("return this")())',
  'let seen; const { then } = Promise.prototype; Object.defineProperty(Promise.prototype, "constructor", { get() { seen = this; return Promise } }); await Promise.resolve(); return host(() => seen.constructor.constructor("return this")())',
  'try { null.x } catch (e) { return host(() => e.constructor.constructor("return this")()) }',
  'try { (function f() { f() })() } catch (e) { return host(() => e.constructor.constructor("return this")()) }',
  'Error.prepareStackTrace = (e, frames) => frames; return host(() => new Error().stack[0]?.getThis?.())',
  'Error.prepareStackTrace = (e, frames) => frames; return host(() => new Error().stack.map((f) => f.getFunction?.()).find((f) => f)?.constructor("return this")())',
  'Error.stackTraceLimit = 1e9; return host(() => new Error().stack)',
  'return host(() => { with (globalThis) { return constructor.constructor("return this")() } })',
  'return host(() => Array.from({ length: 1 }, function () { return this })[0])',
  'return host(() => [1].sort.call(globalThis))',
  'return host(() => Object.getOwnPropertyDescriptors(globalThis).process?.value)',
  'return host(() => Object.getOwnPropertyNames(globalThis).includes("process") ? { process: 1 } : {})',
  'return host(() => globalThis.$bindings === undefined ? {} : { process: 1 })',
  'return host(() => new (class extends Function { constructor() { super("return this") } })()())',
  'return host(() => Intl.DateTimeFormat.constructor("return this")())',
  'return host(() => structuredClone({}).constructor.constructor("return this")())',
  'return host(() => queueMicrotask.constructor("return this")())',
  'return host(() => new ShadowRealm().evaluate("globalThis"))',
  'return host(() => new Worker("data:,"))',
  'return host(() => WebAssembly.Module.constructor("return this")())',
  'return host(() => new SharedArrayBuffer(8).constructor.constructor("return this")())',
  'return host(() => Atomics.wait.constructor("return this")())',
  'return host(() => isolate)',
  'return host(() => ivm)',
  'return host(() => $0)',
  'return host(() => _ivm)',
  'return host(() => require("fs"))',
  'return host(() => module.constructor._load("fs"))',
  'return host(() => process.binding("spawn_sync"))',
  'return host(() => Deno)',
  'return host(() => Symbol.for("nodejs.util.inspect.custom") in globalThis ? { process: 1 } : {})',
  'for await (const x of (async function* () { yield Promise.resolve(this) })()) return host(() => x)',
  'const g = (async function* () {})(); const r = await g.return({ then(f) { f(Function("return this")()) } }); return host(() => r.value)',
  'return host(() => Reflect.ownKeys(globalThis).map((k) => globalThis[k]).find((v) => v?.env))',
]
/** They cannot even be reached: refused by the engine or the wrapper with a named error. */
const REFUSED: string[] = [
  'return await import("node:fs")',
  'return await import("data:text/javascript,export default process")',
  'import fs from "fs"; return fs',
  'return process.env',
  'return require("child_process").execSync("id")',
  'return fetch("http://127.0.0.1")',
  'return new WebSocket("ws://127.0.0.1")',
  'return setTimeout(() => {}, 1)',
  'return await new Promise((r) => setTimeout(r, 1))',
  'return import.meta.url',
  'return new WebAssembly.Memory({ initial: 1 })',
  '}), 5, (async function () {',
  '}); (async function () {',
  '}), ({}), (function () { return () => ({}) })(async function () {',
  '}), (() => { throw 1 })(), (async function () {',
  '}))) (((function() {',
  '/*',
  '`',
  '})\n//',
  'return 2n',
  'return Symbol()[0].x',
  'const a = {}; a.a = a; return a',
  'throw new Proxy({}, { get() { throw 1 } })',
  'throw { get message() { throw 1 }, toString() { throw 2 } }',
  'const e = new Error(); Object.defineProperty(e, "stack", { get() { throw 1 } }); throw e',
  'throw undefined',
  'return { toJSON() { throw new Error("no") } }',
  'return new Proxy({}, { ownKeys() { throw 1 } })',
  'JSON.stringify = null; Object.prototype.toJSON = () => { throw 1 }; return {}',
  'let d = []; for (let i = 0; i < 1e5; i++) d = [d]; return d',
  'return (function f(n) { return f(n + 1) + 1 })(0)',
]

describe('escapes', () => {
  it.each(ESCAPES)('%s', async (source) => {
    const result = await outcome(PROBE + source, { input: {}, items: [1] })
    expect(['guest', 'code_error', 'code_timeout']).toContain(result)
  })
  it.each(REFUSED)('refused: %s', async (source) => {
    expect(await outcome(source)).toBe('code_error')
  })
  it('sees nothing of the server from outside either', async () => {
    expect(await outcome('return 1')).toBe(1)
    for (const pid of runners.pids()) {
      expect(pid).not.toBe(process.pid)
      if (process.platform !== 'linux') continue
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
      expect(environment).not.toContain(SECRET)
      expect(environment.split('\0').filter((entry) => entry !== '' && !entry.startsWith('HOME='))).toEqual([])
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

/** The code each one ends with, and nothing worse: the next job runs. */
const BOMBS: [string, string[]][] = [
  ['for (;;) {}', ['code_timeout']],
  ['for (;;) await 0', ['code_timeout']],
  ['(async () => { for (;;) await 0 })(); return 1', ['code_timeout']],
  ['const f = () => Promise.resolve().then(f); f(); return 1', ['code_timeout', 'code_memory']],
  ['return new Promise(() => {})', ['code_timeout']],
  ['await { then() {} }', ['code_timeout']],
  ['return { then() { for (;;) {} } }', ['code_timeout']],
  ['return { toJSON() { for (;;) {} } }', ['code_timeout']],
  ['return { get a() { for (;;) {} } }', ['code_timeout']],
  ['console.log({ toJSON() { for (;;) {} } })', ['code_timeout']],
  ['throw { toJSON() { for (;;) {} } }', ['code_timeout']],
  ['try { for (;;) {} } finally { for (;;) {} }', ['code_timeout']],
  ['for (;;) try { for (;;) {} } catch {}', ['code_timeout']],
  ['}), (() => { for (;;) {} })(), (async function () {', ['code_timeout']],
  ['return /(a+)+$/.test("a".repeat(50) + "b")', ['code_timeout']],
  ['return /(.*a){25}/.test("a".repeat(40))', ['code_timeout', 'code_error']],
  ['let x = 3n; for (;;) x **= 3n', ['code_timeout', 'code_error', 'code_memory']],
  ['return "x".repeat(2 ** 28).split("").sort().length', ['code_memory', 'code_timeout']],
  ['return new Array(1e9) + ""', ['code_error', 'code_timeout', 'code_memory']],
  ['return Array(2 ** 32 - 2).indexOf(1)', ['code_timeout', 'code_error']],
  ['const a = []; for (;;) a.push(new Array(1e5).fill(1))', ['code_memory']],
  ['const a = []; for (;;) a.push({})', ['code_memory', 'code_timeout']],
  ['const a = []; for (;;) a.push(new ArrayBuffer(1e7))', ['code_memory']],
  ['const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))', ['code_memory']],
  ['return new ArrayBuffer(2 ** 40)', ['code_memory', 'code_error']],
  ['let s = "x"; for (;;) s += s', ['code_error', 'code_memory']],
  ['const a = []; for (;;) a.push("x".repeat(1e6) + a.length)', ['code_memory', 'code_timeout']],
  ['const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])', ['code_memory', 'code_timeout']],
  ['let o = {}; for (;;) o = { o }', ['code_memory', 'code_timeout']],
  ['const a = []; for (;;) a.push(Symbol("x".repeat(1e5)))', ['code_memory', 'code_timeout']],
  ['for (;;) Array.from({ length: 1e6 }, () => ({}))', ['code_timeout', 'code_memory']],
  ['return "x".repeat(5_000_001)', ['code_output_too_large']],
  ['return { text: "x".repeat(5_000_001) }', ['code_output_too_large']],
  ['return Array(400).fill("x".repeat(20_000))', ['code_output_too_large']],
  [
    '}), (() => "x".repeat(2 ** 27))(), (async function () { return "x".repeat(2 ** 27)',
    ['code_memory', 'code_output_too_large', 'code_timeout', 'code_error'],
  ],
]

describe('bombs', () => {
  it.each(BOMBS)('%s', async (source, codes) => {
    // What no time limit may end is given the time to reach its own on a busy machine; what never ends otherwise needs little.
    const untimed = !codes.includes('code_timeout')
    const limits = untimed ? LIMITS : { ...LIMITS, timeout_ms: codes.length === 1 ? 100 : 300 }
    expect(codes).toContain(await outcome(source, {}, limits))
    expect(await outcome('return "alive"')).toBe('alive')
  })
})

describe('state', () => {
  const LEFT: [string, string][] = [
    ['globalThis.left = 1', 'return typeof left'],
    ['left = 1', 'return typeof left'],
    ['Object.prototype.left = 1', 'return typeof ({}).left'],
    ['Array.prototype.map = () => "left"', 'return typeof [1].map((x) => x)[0] === "number" ? "undefined" : "left"'],
    ['JSON.parse = () => "left"', 'return typeof JSON.parse("{}").left'],
    ['Promise.prototype.then = null', 'return typeof (await Promise.resolve({})).left'],
    ['console.log = 1; console.left = 1', 'console.log("x"); return typeof console.left'],
    ['RegExp.prototype.test = () => 1; /(left)/.exec("left")', 'return RegExp.$1 === "" ? "undefined" : RegExp.$1'],
    ['Symbol.left = Symbol.for("left")', 'return typeof Symbol.left'],
    ['Object.freeze(Array.prototype); Object.freeze(globalThis)', 'Array.prototype.x = 1; y = 1; return typeof z'],
    ['delete globalThis.Array; delete globalThis.Object', 'return typeof Array === "function" ? "undefined" : "left"'],
    ['Error.prepareStackTrace = () => "left"', 'return typeof Error.prepareStackTrace'],
    ['Promise.resolve().then(() => { globalThis.left = 1 })', 'return typeof left'],
  ]
  it.each(LEFT)('is not left behind: %s', async (first, second) => {
    for (let i = 0; i < 3; i++) await outcome(first)
    for (let i = 0; i < 3; i++) expect(await outcome(second)).toBe('undefined')
  })
  it('does not let an input name reach a prototype', async () => {
    const bindings = JSON.parse('{"__proto__": {"left": 1}, "constructor": 2, "console": 3}') as JsonObject
    expect(await outcome('return [typeof ({}).left, typeof console.log]', bindings)).toEqual(['undefined', 'function'])
  })
  it('gets a list bound under two names once', async () => {
    const list = [{ a: 1 }]
    expect(await outcome('return [input === items, items, other]', { input: list, items: list, other: [] })).toEqual([
      true,
      list,
      [],
    ])
  })
  it('answers many at once, each its own, for any callers', async () => {
    const of = (n: number): Owner => (n % 7 === 0 ? { visitor_key: `v${n}` } : { user_id: `u${n % 7}` })
    const results = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, n) => (await run('x = input; await 0; return x', { input: n }, LIMITS, of(n))).output,
      ),
    )
    expect(results).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })
})
