/**
 * Expressions in settings: `{{ JSONata }}` in any text. A text that is one expression keeps the type of its result; a mixed one
 * becomes a string. `compileConfig` once per node version, `resolve` per run; it answers at once when every expression is of
 * the common kind (see `fast-expression.ts`), else with a promise. No host evaluation anywhere; only own properties.
 */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { aroundRaw } from '#graph/values/raw-fields.ts'
import type { SentBindings } from './evaluator.ts'
import { type ParsedExpression, parseExpression } from './expression-ast.ts'
import { EXPRESSION_LIMITS, ExpressionError, inField } from './expression-error.ts'
import { compileFast } from './fast-expression.ts'
import type { Bindings } from './fast-types.ts'
import { BAIL, checkTime } from './fast-values.ts'
import { joinText } from './join-text.ts'
import { sendBindings } from './send-bindings.ts'
import { compileSlow } from './slow-expression.ts'
import { hasExpression, splitTemplate } from './template.ts'

export interface CompiledExpression {
  readonly source: string
  /** The ids after `$nodes.`. */
  readonly references: readonly string[]
  /** Reads `$item` or `$index`, which exist only inside the body of a map. */
  readonly readsItem: boolean
  /** Whether common cases are answered at once. */
  readonly fast: boolean
  /**
   * @param root what a path without a variable starts from: `bindings.input` when absent, an item in per-item settings.
   * @returns the value, undefined for nothing found
   * @throws ExpressionError (or rejects with it)
   */
  evaluate(bindings: Bindings, root?: Json): Json | undefined | Promise<Json | undefined>
  /**
   * Evaluates at once, with little work only.
   * @throws BAIL (or RangeError) when the interpreter is needed or `until` (`performance.now()`) has passed
   */
  evaluateFast(bindings: Bindings, root: Json | undefined, until: number): Json | undefined
  /** Every `$name` that appears in it, without the dollar sign. */
  readonly mentions: ReadonlySet<string>
}

/** Whether the synchronous path gave up: the interpreter has to be asked. */
export const needsInterpreter = (thrown: unknown): boolean => thrown === BAIL || thrown instanceof RangeError

/** Steps of the synchronous path before the interpreter with its clock takes over. */
const FAST_STEPS = 200_000
const CACHE_SIZE = 5_000
const cache = new Map<string, CompiledExpression>()

/**
 * Compiles one expression without braces; answers are kept.
 * @throws ExpressionError `expression_syntax`, `expression_reserved`, `expression_too_large`
 */
export function compileExpression(source: string): CompiledExpression {
  const known = cache.get(source)
  if (known) return known
  const compiled = compileParsed(parseExpression(source))
  const oldest = cache.size >= CACHE_SIZE ? cache.keys().next() : undefined
  if (oldest && !oldest.done) cache.delete(oldest.value)
  cache.set(source, compiled)
  return compiled
}

function compileParsed(parsed: ParsedExpression): CompiledExpression {
  const fast = compileFast(parsed.ast)
  const slow = compileSlow(parsed)
  const { source, references, variables, mentions } = parsed
  const readsItem = variables.has('item') || variables.has('index')
  const known = { source, references, readsItem, mentions, fast: fast !== null }
  if (!fast) {
    const evaluate = (bindings: Bindings, root: Json | undefined = bindings.input) => slow(root, bindings)
    const evaluateFast = () => {
      throw BAIL
    }
    return { ...known, evaluate, evaluateFast }
  }
  const { run, usesRoot } = fast
  const evaluateFast = (bindings: Bindings, root: Json | undefined, until: number) => {
    const listRoot = Array.isArray(root)
    if (listRoot && usesRoot) throw BAIL
    return run(listRoot ? undefined : root, { bindings, root, left: FAST_STEPS, until }) as Json | undefined
  }
  const evaluate = (bindings: Bindings, root: Json | undefined = bindings.input) => {
    try {
      return evaluateFast(bindings, root, performance.now() + EXPRESSION_LIMITS.ms)
    } catch (thrown) {
      if (needsInterpreter(thrown)) return slow(root, bindings)
      throw thrown
    }
  }
  return { ...known, evaluate, evaluateFast }
}

/** The node ids an expression (without braces) reads through `$nodes`. @throws ExpressionError */
export const references = (source: string): readonly string[] => compileExpression(source).references

/** How the expressions of one call of `resolve` are evaluated. */
export interface Evaluate {
  (expression: CompiledExpression, bindings: Bindings): Json | undefined | Promise<Json | undefined>
  /** Others wait for this thread: texts that take long to put together throw BAIL. */
  readonly isQuick?: true
}

/** Puts a value into its place; a promise when the interpreter has to be asked. */
type Resolver = (bindings: Bindings, evaluate: Evaluate) => Json | undefined | Promise<Json | undefined>

export interface CompileOptions {
  /**
   * Dotted paths of settings taken as they are: `condition`, `keys.*.by` (`*` stands for every index). What lies around them (`keys`,
   * `keys.*`) cannot be an expression.
   */
  raw?: readonly string[]
}

export interface CompiledConfig {
  /** The settings as written. */
  readonly config: JsonObject
  /** Nothing to evaluate: `resolve` gives the settings themselves. */
  readonly constant: boolean
  /** One value may be mentioned more than once, so that all of them written out are larger than what there is in memory. */
  readonly multiplies: boolean
  /** The node ids that all expressions together read. */
  readonly references: readonly string[]
  /**
   * Settings with every expression replaced by its value. A key whose expression finds nothing is left out; in a list
   * it is null.
   * @param evaluate evaluates one expression; in the calling thread by default
   * @throws ExpressionError with `field`; a promise rejects with it
   */
  resolve(bindings: Bindings, evaluate?: Evaluate): JsonObject | Promise<JsonObject>
  /**
   * The same at once, or undefined when the interpreter is needed or the work is more than a few ms.
   * @throws ExpressionError with `field`
   */
  resolveFast(bindings: Bindings): JsonObject | undefined
  /** What its expressions read of the bindings, for evaluating them elsewhere. */
  send(bindings: Bindings): SentBindings
}

/** Gives a value that is there, once. */
const PLAIN_PATH = /^[\s\w$.]*$/

/** Which settings are not expressions, by their paths with `*` for list positions. */
interface Closed {
  raw: ReadonlySet<string>
  around: ReadonlySet<string>
}

const closedOf = ({ raw = [] }: CompileOptions): Closed => ({ raw: new Set(raw), around: aroundRaw(raw) })

const notAllowed = (expression: string, field: string) =>
  new ExpressionError('expression_not_allowed', 'This setting can’t be an expression. Enter its parts instead.', {
    expression: expression.slice(0, 200),
    field,
  })

/**
 * Compiles the settings of a node.
 * @throws ExpressionError with `field` for the first expression that cannot be parsed or is not allowed at its place
 */
export function compileConfig(config: JsonObject, options: CompileOptions = {}): CompiledConfig {
  const found: CompiledExpression[] = []
  const resolver = compileValue(config, '', closedOf(options), '', found)
  if (!resolver) {
    const sent = ({ input }: Bindings) => ({ input, nodes: {} })
    const resolve = () => config
    return { config, constant: true, multiplies: false, references: [], resolve, resolveFast: resolve, send: sent }
  }
  const references = found.flatMap((expression) => expression.references)
  const mentions = new Set(found.flatMap((expression) => [...expression.mentions]))
  const fast = found.every((expression) => expression.fast)
  return {
    config,
    constant: false,
    multiplies: found.length > 1 || found.some(({ source }) => !PLAIN_PATH.test(source)),
    references: [...new Set(references)],
    resolve: (bindings, evaluate = (expression, given) => expression.evaluate(given)) =>
      resolver(bindings, evaluate) as JsonObject | Promise<JsonObject>,
    resolveFast: (bindings) => (fast ? resolveFast(resolver, bindings) : undefined),
    send: (bindings) => sendBindings(bindings, references, mentions),
  }
}

function resolveFast(resolver: Resolver, bindings: Bindings): JsonObject | undefined {
  const until = performance.now() + EXPRESSION_LIMITS.fast_ms
  let count = 0
  try {
    const evaluate = (expression: CompiledExpression, given: Bindings) => {
      if (++count % 16 === 0) checkTime({ until })
      return expression.evaluateFast(given, given.input, until)
    }
    return resolver(bindings, Object.assign(evaluate, { isQuick: true as const })) as JsonObject
  } catch (thrown) {
    if (needsInterpreter(thrown)) return undefined
    throw thrown
  }
}

/** A text with expressions. */
export interface Template {
  /** Dotted path. */
  field: string
  text: string
  /** It is in a setting where no expression is allowed, and is never evaluated. */
  refused: ExpressionError | null
}

/** The texts of a node's settings that hold expressions. */
export function templatesIn(config: JsonObject, options: CompileOptions = {}): Template[] {
  const { raw, around } = closedOf(options)
  const found: Template[] = []
  const visit = (value: Json, path: string, pattern: string): void => {
    if (raw.has(pattern)) return
    if (typeof value === 'string') {
      if (!hasExpression(value)) return
      found.push({ field: path, text: value, refused: around.has(pattern) ? notAllowed(value, path) : null })
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, join(path, `${index}`), join(pattern, '*'))
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) visit(part, join(path, key), join(pattern, key))
    }
  }
  visit(config, '', '')
  return found
}

const join = (path: string, part: string) => (path === '' ? part : `${path}.${part}`)

/** Null for a value without expressions. `pattern` is the path with `*` for list positions. */
function compileValue(
  value: Json,
  path: string,
  closed: Closed,
  pattern: string,
  found: CompiledExpression[],
): Resolver | null {
  if (closed.raw.has(pattern)) return null
  if (typeof value === 'string') {
    if (!hasExpression(value)) return null
    if (closed.around.has(pattern)) throw notAllowed(value, path)
    return compileText(value, path, found)
  }
  if (typeof value !== 'object' || value === null) return null
  const isList = Array.isArray(value)
  const keys = Object.keys(value)
  const entries = keys.map((key) => {
    const part = (isList ? value[Number(key)] : value[key]) as Json
    const resolver = compileValue(part, join(path, key), closed, join(pattern, isList ? '*' : key), found)
    return { key, part, resolver }
  })
  if (entries.every(({ resolver }) => resolver === null)) return null
  return (bindings, evaluate) => {
    const result: Record<string, Json> | Json[] = isList ? [] : {}
    const target = result as Record<string, Json>
    let pending: Promise<void>[] | undefined
    for (const { key, part, resolver } of entries) {
      const resolved = resolver ? afterThose(pending, () => resolver(bindings, evaluate)) : part
      if (resolved instanceof Promise) {
        if (isList) target[key] = null
        pending ??= []
        pending.push(
          resolved.then((late) => {
            if (late !== undefined) target[key] = late
          }),
        )
      } else if (resolved !== undefined) target[key] = resolved
      else if (isList) target[key] = null
    }
    return pending ? inOrder(pending).then(() => result) : result
  }
}

function compileText(text: string, field: string, found: CompiledExpression[]): Resolver {
  const locate = (thrown: unknown): never => {
    throw thrown instanceof ExpressionError ? inField(thrown, field) : thrown
  }
  const parts = tryOr(() => splitTemplate(text), locate)
  const compiled = parts.map((part) => {
    if (part.type === 'text') return part.text
    const expression = tryOr(() => compileExpression(part.source), locate)
    found.push(expression)
    return expression
  })
  const [only] = compiled
  if (compiled.length === 1 && only && typeof only !== 'string') {
    return (bindings, evaluate) => {
      const value = evaluate(only, bindings)
      return value instanceof Promise ? value.catch(locate) : value
    }
  }
  return (bindings, evaluate) => {
    const values: (Json | undefined | Promise<Json | undefined>)[] = []
    let pending: true | undefined
    for (const part of compiled) {
      const value = typeof part === 'string' ? part : afterThose(pending, () => evaluate(part, bindings))
      if (value instanceof Promise) pending = true
      values.push(value)
    }
    if (!pending) return joinText(values as (Json | undefined)[], field, evaluate.isQuick)
    return inOrder(values).then((settled) => joinText(settled, field), locate)
  }
}

/** When something before it is under way, what a later part throws at once must wait for its turn. */
function afterThose<T>(pending: unknown, evaluate: () => T | Promise<T>): T | Promise<T> {
  if (!pending) return evaluate()
  try {
    return evaluate()
  } catch (thrown) {
    return Promise.reject(thrown)
  }
}

/** Like `Promise.all`, but of several that fail the first in order is told, whichever was quicker. */
async function inOrder<T>(values: readonly (T | Promise<T>)[]): Promise<T[]> {
  for (const value of values) if (value instanceof Promise) value.catch(() => {})
  const settled: T[] = []
  for (const value of values) settled.push(await value)
  return settled
}

function tryOr<T>(attempt: () => T, failed: (thrown: unknown) => never): T {
  try {
    return attempt()
  } catch (thrown) {
    return failed(thrown)
  }
}
