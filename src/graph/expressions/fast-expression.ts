/**
 * The common part of JSONata as synchronous closures, with JSONata's results: paths over own properties, literals, operators,
 * conditionals, constructors and some library functions. What is not covered compiles to null; what turns out unusual while
 * running throws `BAIL`. In both cases the interpreter takes over. `fast-expression.test.ts` holds the two to each other.
 */
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { isLargerThan, QUICK_CHARACTERS } from '#graph/values/value-size.ts'
import type { Ast } from './expression-ast.ts'
import { FAST_FUNCTIONS, type FastFunction, LONGEST_TEXT } from './fast-functions.ts'
import { compilePath, compilePredicates } from './fast-paths.ts'
import { type Compiling, type Fast, readsContext, Uncovered } from './fast-types.ts'
import {
  append,
  arithmetic,
  BAIL,
  checkTime,
  compare,
  deepEqual,
  includes,
  isNumber,
  Sequence,
  toBoolean,
  toText,
  unwrap,
} from './fast-values.ts'

const uncovered = () => new Uncovered('only the interpreter knows this')

const SPECIAL = ['keepArray', 'keepSingletonArray', 'group', 'tuple', 'focus', 'index', 'ancestor', 'seekingParent']

export interface FastExpression {
  readonly run: Fast
  /** Reads something relative to the root. */
  readonly usesRoot: boolean
}

/** Compiles a tree, or answers null where it says more than the synchronous path covers. */
export function compileFast(ast: Ast): FastExpression | null {
  const compiling: Compiling = { depth: 0, usesRoot: false, compile }
  try {
    const run = compile(ast, compiling)
    return { run, usesRoot: compiling.usesRoot }
  } catch (thrown) {
    if (thrown instanceof Uncovered || thrown instanceof RangeError) return null
    throw thrown
  }
}

/** @throws Uncovered */
function compile(ast: Ast, compiling: Compiling): Fast {
  for (const mark of SPECIAL) if ((ast as unknown as Record<string, unknown>)[mark] !== undefined) throw uncovered()
  const base = compileNode(ast, compiling)
  if (!ast.predicate) return base
  const filter = compilePredicates(ast.predicate, compiling)
  return (context, evaluation) => {
    const result = filter(base(context, evaluation), evaluation)
    return result instanceof Sequence ? unwrap(result.items) : result
  }
}

function compileNode(ast: Ast, compiling: Compiling): Fast {
  switch (ast.type) {
    case 'string':
    case 'number':
    case 'value': {
      const { value } = ast
      return () => value
    }
    case 'variable':
      return compileVariable(ast, compiling)
    case 'path':
      return compilePath(ast, compiling)
    case 'binary':
      return compileBinary(ast, compiling)
    case 'unary':
      return compileUnary(ast, compiling)
    case 'condition':
      return compileCondition(ast, compiling)
    case 'block':
      return compileBlock(ast, compiling)
    case 'function':
      return compileCall(ast, ast.arguments ?? [], compiling)
    case 'apply':
      if (ast.rhs?.type !== 'function' || Object.hasOwn(ast.rhs, 'predicate')) throw uncovered()
      return compileCall(ast.rhs, [ast.lhs as Ast, ...(ast.rhs.arguments ?? [])], compiling)
    default:
      throw uncovered()
  }
}

function compileVariable(ast: Ast, compiling: Compiling): Fast {
  switch (ast.value) {
    case '':
      readsContext(compiling)
      return (context) => context
    case '$':
      return (_context, { root }) => root
    case 'input':
      return (_context, { bindings }) => bindings.input
    case 'trigger':
      return (_context, { bindings }) => bindings.trigger
    case 'vars':
      return (_context, { bindings }) => bindings.vars
    case 'item':
      return (_context, { bindings }) => bindings.item
    case 'index':
      return (_context, { bindings }) => bindings.index
    default:
      throw uncovered()
  }
}

function compileBinary(ast: Ast, compiling: Compiling): Fast {
  const left = compile(ast.lhs as Ast, compiling)
  const right = compile(ast.rhs as Ast, compiling)
  const operator = String(ast.value)
  switch (operator) {
    case 'and':
      return (context, run) => toBoolean(left(context, run)) === true && toBoolean(right(context, run)) === true
    case 'or':
      return (context, run) => toBoolean(left(context, run)) === true || toBoolean(right(context, run)) === true
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return (context, run) => arithmetic(operator, left(context, run), right(context, run))
    case '=':
    case '!=':
      return (context, run) => {
        const a = left(context, run)
        const b = right(context, run)
        if (typeof a === 'object') {
          checkTime(run)
          if (isLargerThan(QUICK_CHARACTERS, a)) throw BAIL
        }
        return a !== undefined && b !== undefined && deepEqual(a, b) === (operator === '=')
      }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (context, run) => compare(operator, left(context, run), right(context, run))
    case '&':
      return (context, run) => {
        checkTime(run)
        const joined = `${toText(left(context, run)) ?? ''}${toText(right(context, run)) ?? ''}`
        if (joined.length > LONGEST_TEXT) throw BAIL
        return joined
      }
    case 'in':
      return (context, run) => {
        checkTime(run)
        return includes(left(context, run), right(context, run))
      }
    default:
      throw uncovered()
  }
}

function compileUnary(ast: Ast, compiling: Compiling): Fast {
  if (ast.value === '-') {
    const inner = compile(ast.expression as Ast, compiling)
    return (context, run) => {
      const value = inner(context, run)
      if (value === undefined) return undefined
      if (!isNumber(value)) throw BAIL
      return -value
    }
  }
  if (ast.value === '[') return compileArray(ast, compiling)
  if (ast.value === '{') return compileObject(ast, compiling)
  throw uncovered()
}

function compileArray(ast: Ast, compiling: Compiling): Fast {
  // A constructor as a step of a path does not flatten; that is left to the interpreter.
  if (Object.hasOwn(ast, 'consarray')) throw uncovered()
  const items = (ast.expressions ?? []).map((item) => ({ nested: item.value === '[', run: compile(item, compiling) }))
  return (context, evaluation) => {
    let result: unknown[] = []
    for (const { nested, run } of items) {
      const value = run(context, evaluation)
      if (value === undefined) continue
      if (nested) result.push(value)
      else result = append(result, value) as unknown[]
    }
    return result
  }
}

function compileObject(ast: Ast, compiling: Compiling): Fast {
  const pairs = (ast.lhs as [Ast, Ast][]).map(
    ([key, value]) => [compile(key, compiling), compile(value, compiling)] as const,
  )
  return (context, evaluation) => {
    // Over a list the constructor groups; the interpreter does that.
    if (Array.isArray(context)) throw BAIL
    const result: Record<string, unknown> = {}
    const seen = new Set<string>()
    for (const [key, value] of pairs) {
      const name = key(context, evaluation)
      if (name === undefined) continue
      if (typeof name !== 'string' || seen.has(name) || isSpecialKey(name)) throw BAIL
      seen.add(name)
      const found = value(context, evaluation)
      if (found !== undefined) result[name] = found
    }
    return result
  }
}

const isSpecialKey = (key: string) =>
  (RESERVED_KEYS as readonly string[]).includes(key) || key === '_jsonata_lambda' || key === '_jsonata_function'

function compileCondition(ast: Ast, compiling: Compiling): Fast {
  const condition = compile(ast.condition as Ast, compiling)
  const then = compile(ast.then as Ast, compiling)
  const otherwise = ast.else ? compile(ast.else, compiling) : () => undefined
  return (context, run) => (toBoolean(condition(context, run)) ? then(context, run) : otherwise(context, run))
}

function compileBlock(ast: Ast, compiling: Compiling): Fast {
  const parts = (ast.expressions ?? []).map((part) => compile(part, compiling))
  const [only] = parts
  if (only && parts.length === 1) return only
  return (context, run) => {
    let result: unknown
    for (const part of parts) result = part(context, run)
    return result
  }
}

function compileCall(ast: Ast, given: Ast[], compiling: Compiling): Fast {
  const name = ast.procedure
  if (name?.type !== 'variable' || typeof name.value !== 'string' || name.predicate) throw uncovered()
  const called: FastFunction | undefined = FAST_FUNCTIONS.get(name.value)
  if (!called || given.length < called.arity[0] || given.length > called.arity[1]) throw uncovered()
  const [a, b, c] = given.map((argument) => compile(argument, compiling))
  if (!a) throw uncovered()
  return (context, run) => {
    checkTime(run)
    return called.run(a(context, run), b?.(context, run), c?.(context, run))
  }
}
