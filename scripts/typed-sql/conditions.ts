/** Decides conditions: by what is known, or by a choice that is tried both ways. */
import ts from 'typescript-5'
import type { Evaluator } from './evaluator.ts'
import { literalOf } from './of-type.ts'
import { isSql } from './source.ts'
import { type Scope, Unknown, Unreachable } from './values.ts'

const COMPARES = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.LessThanEqualsToken,
])

const isNothing = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined')

/** Whether a condition of the source holds. */
export function isTrue(evaluator: Evaluator, node: ts.Expression, scope: Scope): boolean {
  if (ts.isParenthesizedExpression(node)) return isTrue(evaluator, node.expression, scope)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return !isTrue(evaluator, node.operand, scope)
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return isTrue(evaluator, node.left, scope) && isTrue(evaluator, node.right, scope)
    if (kind === ts.SyntaxKind.BarBarToken)
      return isTrue(evaluator, node.left, scope) || isTrue(evaluator, node.right, scope)
    if (COMPARES.has(kind)) return compare(evaluator, node, scope)
  }
  return decide(evaluator, evaluator.evaluate(node, scope), node)
}

export function compare(evaluator: Evaluator, node: ts.BinaryExpression, scope: Scope): boolean {
  const kind = node.operatorToken.kind
  const isSame = kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken
  const isEquality = isSame || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  if (
    ts.isPropertyAccessExpression(node.left) &&
    node.left.name.text === 'length' &&
    isListOfSql(evaluator, node.left.expression)
  )
    // How many there are depends on more than one form can show.
    return evaluator.choices.pick(`${scope.id}:${node.getText()}`, 2, node) === 0
  let left = evaluator.evaluate(node.left, scope)
  let right = evaluator.evaluate(node.right, scope)
  if (isEquality && (right === null || right === undefined)) return isPresent(evaluator, left, node) !== isSame
  // A text that its type excludes, such as one of a brand.
  if (left instanceof Unknown && isEquality && typeof right === 'string') {
    const { checker } = evaluator
    if (!checker.isTypeAssignableTo(checker.getTypeAtLocation(node.right), left.type)) return !isSame
  }
  if (left instanceof Unknown) left = literalOf(evaluator, left.type, left.id, node)?.value ?? left
  if (right instanceof Unknown) right = literalOf(evaluator, right.type, right.id, node)?.value ?? right
  if (left instanceof Unknown || right instanceof Unknown) {
    const question = `${scope.id}:${node.left.getText()} ${node.right.getText()} ${isEquality ? '=' : kind}`
    return (evaluator.choices.pick(question, 2, node) === 0) === (isSame || !isEquality)
  }
  if (isEquality) return (left === right) === isSame
  const [a, b] = [left as number, right as number]
  if (kind === ts.SyntaxKind.GreaterThanToken) return a > b
  if (kind === ts.SyntaxKind.LessThanToken) return a < b
  return kind === ts.SyntaxKind.GreaterThanEqualsToken ? a >= b : a <= b
}

export function isPresent(evaluator: Evaluator, given: unknown, site: ts.Node): boolean {
  const value = sqlOf(evaluator, given)
  if (!(value instanceof Unknown)) return value !== null && value !== undefined
  if (evaluator.checker.getNonNullableType(value.type) === value.type) return true
  const literal = literalOf(evaluator, value.type, value.id, site)
  if (literal) return literal.value !== null && literal.value !== undefined
  return evaluator.choices.pick(`${value.id}#present`, 2, site) === 0
}

function isListOfSql(evaluator: Evaluator, node: ts.Expression): boolean {
  const type = evaluator.checker.getTypeAtLocation(node)
  return evaluator.checker.isArrayType(type) && isSql(evaluator.checker, type)
}

/** SQL is found out before it decides anything, so that the condition and its use agree. */
export const sqlOf = (evaluator: Evaluator, value: unknown): unknown =>
  value instanceof Unknown && isSql(evaluator.checker, value.type) ? evaluator.force(value) : value

/** Whether a condition holds. */
export function decide(evaluator: Evaluator, given: unknown, site: ts.Node): boolean {
  const value = sqlOf(evaluator, given)
  if (!(value instanceof Unknown)) return Boolean(value)
  const literal = literalOf(evaluator, value.type, value.id, site)
  if (literal) return Boolean(literal.value)
  const { type } = value
  if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)) return true
  return evaluator.choices.pick(`${value.id}#present`, 2, site) === 0
}

/** Code behind `if (…) return` is reached only when the condition is not so. */
export function refuse(evaluator: Evaluator, node: ts.Expression, scope: Scope): void {
  if (ts.isParenthesizedExpression(node)) refuse(evaluator, node.expression, scope)
  else if (ts.isPrefixUnaryExpression(node)) demand(evaluator, node.operand, scope)
  else if (!ts.isBinaryExpression(node)) return
  else if (node.operatorToken.kind === ts.SyntaxKind.BarBarToken) {
    refuse(evaluator, node.left, scope)
    refuse(evaluator, node.right, scope)
  } else if (node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken && isNothing(node.right))
    demand(evaluator, node.left, scope)
}

function demand(evaluator: Evaluator, node: ts.Expression, scope: Scope): void {
  const value = sqlOf(evaluator, evaluator.evaluate(node, scope))
  if (value instanceof Unknown) evaluator.choices.assume(`${value.id}#present`, 0)
  else if (value === null || value === undefined) throw new Unreachable()
}

/** Remembers that code is reached only when a condition has this outcome. */
export function assume(evaluator: Evaluator, node: ts.Expression, outcome: boolean, scope: Scope): void {
  if (ts.isParenthesizedExpression(node)) assume(evaluator, node.expression, outcome, scope)
  else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    assume(evaluator, node.operand, !outcome, scope)
  else if (!ts.isBinaryExpression(node)) {
    const value = evaluator.evaluate(node, scope)
    if (value instanceof Unknown) evaluator.choices.assume(`${value.id}#present`, outcome ? 0 : 1)
  }
}
