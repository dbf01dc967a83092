/**
 * JSONata itself, fenced: time, nesting and list lengths by its own options; the size of every value it makes, and the library
 * functions that could run away, here. Regular expressions run on RE2 (`linear-regex.ts`).
 */
import jsonata from 'jsonata'
import type { Json } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import type { ParsedExpression } from './expression-ast.ts'
import { EXPRESSION_LIMITS, ExpressionError, toExpressionError } from './expression-error.ts'
import type { Bindings } from './fast-types.ts'

interface Environment {
  base: object & { guardrails(): void }
}
interface Library {
  implementation: (this: { environment: Environment }, ...args: unknown[]) => unknown
  signature: { definition: string }
}

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code })

/** The values met in one evaluation with how many characters each holds; shared parts count each time they are held. */
type Weights = WeakMap<object, number>

function weigh(value: unknown, weights: Weights): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  if ('_jsonata_lambda' in value || '_jsonata_function' in value) return 5
  const known = weights.get(value)
  if (known !== undefined) return known
  // Met again before it is done: a ring, which no data has.
  weights.set(value, Number.POSITIVE_INFINITY)
  let weight = 2
  if (Array.isArray(value)) for (const item of value) weight += weigh(item, weights) + 1
  else for (const key of Object.keys(value)) weight += key.length + weigh((value as never)[key], weights) + 4
  weights.set(value, weight)
  return weight
}

/** The interpreter calls this with every intermediate value. */
function guardValues(interpreter: jsonata.Expression): void {
  const perRun = new WeakMap<object, Weights>()
  const check = (_ast: unknown, _input: unknown, environment: Environment, result: unknown) => {
    if (typeof result !== 'string' && (typeof result !== 'object' || result === null)) return
    let weights = perRun.get(environment.base)
    if (!weights) {
      weights = new WeakMap()
      perRun.set(environment.base, weights)
    }
    if (weigh(result, weights) > EXPRESSION_LIMITS.characters) throw new RangeError('A value became too large')
  }
  interpreter.assign(Symbol.for('jsonata.__evaluate_exit') as unknown as string, check)
}

/** Functions whose second argument is a picture or a width. */
const PICTURED = ['pad', 'toMillis', 'fromMillis', 'now', 'formatInteger', 'parseInteger', 'formatNumber', 'formatBase']

function checkArguments(name: string, args: unknown[]): void {
  if (!PICTURED.includes(name)) return
  if (typeof args[1] === 'number' && Math.abs(args[1]) > 1_000_000) throw new RangeError(`$${name}: too wide`)
  const pictures = name === 'now' ? args : args.slice(1)
  for (const picture of pictures) {
    if (typeof picture !== 'string') continue
    if (picture.length > 256 || /\d{4,}/.test(picture)) throw new RangeError(`$${name}: the picture is too long`)
  }
  // The library turns the picture into a backtracking expression: neighbouring parts could be split in very many ways.
  const [text, picture] = args
  if (name !== 'toMillis' || typeof picture !== 'string') return
  const separators = picture.replace(/\[[^\]]*\]/g, '|').replace(/[ \-/:.,TZ]/g, '')
  if (/[^|]/.test(separators) || picture.split('][').length > 3 || String(text).length > 100) {
    throw refusal('expression_failed', '$toMillis: put a separator (space - / : . ,) between the parts of the picture')
  }
}

/** The list without repetitions, in one pass instead of comparing each with each. */
function distinct(values: unknown): unknown {
  if (!Array.isArray(values) || values.length <= 1) return values
  const seen = new Map<string, unknown>()
  for (const value of values) {
    const key = canonicalJson(value)
    if (!seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()]
}

async function guardFunctions({ interpreter, variables }: ParsedExpression): Promise<void> {
  for (const name of variables) {
    if (!/^[a-z]\w*$/i.test(name)) continue
    const library: Library | undefined = await jsonata(`$${name}`).evaluate(null)
    if (!library?.signature) continue
    const { implementation, signature } = library
    const guarded = function (this: { environment: Environment }, ...args: unknown[]) {
      this.environment.base.guardrails()
      checkArguments(name, args)
      return name === 'distinct' ? distinct(args[0]) : implementation.apply(this, args)
    }
    // The number of parameters decides what a library function hands to it.
    Object.defineProperty(guarded, 'length', { value: implementation.length })
    interpreter.registerFunction(name, guarded as (...args: unknown[]) => unknown, signature.definition)
  }
}

/** What was looked through already: data is never written to, so it stays as it was found. */
const looked = new WeakMap<object, boolean>()

/** However deep: without recursion. */
function holdsEmptyList(root: unknown): boolean {
  if (typeof root !== 'object' || root === null) return false
  const known = looked.get(root)
  if (known !== undefined) return known
  let found = false
  for (const stack: unknown[] = [root]; !found && stack.length > 0; ) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    const parts = Object.values(value)
    found = parts.length === 0 && Array.isArray(value)
    for (const part of parts) stack.push(part)
  }
  looked.set(root, found)
  return found
}

/** Evaluates with the interpreter. @throws ExpressionError */
export type Slow = (root: Json | undefined, bindings: Bindings) => Promise<Json | undefined>

export function compileSlow(parsed: ParsedExpression): Slow {
  let prepared: Promise<void> | undefined
  return async (root, bindings) => {
    prepared ??= guardFunctions(parsed).then(() => guardValues(parsed.interpreter))
    await prepared
    const nodes: Record<string, Json> = {}
    for (const id of parsed.references) {
      const value = bindings.node?.(id)
      if (value !== undefined) nodes[id] = value
    }
    const { input, trigger, vars, item, index } = bindings
    const given = { root, input, nodes, trigger, vars, item, index }
    // Data belongs to other nodes too, and what is written in a workflow to all its runs: only a copy may be written to.
    const parts = [root, input, trigger, vars, item, ...Object.values(nodes)]
    const writes = parsed.writes || (parsed.makesObjects && parts.some(holdsEmptyList))
    const { root: start, ...read } = writes ? structuredClone(given) : given
    try {
      // An empty root is a list of its own: what is put into it appears nowhere else.
      const result = await parsed.interpreter.evaluate(Array.isArray(start) && start.length === 0 ? [] : start, read)
      return toJson(result, parsed.source, 0)
    } catch (thrown) {
      throw toExpressionError(thrown, parsed.source)
    }
  }
}

/** A plain copy of a result: no marks of the interpreter, no functions, no numbers that JSON lacks. */
function toJson(value: unknown, expression: string, depth: number): Json | undefined {
  const fail = (code: ConstructorParameters<typeof ExpressionError>[0], message: string) =>
    new ExpressionError(code, message, { expression })
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') {
    return value as Json | undefined
  }
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw fail('expression_failed', 'The result is not a number that can be stored')
  }
  if (typeof value !== 'object' || '_jsonata_lambda' in value || '_jsonata_function' in value) {
    throw fail('expression_failed', 'The result is a function; call it with ()')
  }
  if (depth >= EXPRESSION_LIMITS.depth) throw fail('expression_too_deep', 'The result is nested too deeply')
  if (Array.isArray(value)) return Array.from(value, (item) => toJson(item, expression, depth + 1) ?? null)
  const copy: { [key: string]: Json } = {}
  for (const [key, part] of Object.entries(value)) {
    if ((RESERVED_KEYS as readonly string[]).includes(key)) {
      throw fail('expression_reserved', `The key “${key}” is reserved`)
    }
    const plain = toJson(part, expression, depth + 1)
    if (plain !== undefined) copy[key] = plain
  }
  return copy
}
