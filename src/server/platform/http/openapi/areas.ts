/** The OpenAPI document in parts, for readers that show one operation at a time: an index of all, and a document for each area. */
import { findReferences, type OpenApiDocument, type OpenApiOperation } from './document.ts'

type Methods = Record<string, OpenApiOperation>
type Components = Record<string, Record<string, object>>

const mapOperations = (
  { paths }: OpenApiDocument,
  change: (operation: OpenApiOperation) => OpenApiOperation | null,
): Record<string, Methods> => {
  const kept: Record<string, Methods> = {}
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const changed = change(operation)
      if (changed === null) continue
      kept[path] ??= {}
      kept[path][method] = changed
    }
  return kept
}

const areaOf = ({ tags: [area = ''] }: OpenApiOperation): string => area

/** Every operation with its texts and its area, without what it takes and answers. */
export function indexDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = mapOperations(document, (operation) => {
    const { operationId, tags, summary, description, 'x-alias-of': alias } = operation
    return {
      operationId,
      tags,
      ...(summary && { summary }),
      ...(description && { description }),
      ...(alias && { 'x-alias-of': alias }),
      responses: {},
    }
  })
  return { ...document, paths, components: {} }
}

export const areasOf = ({ paths }: OpenApiDocument): ReadonlySet<string> =>
  new Set(Object.values(paths).flatMap((methods) => Object.values(methods).map(areaOf)))

/** The operations of one area with the components that they refer to. */
export function areaDocument(document: OpenApiDocument, area: string): OpenApiDocument {
  const paths = mapOperations(document, (operation) => (areaOf(operation) === area ? operation : null))
  const all = document.components as Components
  const components: Components = all.securitySchemes ? { securitySchemes: all.securitySchemes } : {}
  for (const reference of findReferences(paths, all)) {
    const [kind = '', name = ''] = reference.split('/')
    const component = all[kind]?.[name]
    if (component === undefined) continue
    components[kind] ??= {}
    components[kind][name] = component
  }
  return { ...document, paths, components }
}
