/** Finds the statements of the server: where SQL is executed, in every form it can take there. */
import { isOperationNodeSource } from 'kysely'
import ts from 'typescript-5'
import { type Choices, tryEveryAnswer } from './choices.ts'
import { compile, type Text } from './compile.ts'
import { Evaluator, EXECUTES } from './evaluator.ts'
import { declarationOf, type Source } from './source.ts'
import { CannotFollow, Unreachable } from './values.ts'

const MOST_FORMS = 500

export interface Statement {
  /** The call that executes it. */
  call: ts.CallExpression
  forms: readonly Text[]
  /** Why it cannot be read, when it cannot. */
  problem: { node: ts.Node; reason: string } | null
  /** What its rows are said to be; null when it is not said. */
  row: ts.Type | null
}

/** @param visited receives every template that is part of a statement */
export function readStatements(source: Source, visited: Set<ts.Node>): Statement[] {
  const found: Statement[] = []
  for (const file of source.files) walk(file)
  return found

  function walk(node: ts.Node): void {
    const text = ts.isCallExpression(node) ? executedBy(source.checker, node) : null
    if (text) found.push(readStatement(source, node as ts.CallExpression, text, visited))
    ts.forEachChild(node, walk)
  }
}

/** The expression of what a call executes; null when it executes no SQL. */
function executedBy(checker: ts.TypeChecker, call: ts.CallExpression): ts.Expression | null {
  if (!ts.isPropertyAccessExpression(call.expression)) return null
  const { expression: receiver, name } = call.expression
  if (EXECUTES.has(name.text)) {
    const type = checker.getTypeAtLocation(receiver)
    return type.getProperty('toOperationNode') ? receiver : null
  }
  const [first] = call.arguments
  if (name.text === 'executeQuery') return first ?? null
  if (name.text === 'rows' && first) return checker.getTypeAtLocation(receiver).symbol?.name === 'Work' ? first : null
  if (name.text !== 'query' || !first) return null
  const result = resultOf(checker, call)
  return result.getProperty('rows') && result.getProperty('rowCount') ? first : null
}

const resultOf = (checker: ts.TypeChecker, call: ts.CallExpression): ts.Type => {
  const type = checker.getTypeAtLocation(call)
  return checker.getAwaitedType(type) ?? type
}

function readStatement(source: Source, call: ts.CallExpression, what: ts.Expression, visited: Set<ts.Node>): Statement {
  const forms = new Map<string, Text>()
  const row = rowOf(source.checker, call)
  const evaluate = (choices: Choices) => {
    try {
      const form = textOf(new Evaluator(source, choices, visited), what)
      forms.set(form.sql, form)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    }
  }
  try {
    const all = tryEveryAnswer(evaluate, MOST_FORMS)
    const problem = all
      ? forms.size > 0
        ? null
        : { node: what, reason: 'no statement comes of it' }
      : { node: what, reason: `it has more than ${MOST_FORMS} forms` }
    return { call, forms: [...forms.values()], problem, row }
  } catch (error) {
    const node = error instanceof CannotFollow ? error.node : what
    return { call, forms: [...forms.values()], problem: { node, reason: (error as Error).message }, row }
  }
}

function textOf(evaluator: Evaluator, what: ts.Expression): Text {
  const made = evaluator.force(evaluator.valueAt(what))
  if (typeof made === 'string') return { sql: made, spans: [] }
  if (typeof made === 'object' && made !== null) {
    if (isOperationNodeSource(made)) return compile(made.toOperationNode())
    const text = 'sql' in made ? made.sql : 'text' in made ? evaluator.force(made.text) : null
    // Of two conditions that depend on each other the answers did not fit.
    if ('text' in made && text === undefined) throw new Unreachable()
    if (typeof text === 'string') return { sql: text, spans: [] }
  }
  throw new CannotFollow(what, 'it is neither a text nor SQL of Kysely')
}

/** The type of one row, as the code that executes a statement sees it. */
function rowOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | null {
  const result = resultOf(checker, call)
  const rows = result.getProperty('rows')
  const list = rows ? checker.getTypeOfSymbol(rows) : result
  const row = checker.isArrayType(list)
    ? checker.getTypeArguments(list as ts.TypeReference)[0]
    : checker.getNonNullableType(list)
  if (!row || row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return null
  return /^(Insert|Update|Delete|Merge)Result$/.test(row.symbol?.name ?? '') ? null : row
}

/** Templates of SQL, each to be part of a statement. */
export function templatesOf(source: Source): ts.TaggedTemplateExpression[] {
  const found: ts.TaggedTemplateExpression[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql') {
      const declaration = declarationOf(source.checker, node.tag)
      if (declaration?.getSourceFile().fileName.includes('/kysely/')) found.push(node)
    }
    ts.forEachChild(node, walk)
  }
  for (const file of source.files) walk(file)
  return found
}
