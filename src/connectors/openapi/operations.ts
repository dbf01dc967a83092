/** The operations of a document: what each is called, without reading its schemas yet. */
import type { Effect, HttpCall } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, isReserved, note, type OpenApiDocument, own, textOf } from './document.ts'
import { effectOf } from './effects.ts'
import { at, OpenApiError } from './problems.ts'
import { clip, idOf, plainText, sentenceOf, shortHash, titleOf, wordsOf } from './words.ts'

const MOST_OPERATIONS = 50_000

/** An operation as lists show it, before it is read as an action. */
export interface OperationSummary {
  id: string
  title: string
  group: string
  effect: Effect
  method: HttpCall['method']
  path: string
  deprecated: boolean
  /** The operation's own id in the document, empty where it has none. */
  operation_id: string
  pointer: string
}

export interface Operation extends OperationSummary {
  value: JsonObject
  pathItem: JsonObject
  pathPointer: string
}

const METHODS = ['get', 'put', 'post', 'delete', 'head', 'patch'] as const

/** @throws OpenApiError `operations_missing`, `operations_too_many` */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const paths = own(document.root, 'paths')
  const found = isObject(paths) ? Object.entries(paths).flatMap(([path, item]) => ofPath(document, path, item)) : []
  if (found.length === 0) throw new OpenApiError('operations_missing', 'The document has no operations', '/paths')
  if (found.length > MOST_OPERATIONS)
    throw new OpenApiError('operations_too_many', `The document has more than ${MOST_OPERATIONS} operations`, '/paths')
  return withIds(found)
}

function ofPath(document: OpenApiDocument, path: string, given: Json): Operation[] {
  const where = at('/paths', path)
  if (!path.startsWith('/') || isReserved(path)) {
    if (!path.startsWith('x-'))
      note(document, new OpenApiError('operation_invalid', 'A path has to begin with a slash', where))
    return []
  }
  try {
    const { value, pointer } = follow(document, given, where)
    if (!isObject(value)) return []
    return METHODS.flatMap((method) => {
      const operation = own(value, method)
      return isObject(operation) ? [summarise(path, method, operation, value, pointer)] : []
    })
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error
    note(document, error)
    return []
  }
}

function summarise(
  path: string,
  lower: string,
  value: JsonObject,
  pathItem: JsonObject,
  pathPointer: string,
): Operation {
  const method = lower.toUpperCase() as HttpCall['method']
  const operationId = textOf(own(value, 'operationId'))
  const summary = textOf(own(value, 'summary')) || shortDescription(value)
  return {
    id: idOf(operationId || `${lower} ${path}`) || lower,
    title: titleOf(summary, operationId, method, path.split(/[#?]/)[0] ?? path),
    group: groupOf(value, path),
    effect: effectOf(method, operationId || path, path),
    method,
    path,
    deprecated: own(value, 'deprecated') === true,
    operation_id: operationId,
    pointer: at(pathPointer, lower),
    ...{ value, pathItem, pathPointer },
  }
}

/** The first sentence of a description, where it is short enough for a title. */
function shortDescription(value: JsonObject): string {
  const [sentence = ''] = plainText(textOf(own(value, 'description'))).split(/\.(?:\s|$)/)
  return sentence.length <= 60 ? sentence : ''
}

function groupOf(value: JsonObject, path: string): string {
  const tags = own(value, 'tags')
  const tag = Array.isArray(tags) ? textOf(tags[0]) : ''
  if (tag !== '') return clip(/[ A-Z]/.test(tag) && !/[_.]/.test(tag) ? plainText(tag) : sentenceOf(wordsOf(tag)), 60)
  const part = path
    .split('/')
    .find((one) => one !== '' && !one.startsWith('{') && !/^(v?\d+(\.\d+)*|api|rest)$/i.test(one))
  return clip(sentenceOf(wordsOf(part ?? '')), 60)
}

/** Ids that are used twice end in a hash of method and path, all of them, so that the order in the document doesn't matter. */
function withIds(operations: Operation[]): Operation[] {
  const counts = new Map<string, number>()
  for (const { id } of operations) counts.set(id, (counts.get(id) ?? 0) + 1)
  const taken = new Set<string>()
  for (const operation of operations) {
    if ((counts.get(operation.id) ?? 0) > 1 || isReserved(operation.id))
      operation.id = `${operation.id.slice(0, 52)}_${shortHash(`${operation.method} ${operation.path}`)}`
    while (taken.has(operation.id)) operation.id = `${operation.id.slice(0, 52)}_${shortHash(operation.id)}`
    taken.add(operation.id)
  }
  return operations
}
