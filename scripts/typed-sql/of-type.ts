/** Makes values from types, where the source says nothing more of a value. */
import ts from 'typescript-5'
import type { Evaluator } from './evaluator.ts'
import { isSql } from './source.ts'
import { Unknown } from './values.ts'

const MOST_LITERALS = 40

const isObject = (type: ts.Type): boolean =>
  type.isIntersection() ? type.types.every(isObject) : Boolean(type.flags & ts.TypeFlags.Object)

/** A value of its type: one of its literals, a list of one, or an object with its properties. */
export function valueOfType(evaluator: Evaluator, value: Unknown): { value: unknown } | null {
  const literal = literalOf(evaluator, value.type, value.id)
  if (literal) return literal
  const { type, node, id } = value
  if (type.isUnion()) {
    const some = evaluator.checker.getNonNullableType(type)
    if (some === type || isSql(evaluator.checker, type)) return null
    if (evaluator.choices.pick(`${id}#present`, 2) === 1)
      return { value: type.flags & ts.TypeFlags.Null ? null : undefined }
    return valueOfType(evaluator, new Unknown(id, some, node))
  }
  if (evaluator.checker.isArrayType(type)) {
    const [element] = evaluator.checker.getTypeArguments(type as ts.TypeReference)
    return element ? { value: [new Unknown(`${id}[]`, element, node)] } : null
  }
  if (!isObject(type) || type.getCallSignatures().length > 0) return null
  const properties = type.getProperties()
  const isOfPackage = type.symbol?.declarations?.some((one) => one.getSourceFile().isDeclarationFile)
  if (properties.length === 0 || (type.isClassOrInterface() && isOfPackage)) return null
  return {
    value: Object.fromEntries(
      properties.map(({ name }, i) => [
        name,
        new Unknown(`${id}.${name}`, evaluator.checker.getTypeOfSymbol(properties[i] as ts.Symbol), node),
      ]),
    ),
  }
}

/** One of the values of a type that has only literals. @param site where it decides something */
export function literalOf(evaluator: Evaluator, type: ts.Type, id: string, site?: ts.Node): { value: unknown } | null {
  const parts = type.isUnion() ? type.types : [type]
  const values: unknown[] = []
  for (const part of parts) {
    if (part.isStringLiteral() || part.isNumberLiteral()) values.push(part.value)
    else if (part.flags & ts.TypeFlags.BooleanLiteral) values.push(evaluator.checker.typeToString(part) === 'true')
    else if (part.flags & ts.TypeFlags.Null) values.push(null)
    else if (part.flags & ts.TypeFlags.Undefined) values.push(undefined)
    else return null
  }
  // The order of a union's parts is not that of the source.
  values.sort((a, b) => (String(a) < String(b) ? 1 : -1))
  if (values.length > MOST_LITERALS) return null
  // Conditions may have narrowed the type since it was asked the first time.
  const before = evaluator.literals.get(id)
  if (before && values.includes(before.value)) {
    if (site && before.values.length === values.length)
      evaluator.choices.pick(`${id}#${values.join()}`, values.length, site)
    return before
  }
  const value = values[evaluator.choices.pick(`${id}#${values.join()}`, values.length, site)]
  evaluator.literals.set(id, { value, values })
  return { value }
}
