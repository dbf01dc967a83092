/** Compares what is said of a statement's rows with what Postgres says of them. */
import ts from 'typescript-5'
import type { Column, Kind } from './postgres.ts'

/** @returns what is not so, one sentence each */
export function compareRow(
  checker: ts.TypeChecker,
  row: ts.Type,
  columns: readonly Column[],
  kindOf: (oid: number) => Kind,
): string[] {
  if (row.flags & ts.TypeFlags.TypeParameter) return ['only its callers say what its rows are']
  if (row.isUnion()) {
    const [first = [], ...others] = row.types.map((one) => compareRow(checker, one, columns, kindOf))
    return others.some((one) => one.length === 0) ? [] : first
  }
  const problems: string[] = []
  const byName = new Map(columns.map((column) => [column.name, column]))
  for (const property of checker.getPropertiesOfType(row)) {
    const column = byName.get(property.name)
    if (!column) {
      if (!(property.flags & ts.SymbolFlags.Optional))
        problems.push(`the row has no column ${property.name}; it has ${[...byName.keys()].join(', ') || 'none'}`)
      continue
    }
    const kind = kindOf(column.dataTypeID)
    const type = checker.getTypeOfSymbol(property)
    if (!holds(checker, type, kind))
      problems.push(`${property.name} is ${nameOf(kind)}, but is said to be ${checker.typeToString(type)}`)
  }
  return problems
}

const nameOf = (kind: Kind): string =>
  typeof kind === 'string' ? kind : 'other' in kind ? kind.other : `${nameOf(kind.listOf)}[]`

/** Whether values of this kind have this type; null aside. */
function holds(checker: ts.TypeChecker, type: ts.Type, kind: Kind): boolean {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return true
  if (type.isUnion()) return type.types.every((one) => holds(checker, one, kind))
  // Brands are strings that carry a name.
  if (type.isIntersection()) return type.types.some((one) => holds(checker, one, kind))
  if (flags & ts.TypeFlags.TypeParameter) {
    const bound = checker.getBaseConstraintOfType(type)
    return bound !== undefined && holds(checker, bound, kind)
  }
  const name = type.symbol?.name
  if (kind === 'json') return name !== 'Date' && !(flags & ts.TypeFlags.BigIntLike)
  if (kind === 'string') return Boolean(flags & ts.TypeFlags.StringLike)
  if (kind === 'number') return Boolean(flags & ts.TypeFlags.NumberLike)
  if (kind === 'boolean') return Boolean(flags & ts.TypeFlags.BooleanLike)
  if (kind === 'Date') return name === 'Date'
  if (kind === 'Buffer') return name === 'Buffer' || name === 'Uint8Array'
  if (typeof kind === 'object' && 'listOf' in kind) {
    const [element] =
      checker.isArrayType(type) || checker.isTupleType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    return element !== undefined && holds(checker, element, kind.listOf)
  }
  return false
}
