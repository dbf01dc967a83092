/** Airtable (https://airtable.com/developers/web/api/list-records): at most 10 records in a request, 100 in a page. */
import { bearer, type Call, isJson, match, pageOf, type Reply, type Service } from './service.ts'

interface Stored {
  id: string
  createdTime: string
  fields: Record<string, unknown>
}

const no = (status: number, type: string, message: string): Reply => ({ status, body: { error: { type, message } } })
const FIELDS = ['Name', 'Email', 'Age']

export function airtable(token: string): Service & { records: Map<string, Stored> } {
  const records = new Map<string, Stored>()
  const createdTime = '2026-01-31T09:30:00.000Z'
  let made = 0

  function many(call: Call): Reply {
    const { records: given } = (call.json ?? {}) as { records?: { id?: string; fields?: Record<string, unknown> }[] }
    if (!isJson(call) || !given)
      return no(422, 'INVALID_REQUEST_MISSING_FIELDS', 'Could not find field "fields" in the request body')
    if (given.length > 10)
      return no(
        422,
        'INVALID_RECORDS',
        'You must provide an array of up to 10 record objects, each with a "fields" property',
      )
    const unknown = given.flatMap(({ fields = {} }) => Object.keys(fields)).find((name) => !FIELDS.includes(name))
    if (unknown !== undefined) return no(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${unknown}"`)
    const missing = call.method === 'PATCH' && given.find(({ id }) => !records.has(id ?? ''))
    if (missing) return no(404, 'NOT_FOUND', 'Record not found')
    const written = given.map(({ id = `rec${String(++made).padStart(14, '0')}`, fields = {} }) => {
      const record = { id, createdTime, fields: { ...records.get(id)?.fields, ...fields } }
      records.set(id, record)
      return record
    })
    return { body: { records: written } }
  }

  function answer(call: Call): Reply | null {
    const [base, table, id] = match(call, call.method, /^\/v0\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/) ?? []
    if (base === undefined) return null
    if (base !== 'app1' || table !== 'People & teams')
      return no(
        403,
        'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
        'Invalid permissions, or the requested model was not found.',
      )
    if (!id && (call.method === 'POST' || call.method === 'PATCH')) return many(call)
    if (!id && call.method === 'GET') {
      const wanted = call.query.getAll('fields[]')
      const all = [...records.values()].map((record) =>
        wanted.length === 0
          ? record
          : {
              ...record,
              fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => wanted.includes(name))),
            },
      )
      const { items, next } = pageOf(
        all,
        Math.min(Number(call.query.get('pageSize') ?? 100), 100),
        call.query.get('offset'),
      )
      return { body: { records: items, ...(next && { offset: next }) } }
    }
    const record = records.get(id ?? '')
    if (!record) return { status: 404, body: { error: 'NOT_FOUND' } }
    if (call.method === 'GET') return { body: record }
    if (call.method !== 'DELETE') return null
    records.delete(record.id)
    return { body: { id: record.id, deleted: true } }
  }
  return {
    ...{ records, answer, signedIn: bearer(token) },
    refusal: no(401, 'AUTHENTICATION_REQUIRED', 'Authentication required'),
  }
}
