/**
 * Random expressions, most of them nearly right, over data whose prototypes are watched: whatever is said, nothing but own
 * properties is read, nothing but JSON comes out, and nothing is left behind.
 */
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { type Random, randomOf } from './random-programs/generate.ts'

export interface FuzzResult {
  inputs: number
  /** Answered with a value, and refused by name. */
  answered: number
  refused: number
  /** What must not be, with the expression. */
  breaks: string[]
}

const NAMES = [
  ...['canary', 'canary', 'constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'length'],
  ...['then', 'caller', 'callee', 'arguments', '__defineGetter__', '__lookupGetter__', 'isPrototypeOf', 'at', 'map'],
  ...[
    'a',
    'b',
    'list',
    'text',
    'sequence',
    'keepSingleton',
    'cons',
    '_jsonata_function',
    '_jsonata_lambda',
    'environment',
  ],
]
const VARIABLES = ['$', '$$', '$input', '$trigger', '$vars', '$item', '$nodes.n1', '$x', '$global', '$process', '$this']
const FUNCTIONS = [
  ...['string', 'length', 'uppercase', 'lookup', 'keys', 'spread', 'merge', 'each', 'sift', 'type', 'exists', 'count'],
  ...['append', 'boolean', 'not', 'number', 'join', 'split', 'contains', 'replace', 'match', 'map', 'filter', 'reduce'],
  ...[
    'single',
    'sort',
    'reverse',
    'distinct',
    'zip',
    'eval',
    'assert',
    'error',
    'clone',
    'formatNumber',
    'base64encode',
  ],
]
const OPERATORS = ['+', '-', '*', '/', '%', '=', '!=', '<', '>', 'and', 'or', 'in', '&', '.', '~>', '?:', '??', '..']
const NOISE = [
  '`',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '|',
  '^',
  '@',
  '#',
  ':=',
  ';',
  '\\u0063',
  '\u0000',
  '\u{1f600}',
  '%',
  '/a/',
]

class Expressions {
  readonly #random: Random
  constructor(random: Random) {
    this.#random = random
  }

  #name(): string {
    const { pick, whole } = this.#random
    const name = pick(NAMES)
    const forms = [name, `\`${name}\``, `"${name}"`, name.replace('o', '\\u006f'), `\`${name.slice(0, 3)}\``]
    return forms[whole(forms.length)] as string
  }

  one(depth: number): string {
    const { pick, whole, chance } = this.#random
    if (depth <= 0)
      return chance(0.5) ? pick(VARIABLES) : chance(0.5) ? this.#name() : pick(['1', '"canary"', 'true', '[]', '{}'])
    const next = () => this.one(depth - 1 - whole(2))
    const turn = whole(13)
    if (turn < 4) return `${next()}.${this.#name()}`
    if (turn === 4) return `$${pick(FUNCTIONS)}(${Array.from({ length: whole(4) }, next).join(', ')})`
    if (turn === 5) return `${next()} ${pick(OPERATORS)} ${next()}`
    if (turn === 6) return `${next()}[${next()}]`
    if (turn === 7) return `{${chance(0.5) ? this.#name() : `(${next()})`}: ${next()}}`
    if (turn === 8) return `[${next()}, ${next()}]`
    if (turn === 9) return `(${pick(['$x', '$f'])} := ${next()}; ${next()})`
    if (turn === 10) return `${next()} ~> |${next()}|{${this.#name()}: ${next()}}|`
    if (turn === 11) return `(function($a) { ${next()} })(${next()})`
    return `$lookup(${next()}, ${chance(0.5) ? `"${pick(NAMES)}"` : next()})`
  }

  /** One in five is spoiled. */
  any(): string {
    const { pick, whole, chance } = this.#random
    const good = this.one(1 + whole(4))
    if (chance(0.8)) return good
    const at = whole(good.length + 1)
    return good.slice(0, at) + pick(NOISE) + good.slice(at + whole(2))
  }
}

/** Functions, and objects that are no plain JSON. */
function strange(value: unknown, depth = 0): string | null {
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  if (typeof value !== 'object' || value === null || depth > 20) return null
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return 'a foreign object'
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return 'a key __proto__'
    const inner = strange((value as Record<string, unknown>)[key], depth + 1)
    if (inner) return inner
  }
  return null
}

/** Plays so many expressions from a seed. Watches `Object.prototype` meanwhile: not for use beside other work. */
export async function fuzzExpressions(seed: number, inputs: number): Promise<FuzzResult> {
  const result: FuzzResult = { inputs, answered: 0, refused: 0, breaks: [] }
  const expressions = new Expressions(randomOf(seed))
  const input = { a: 1, b: { list: [1, { a: 'x' }], text: 'words' }, list: [{ b: 2 }, [3]], text: 'canary' }
  const bindings = { input, trigger: input, vars: {}, node: (id: string) => (id === 'n1' ? input : undefined) }
  const before = JSON.stringify(input)
  const watched = [Object.prototype, Array.prototype, String.prototype, Function.prototype, Number.prototype]
  const known = watched.map((prototype) => Reflect.ownKeys(prototype).length)
  let read = false
  for (const prototype of watched) {
    const get = () => {
      read = true
      return 'CANARY'
    }
    // To write a property of that name is no crime.
    const set = function (this: object, value: unknown) {
      Object.defineProperty(this, 'canary', { value, writable: true, configurable: true, enumerable: true })
    }
    Object.defineProperty(prototype, 'canary', { get, set, configurable: true, enumerable: false })
  }
  try {
    for (let turn = 0; turn < inputs; turn++) {
      const source = expressions.any()
      const wrong = await tryOne(source, bindings, result)
      const grown = watched.some((prototype, index) => Reflect.ownKeys(prototype).length !== (known[index] ?? 0) + 1)
      if (jsonOf(input) !== before) {
        result.breaks.push(`the data was changed: ${source}`)
        break
      }
      if (wrong || read || grown)
        result.breaks.push(`${read ? 'read what is inherited' : (wrong ?? 'a prototype grew')}: ${source}`)
      read = false
      if (result.breaks.length > 20) break
    }
  } finally {
    for (const prototype of watched) Reflect.deleteProperty(prototype, 'canary')
  }
  return result
}

/** Null for what has a circle. */
function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

async function tryOne(
  source: string,
  bindings: Parameters<ReturnType<typeof compileExpression>['evaluate']>[0],
  result: FuzzResult,
): Promise<string | null> {
  try {
    const value = await compileExpression(source).evaluate(bindings)
    result.answered++
    return strange(value)
  } catch (error) {
    result.refused++
    return error instanceof ExpressionError ? null : `threw ${String(error)}`
  }
}
