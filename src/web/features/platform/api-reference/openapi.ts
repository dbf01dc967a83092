/** The OpenAPI document as this page reads it: operations in groups, each with what it takes and answers. */

/** As much of JSON Schema as the contract uses. */
export interface Schema {
  type?: string | string[]
  $ref?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  examples?: unknown[]
  const?: unknown
  format?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: boolean | Schema
}

interface Content {
  content?: Record<string, { schema?: Schema; example?: unknown }>
}
type Access =
  | { type: 'public'; stale_token?: string }
  | { type: 'user' }
  | { type: 'role'; role: string }
  | { type: 'permission'; permission: string }

interface RawOperation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
  'x-access'?: Access
  'x-errors'?: string[]
  /** The endpoint that this operation is another method of. */
  'x-alias-of'?: string
}
export interface OpenApi {
  paths: Record<string, Record<string, RawOperation>>
  components?: { schemas?: Record<string, Schema> }
}

export interface Parameter {
  name: string
  place: string
  required: boolean
  description: string
  schema: Schema
}

export interface Operation {
  /** The endpoint's name: what a deep link says. */
  name: string
  method: string
  path: string
  summary: string
  description: string
  group: string
  access: Access
  parameters: Parameter[]
  body: { schema: Schema; multipart: boolean } | null
  /** `how` the data comes: in the envelope, bare, as a file or as events. */
  answer: { status: string; how: 'envelope' | 'raw' | 'file' | 'stream'; schema: Schema }
  errors: string[]
}

const METHODS = ['get', 'post', 'put', 'delete']

function answerOf(responses: RawOperation['responses']): Operation['answer'] {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['200', {}]
  const content = response.content ?? {}
  if (content['text/event-stream']) return { status, how: 'stream', schema: content['text/event-stream'].schema ?? {} }
  if (content['application/octet-stream']) return { status, how: 'file', schema: {} }
  const schema = content['application/json']?.schema ?? {}
  const wrapped = schema.properties?.data && schema.properties.status
  return wrapped ? { status, how: 'envelope', schema: schema.properties?.data ?? {} } : { status, how: 'raw', schema }
}

function operationOf(method: string, path: string, raw: RawOperation): Operation {
  const { schema: json, example } = raw.requestBody?.content?.['application/json'] ?? {}
  const form = raw.requestBody?.content?.['multipart/form-data']?.schema
  const body = json && example !== undefined ? { ...json, examples: [example] } : (json ?? form)
  return {
    name: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    group: raw.tags?.[0] ?? 'other',
    access: raw['x-access'] ?? { type: 'public' },
    parameters: (raw.parameters ?? []).map(({ name, in: place, required = false, description = '', schema }) => ({
      name,
      place,
      required,
      description,
      schema,
    })),
    body: body ? { schema: body, multipart: !json } : null,
    answer: answerOf(raw.responses),
    errors: raw['x-errors'] ?? [],
  }
}

/** Every operation, by group and path. An endpoint that takes any method is one operation. */
export function listOperations(document: OpenApi): Operation[] {
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of METHODS) {
      const raw = methods[method]
      if (raw && !raw['x-alias-of']) operations.set(raw.operationId, operationOf(method, path, raw))
    }
  return [...operations.values()].sort(
    (a, b) => a.group.localeCompare(b.group) || a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  )
}

/** Every word must occur in the name, the path, the method or what is said of it. */
export function searchOperations(operations: readonly Operation[], search: string): Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ name, method, path, summary, description, group }) => {
    const text = `${name} ${method} ${path} ${summary} ${description} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const ROLE_WORDS: Record<string, string> = {
  seller: 'Sellers and above',
  creator_admin: 'Creator admins and above',
  admin: 'Admins',
  super_admin: 'Super admins',
}

export function accessWords(access: Access): string {
  if (access.type === 'user') return 'Any signed-in user'
  if (access.type === 'role') return ROLE_WORDS[access.role] ?? access.role
  if (access.type === 'permission') return `Anyone with ${access.permission}`
  return access.stale_token ? 'Anyone; private resources only for their owner' : 'Anyone'
}

export const needsToken = (access: Access): boolean => access.type !== 'public'

/** The schema a reference stands for; references to what holds itself are followed one step at a time. */
export function resolveSchema(schema: Schema, document: OpenApi): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? (document.components?.schemas?.[name] ?? {}) : schema
}
