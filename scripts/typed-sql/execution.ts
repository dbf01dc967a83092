/** Runs the statements of a function as far as they decide what SQL it makes: returns, assignments, and what is pushed to lists. */
import ts from 'typescript-5'
import { assume, isTrue, refuse } from './conditions.ts'
import type { Evaluator } from './evaluator.ts'
import { isSql } from './source.ts'
import { CannotFollow, Scope, Unknown, Unreachable } from './values.ts'

const ADDS = new Set(['push', 'unshift', 'set', 'add'])
interface Returned {
  value: unknown
}

/** @returns what the function returns */
export function runBlock(evaluator: Evaluator, body: ts.Block, scope: Scope): unknown {
  return run(evaluator, body, scope)?.value
}

function run(evaluator: Evaluator, statement: ts.Statement, scope: Scope): Returned | null {
  if (!decides(statement)) return null
  if (ts.isBlock(statement)) return runAll(evaluator, statement.statements, scope)
  if (ts.isReturnStatement(statement))
    return { value: statement.expression && evaluator.evaluate(statement.expression, scope) }
  if (ts.isThrowStatement(statement)) throw new Unreachable()
  if (ts.isIfStatement(statement)) {
    const branch = isTrue(evaluator, statement.expression, scope) ? statement.thenStatement : statement.elseStatement
    return branch ? run(evaluator, branch, scope) : null
  }
  if (ts.isForOfStatement(statement)) return loop(evaluator, statement, scope)
  if (ts.isSwitchStatement(statement)) return runSwitch(evaluator, statement, scope)
  if (ts.isTryStatement(statement)) return run(evaluator, statement.tryBlock, scope)
  if (ts.isExpressionStatement(statement)) {
    change(evaluator, statement.expression, scope)
    return null
  }
  if (ts.isVariableStatement(statement)) return null
  throw new CannotFollow(statement, 'this kind of statement is not followed')
}

/** A list that is not known, and holds no SQL, does not matter. */
function change(evaluator: Evaluator, expression: ts.Expression, scope: Scope): void {
  if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) {
    const list = expression.expression.expression
    const { checker } = evaluator
    if (!isSql(checker, checker.getTypeAtLocation(list)) && evaluator.evaluate(list, scope) instanceof Unknown) return
  }
  evaluator.evaluate(expression, scope)
}

function runAll(evaluator: Evaluator, statements: readonly ts.Statement[], scope: Scope): Returned | null {
  for (const one of statements) {
    const returned = run(evaluator, one, scope)
    if (returned) return returned
  }
  return null
}

function loop(evaluator: Evaluator, statement: ts.ForOfStatement, scope: Scope): Returned | null {
  const [declaration] = ts.isVariableDeclarationList(statement.initializer) ? statement.initializer.declarations : []
  if (!declaration) throw new CannotFollow(statement, 'the loop declares no variable')
  let count = 0
  for (const value of evaluator.force(evaluator.evaluate(statement.expression, scope)) as Iterable<unknown>) {
    const inner = new Scope(`${scope.id}/${statement.pos}#${count++}`, statement, scope)
    inner.values.set(declaration, value)
    const returned = run(evaluator, statement.statement, inner)
    if (returned) return returned
  }
  return null
}

function runSwitch(evaluator: Evaluator, statement: ts.SwitchStatement, scope: Scope): Returned | null {
  const value = evaluator.force(evaluator.evaluate(statement.expression, scope))
  const { clauses } = statement.caseBlock
  const start = clauses.findIndex(
    (clause) => ts.isDefaultClause(clause) || evaluator.evaluate(clause.expression, scope) === value,
  )
  for (const clause of start === -1 ? [] : clauses.slice(start)) {
    const returned = runAll(evaluator, clause.statements, scope)
    if (returned || clause.statements.some(ts.isBreakStatement)) return returned
  }
  return null
}

/** Runs what changes values before `target`, which is somewhere in `statement`. Returns on the way are not taken. */
export function runUpTo(evaluator: Evaluator, statement: ts.Statement, target: ts.Node, scope: Scope): void {
  if (ts.isBlock(statement)) {
    for (const one of statement.statements) {
      if (contains(one, target)) {
        runUpTo(evaluator, one, target, scope)
        return
      }
      if (ts.isIfStatement(one) && leaves(one.thenStatement)) refuse(evaluator, one.expression, scope)
      else if (changes(one)) run(evaluator, one, scope)
    }
  } else if (ts.isIfStatement(statement)) {
    const inThen = contains(statement.thenStatement, target)
    if (!inThen && !(statement.elseStatement && contains(statement.elseStatement, target))) return
    assume(evaluator, statement.expression, inThen, scope)
    runUpTo(evaluator, inThen ? statement.thenStatement : (statement.elseStatement as ts.Statement), target, scope)
  } else if (ts.isTryStatement(statement)) {
    for (const block of [statement.tryBlock, statement.catchClause?.block, statement.finallyBlock])
      if (block && contains(block, target)) runUpTo(evaluator, block, target, scope)
  }
}

/** Whether what follows is not reached after this. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.some(leaves)
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement)
}

const contains = (node: ts.Node, inner: ts.Node): boolean =>
  node.getSourceFile() === inner.getSourceFile() && node.pos <= inner.pos && inner.end <= node.end

const deciding = new WeakMap<ts.Node, boolean>()
const decides = (statement: ts.Node): boolean => remember(deciding, statement, true)
const changing = new WeakMap<ts.Node, boolean>()
const changes = (statement: ts.Node): boolean => remember(changing, statement, false)

function remember(known: WeakMap<ts.Node, boolean>, node: ts.Node, withReturns: boolean): boolean {
  const before = known.get(node)
  if (before !== undefined) return before
  let found = withReturns && (ts.isReturnStatement(node) || ts.isThrowStatement(node))
  if (ts.isExpressionStatement(node)) found ||= isChange(node.expression)
  if (!found && !ts.isFunctionLike(node))
    ts.forEachChild(node, (child) => {
      found ||= remember(known, child, withReturns)
    })
  known.set(node, found)
  return found
}

function isChange(expression: ts.Expression): boolean {
  if (ts.isBinaryExpression(expression)) return expression.operatorToken.kind === ts.SyntaxKind.EqualsToken
  return (
    ts.isCallExpression(expression) &&
    ts.isPropertyAccessExpression(expression.expression) &&
    ADDS.has(expression.expression.name.text)
  )
}
