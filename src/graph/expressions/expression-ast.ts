/** Reads an expression: the syntax tree, the nodes it names, and what it may not say. */
import jsonata from 'jsonata'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { EXPRESSION_LIMITS, ExpressionError, toExpressionError } from './expression-error.ts'
import { LinearRegex } from './linear-regex.ts'

/** JSONata's tree, as its parser leaves it; the package's own types lack most of these. */
export interface Ast {
  type: string
  value?: unknown
  position?: number
  steps?: Ast[]
  stages?: { type: string; expr: Ast }[]
  predicate?: { type: string; expr: Ast }[]
  expressions?: Ast[]
  expression?: Ast
  arguments?: Ast[]
  procedure?: Ast
  condition?: Ast
  then?: Ast
  else?: Ast
  lhs?: Ast | [Ast, Ast][]
  rhs?: Ast
}

export interface ParsedExpression {
  readonly source: string
  readonly ast: Ast
  readonly interpreter: jsonata.Expression
  /** The ids after `$nodes.`, in order of appearance. */
  readonly references: readonly string[]
  /** Every `$name` read and not defined by the expression itself, without the dollar sign. */
  readonly variables: ReadonlySet<string>
  /** Every `$name` that appears, also those the expression defines, without the dollar sign. */
  readonly mentions: ReadonlySet<string>
  /**
   * May write to the data it reads: a transform (`~> |place|change|`) writes to whatever its place leads to, also outside of the copy
   * it makes; a call writes its name and place onto what it calls, also when that is data (`$input(1)`).
   */
  readonly writes: boolean
  /** Makes objects: where it does so over an empty list, the interpreter puts an `undefined` into that list. */
  readonly makesObjects: boolean
}

/** What holds data, `$` and `$$` among them. */
const DATA_VARIABLES = ['', '$', 'input', 'nodes', 'trigger', 'vars', 'item', 'index']

const isReserved = (name: unknown): boolean => (RESERVED_KEYS as readonly unknown[]).includes(name)

/**
 * Parses one expression (without braces).
 * @throws ExpressionError `expression_syntax` with the position, `expression_reserved`, `expression_too_large`
 */
export function parseExpression(source: string): ParsedExpression {
  if (source.length > EXPRESSION_LIMITS.length) {
    const message = `An expression may have at most ${EXPRESSION_LIMITS.length} characters`
    throw new ExpressionError('expression_too_large', message, { expression: source.slice(0, 100) })
  }
  let interpreter: jsonata.Expression
  try {
    interpreter = jsonata(source, {
      timeout: EXPRESSION_LIMITS.ms,
      stack: EXPRESSION_LIMITS.stack,
      sequence: EXPRESSION_LIMITS.items,
      RegexEngine: LinearRegex as unknown as RegExpConstructor,
    })
  } catch (thrown) {
    throw toExpressionError(thrown, source)
  }
  const ast = interpreter.ast() as unknown as Ast
  const references = new Set<string>()
  const variables = new Set<string>()
  const own = new Set<string>()
  let writes = false
  let makesObjects = false
  const called = new Set<string>()
  const refuse = (message: string, node: Ast) => {
    throw new ExpressionError('expression_reserved', message, { expression: source, position: node.position ?? null })
  }
  const stack: unknown[] = [ast]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null || value instanceof RegExp) continue
    // Children go on the stack last to first, so that names are met in reading order.
    const children = Object.values(value)
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index])
    const node = value as Ast
    if (node.type === 'lambda') for (const { value: name } of node.arguments ?? []) own.add(String(name))
    if (node.type === 'bind') own.add(String((node.lhs as Ast).value))
    if (node.type === 'transform') writes = true
    if ('group' in node) makesObjects = true
    if (node.type === 'function' || node.type === 'partial') {
      if (node.procedure?.type === 'variable') called.add(String(node.procedure.value))
      else writes = true
    }
    if (node.type === 'path') takeReference(node, references)
    if (node.type === 'name' && isReserved(node.value)) refuse(`The name “${node.value}” is reserved`, node)
    if (node.type === 'unary' && node.value === '{') {
      makesObjects = true
      for (const [key] of node.lhs as [Ast, Ast][]) {
        if (key.type === 'string' && isReserved(key.value)) refuse(`The key “${key.value}” is reserved`, node)
      }
    }
    if (node.type !== 'variable') continue
    variables.add(String(node.value))
    if (node.value === 'eval') refuse('$eval is not available', node)
    if (node.value === 'nodes' && !(node as { named?: boolean }).named) {
      refuse('Name a node after $nodes, as in $nodes.extract_text', node)
    }
  }
  return {
    source,
    ast,
    interpreter,
    references: [...references],
    mentions: variables,
    variables: new Set([...variables].filter((name) => !own.has(name))),
    writes: writes || [...called].some((name) => own.has(name) || DATA_VARIABLES.includes(name)),
    makesObjects,
  }
}

function takeReference(path: Ast, references: Set<string>): void {
  const [first, second] = path.steps ?? []
  if (first?.type !== 'variable' || first.value !== 'nodes' || first.predicate) return
  if (second?.type !== 'name' || typeof second.value !== 'string') return
  Object.defineProperty(first, 'named', { value: true, enumerable: false })
  references.add(second.value)
}
