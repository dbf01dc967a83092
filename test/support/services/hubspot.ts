/** HubSpot’s CRM (https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide). */
import { bearer, type Call, isJson, match, pageOf, type Reply, type Service } from './service.ts'

interface Stored {
  id: string
  properties: Record<string, string>
  archived: boolean
}

const no = (status: number, category: string, message: string): Reply => ({
  status,
  body: { status: 'error', message, correlationId: '0', category },
})

export function hubspot(token: string): Service & { objects: Map<string, Map<string, Stored>>; links: string[] } {
  const objects = new Map(
    ['contacts', 'companies', 'deals', 'tickets'].map((type) => [type, new Map<string, Stored>()]),
  )
  const links: string[] = []
  let made = 100

  function list(all: readonly Stored[], limit: unknown, after: string | null): Reply {
    const { items, next } = pageOf(all, Number(limit ?? 10), after)
    return {
      body: { total: all.length, results: items, ...(next && { paging: { next: { after: next, link: 'x' } } }) },
    }
  }

  function answer(call: Call): Reply | null {
    if (call.bytes.length > 0 && !isJson(call)) return no(415, 'VALIDATION_ERROR', 'Unsupported Media Type')
    const link = match(call, 'PUT', /^\/crm\/v4\/objects\/([^/]+)\/(\d+)\/associations\/default\/([^/]+)\/(\d+)$/)
    if (link) {
      links.push(link.join(' '))
      return { body: { status: 'COMPLETE', results: [{ from: { id: link[1] }, to: { id: link[3] } }] } }
    }
    const [type = '', rest] = match(call, call.method, /^\/crm\/v3\/objects\/([^/]+)(?:\/([^/]+))?$/) ?? []
    const stored = objects.get(type)
    if (!stored) return null
    const json = (call.json ?? {}) as {
      properties?: Record<string, string>
      query?: string
      limit?: number
      after?: string
    }
    const live = [...stored.values()].filter(({ archived }) => !archived)
    if (rest === 'search' && call.method === 'POST') {
      const word = (json.query ?? '').toLowerCase()
      return list(
        live.filter((one) => JSON.stringify(one.properties).toLowerCase().includes(word)),
        json.limit,
        json.after ?? null,
      )
    }
    if (!rest && call.method === 'POST') {
      if (!json.properties) return no(400, 'VALIDATION_ERROR', 'Invalid input JSON: properties is required')
      const known = live.find(
        ({ properties }) => properties.email !== undefined && properties.email === json.properties?.email,
      )
      if (known) return no(409, 'CONFLICT', `Contact already exists. Existing ID: ${known.id}`)
      const object = { id: String(++made), properties: json.properties, archived: false }
      stored.set(object.id, object)
      return { status: 201, body: object }
    }
    if (!rest && call.method === 'GET') return list(live, call.query.get('limit') ?? undefined, call.query.get('after'))
    const object =
      call.query.get('idProperty') === 'email'
        ? live.find(({ properties }) => properties.email === rest)
        : live.find(({ id }) => id === rest)
    // Archiving what is not there is no error.
    if (call.method === 'DELETE') {
      if (object) object.archived = true
      return { status: 204 }
    }
    if (!object) return no(404, 'OBJECT_NOT_FOUND', 'resource not found')
    if (call.method === 'PATCH') Object.assign(object.properties, json.properties)
    return { body: object }
  }
  return {
    ...{ objects, links, answer, signedIn: bearer(token) },
    refusal: no(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.'),
  }
}
