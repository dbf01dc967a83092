/** What an operation answers: its schema, an example and how it is read. */
import type { HttpCall } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, note, type OpenApiDocument, own, type Place } from './document.ts'
import { isFile } from './keywords.ts'
import { at, OpenApiError } from './problems.ts'
import { sampleOf } from './samples.ts'
import type { SchemaReader } from './schemas.ts'

export interface Answer {
  kind: HttpCall['answer']
  output: JsonObject | null
  sample: Json
  /** The media type object of JSON answers. */
  media: Place | null
  hasLinkHeader: boolean
}

const USUAL = ['200', '201', '202', '203', '206', '204', '2XX', '2xx', 'default']

/** References that lead nowhere leave the answer unknown: the request can be sent all the same. */
export function readAnswer(
  document: OpenApiDocument,
  schemas: SchemaReader,
  responses: Json | undefined,
  pointer: string,
): Answer {
  const unknown: Answer = { kind: 'json', output: null, sample: null, media: null, hasLinkHeader: false }
  if (!isObject(responses)) return unknown
  const status = USUAL.find((name) => isObject(own(responses, name)))
  if (status === undefined) return unknown
  try {
    const response = follow(document, responses[status], at(pointer, status))
    const headers = own(response.value, 'headers')
    const hasLinkHeader = isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'link')
    const content = own(response.value, 'content')
    if (!isObject(content)) return { ...unknown, hasLinkHeader }
    return { ...readContent(document, schemas, content, at(response.pointer, 'content')), hasLinkHeader }
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error
    note(document, error)
    return unknown
  }
}

function readContent(
  document: OpenApiDocument,
  schemas: SchemaReader,
  content: JsonObject,
  pointer: string,
): Omit<Answer, 'hasLinkHeader'> {
  const names = Object.keys(content)
  const name = names.find((one) => /json/i.test(one)) ?? names.find((one) => one === '*/*') ?? names[0] ?? ''
  const media = follow(document, own(content, name), at(pointer, name))
  const schema = own(media.value, 'schema')
  const isBinary = schema !== undefined && isFile(follow(document, schema, at(media.pointer, 'schema')).value)
  if (isBinary) return { kind: 'file', output: null, sample: null, media: null }
  if (!/json/i.test(name) && name !== '*/*' && name !== '') {
    const isText = /^text\/|[/+](?:xml|yaml|x-yaml|csv|ndjson|jwt|javascript|x-www-form-urlencoded)\b/i.test(name)
    return isText
      ? { kind: 'text', output: { type: 'string' }, sample: null, media: null }
      : { kind: 'file', output: null, sample: null, media: null }
  }
  return { kind: 'json', output: outputOf(schemas, schema, media), sample: sampleOf(document, media), media }
}

function outputOf(schemas: SchemaReader, schema: Json | undefined, media: Place): JsonObject | null {
  if (schema === undefined) return null
  const refs = new Set<string>()
  const converted = schemas.convert(schema, at(media.pointer, 'schema'), 'output', refs)
  const definitions = schemas.definitions(refs, 'output')
  if (!isObject(converted) || Object.keys(converted).length === 0) return null
  return { ...converted, ...(definitions ? { $defs: definitions } : {}) }
}
