/** Paths and filters of the synchronous path: `$nodes.extract.items[price > 3].name`. */
import type { Ast } from './expression-ast.ts'
import { type Compiling, type Evaluation, type Fast, readsContext, Uncovered } from './fast-types.ts'
import { BAIL, checkTime, isNumber, lookUpProperty, Sequence, toBoolean, unwrap } from './fast-values.ts'

const NAME_MARKS = ['keepArray', 'group', 'tuple', 'focus', 'index', 'ancestor', 'seekingParent', 'predicate']

function refuseMarks(step: object): void {
  for (const mark of NAME_MARKS) if ((step as Record<string, unknown>)[mark] !== undefined) throw new Uncovered(mark)
}

type Filter = (input: unknown, evaluation: Evaluation) => Sequence | unknown[]
interface Step {
  run: Fast
  filter: Filter | null
}

export function compilePath(ast: Ast, compiling: Compiling): Fast {
  const steps = ast.steps ?? []
  const [first] = steps
  if (!first) throw new Uncovered('an empty path')
  if (first.type === 'variable' && first.value === 'nodes') return compileNodePath(steps, compiling)
  const absolute = first.type === 'variable'
  const compiled = compileSteps(steps, compiling, 0)
  return (context, evaluation) =>
    Array.isArray(context) && !absolute
      ? walkMany(compiled, 0, context, evaluation)
      : walk(compiled, 0, context, evaluation)
}

/** `$nodes.<id>` is asked of the bindings, so that no object of all outputs is ever built. */
function compileNodePath(steps: Ast[], compiling: Compiling): Fast {
  const [variable, named] = steps
  if (variable?.predicate || variable?.stages || named?.type !== 'name') throw new Uncovered('not a node by name')
  const id = String(named.value)
  const start: Step = {
    run: (_context, { bindings }) => bindings.node?.(id),
    filter: named.stages ? compilePredicates(named.stages, compiling) : null,
  }
  refuseMarks(named)
  const compiled = [start, ...compileSteps(steps.slice(2), compiling, 2)]
  return (_context, evaluation) => walk(compiled, 0, undefined, evaluation)
}

function compileSteps(steps: readonly Ast[], compiling: Compiling, offset: number): Step[] {
  return steps.map((step, index) => {
    const inner = index + offset > 0
    if (inner) compiling.depth++
    const run = step.type === 'name' ? compileName(step, compiling) : compiling.compile(step, compiling)
    if (inner) compiling.depth--
    return { run, filter: step.stages ? compilePredicates(step.stages, compiling) : null }
  })
}

function compileName(step: Ast, compiling: Compiling): Fast {
  refuseMarks(step)
  readsContext(compiling)
  const key = String(step.value)
  return (context) => lookUpProperty(context, key)
}

/** A path from one value: as long as no list is met, a plain walk over properties. */
function walk(steps: readonly Step[], from: number, start: unknown, evaluation: Evaluation): unknown {
  let value = start
  for (let at = from; at < steps.length; at++) {
    const step = steps[at] as Step
    value = step.run(value, evaluation)
    if (step.filter) value = step.filter(value, evaluation)
    if (value === undefined) return undefined
    const last = at === steps.length - 1
    if (value instanceof Sequence) return last ? unwrap(value.items) : walkMany(steps, at + 1, value.items, evaluation)
    if (Array.isArray(value)) return last ? value : walkMany(steps, at + 1, value, evaluation)
  }
  return value
}

/** A path from each of several values; what the steps give is flattened into one list. */
function walkMany(steps: readonly Step[], from: number, start: readonly unknown[], evaluation: Evaluation): unknown {
  let items = start
  for (let at = from; at < steps.length; at++) {
    const step = steps[at] as Step
    spend(items.length, evaluation)
    const found: unknown[] = []
    for (const [index, item] of items.entries()) {
      if (index % 64 === 63) checkTime(evaluation)
      let value = step.run(item, evaluation)
      if (step.filter) value = step.filter(value, evaluation)
      if (value !== undefined) found.push(value)
    }
    const [only] = found
    if (at === steps.length - 1 && found.length === 1 && Array.isArray(only)) return only
    const next: unknown[] = []
    for (const value of found) {
      const parts = value instanceof Sequence ? value.items : value
      if (Array.isArray(parts)) for (const part of parts) next.push(part)
      else next.push(parts)
    }
    spend(next.length, evaluation)
    items = next
    if (items.length === 0) return undefined
  }
  return unwrap(items as unknown[])
}

function spend(steps: number, evaluation: Evaluation): void {
  evaluation.left -= steps
  if (evaluation.left < 0) throw BAIL
  checkTime(evaluation)
}

/** `[…]` behind a step: a position, or a condition on each item. */
export function compilePredicates(predicates: NonNullable<Ast['predicate']>, compiling: Compiling): Filter {
  const filters = predicates.map(({ type, expr }) => {
    if (type !== 'filter') throw new Uncovered(type)
    if (expr.type === 'number') return byPosition(Math.floor(Number(expr.value)))
    compiling.depth++
    const condition = compiling.compile(expr, compiling)
    compiling.depth--
    return byCondition(condition)
  })
  const [only] = filters
  if (only && filters.length === 1) return only
  return (input, evaluation) => {
    let result: unknown = input
    for (const filter of filters) result = filter(result, evaluation)
    return result as Sequence
  }
}

const itemsOf = (input: unknown): readonly unknown[] =>
  input instanceof Sequence ? input.items : Array.isArray(input) ? input : [input]

const byPosition =
  (position: number): Filter =>
  (input) => {
    const items = itemsOf(input)
    const item = items[position < 0 ? items.length + position : position]
    if (Array.isArray(item)) return item
    return new Sequence(item === undefined ? [] : [item])
  }

const byCondition =
  (condition: Fast): Filter =>
  (input, evaluation) => {
    const items = itemsOf(input)
    spend(items.length, evaluation)
    const kept: unknown[] = []
    items.forEach((item, index) => {
      if (index % 64 === 63) checkTime(evaluation)
      const value = condition(item, evaluation)
      const positions = typeof value === 'number' ? [value] : value
      if (Array.isArray(positions)) spend(positions.length, evaluation)
      if (Array.isArray(positions) && positions.every(isNumber)) {
        for (const position of positions) {
          const floor = Math.floor(position)
          if ((floor < 0 ? items.length + floor : floor) === index) kept.push(item)
        }
      } else if (toBoolean(value)) kept.push(item)
    })
    // Kept nothing of nothing: the interpreter has its own way with it.
    if (kept.includes(undefined)) throw BAIL
    return new Sequence(kept)
  }
