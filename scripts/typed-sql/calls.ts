/** Calls that leave the evaluated source: `sql`'s own functions, Kysely's builders, and what JavaScript brings. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import ts from 'typescript-5'
import { decide, sqlOf } from './conditions.ts'
import type { Evaluator } from './evaluator.ts'
import { isSql } from './source.ts'
import { CannotFollow, Closure, origins, Scope, Unknown } from './values.ts'

export type Callable = (...args: unknown[]) => unknown

export const isSqlTag = (value: unknown): boolean => value === sql

/** `sql.raw(…)` and the like. What names or text they get must be known; values stay parameters. */
export function callSql(evaluator: Evaluator, name: string, args: readonly unknown[], node: ts.Node): unknown {
  const [first, second] = args
  if (name === 'val') return sql.val(first)
  if (name === 'join') {
    const list = (evaluator.force(first) as unknown[]).map((one) => sqlOf(evaluator, one))
    return second === undefined ? sql.join(list) : sql.join(list, evaluator.force(second) as RawBuilder<unknown>)
  }
  if (name === 'lit') return sql.lit(literal(evaluator, first))
  const given = args.map((one) => evaluator.force(one) as string)
  const method = (sql as unknown as Record<string, (...names: string[]) => RawBuilder<unknown>>)[name]
  if (!method) throw new CannotFollow(node, `sql.${name} is not known`)
  const made = method(...given)
  origins.set(made.toOperationNode(), node)
  return made
}

/** A number stands for any other. */
const literal = (evaluator: Evaluator, value: unknown): string | number =>
  value instanceof Unknown && evaluator.checker.typeToString(value.type) === 'number'
    ? 1
    : (evaluator.force(value) as string)

/** Calls a real function. What it gets is found out as far as possible; a value that stays unknown is passed on as a parameter. */
export function callBuiltIn(
  evaluator: Evaluator,
  base: unknown,
  method: Callable,
  args: readonly unknown[],
  node: ts.Node,
): unknown {
  const given = args.map((arg) => toReal(evaluator, arg, node))
  const [test] = given
  if (Array.isArray(base) && TESTS.has(method) && typeof test === 'function')
    given[0] = (...values: unknown[]) => decide(evaluator, (test as Callable)(...values), node)
  if (method === CompiledQuery.raw) given[0] = evaluator.force(given[0])
  const list = method === Array.prototype.join ? (base as unknown[]).map((one) => evaluator.force(one)) : base
  return method.apply(list, given)
}

function toReal(evaluator: Evaluator, value: unknown, node: ts.Node): unknown {
  if (value instanceof Closure) return asFunction(evaluator, value, node)
  if (!(value instanceof Unknown) || isPlain(value.type)) return value
  try {
    const found = evaluator.force(value)
    return found instanceof Closure ? asFunction(evaluator, found, node) : found
  } catch (error) {
    if (error instanceof CannotFollow && !isSql(evaluator.checker, value.type)) return value
    throw error
  }
}

const TESTS = new Set<unknown>([
  Array.prototype.filter,
  Array.prototype.some,
  Array.prototype.every,
  Array.prototype.find,
])

/** Texts, numbers and the like: there is no more to find out that SQL depends on. */
const isPlain = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.every((one) => isPlain(one) || Boolean(one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined))) &&
      !type.types.every((one) => one.isLiteral() || Boolean(one.flags & ts.TypeFlags.Null))
    : Boolean(type.flags & (ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) ||
      (type.isIntersection() && type.types.some(isPlain)) ||
      type.symbol?.name === 'Date' ||
      type.symbol?.name === 'Buffer'

function asFunction(evaluator: Evaluator, closure: Closure, node: ts.Node): Callable {
  let calls = 0
  return (...args) =>
    evaluator.callClosure(closure, args, new Scope(`${closure.scope.id}#${calls++}`, closure.scope.node, null), node)
}
