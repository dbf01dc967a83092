/** A FHIR R4 server (https://hl7.org/fhir/R4/http.html): resources say what they are, searches answer bundles whose links are the pages. */
import { bearer, type Call, match, type Reply, type Service } from './service.ts'

type Resource = { resourceType: string; id: string; [field: string]: unknown }

/** https://hl7.org/fhir/R4/operationoutcome.html */
const no = (status: number, code: string, diagnostics: string): Reply => ({
  status,
  headers: { 'content-type': 'application/fhir+json' },
  body: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code, diagnostics }] },
})

export function fhir(token: string): Service & { resources: Map<string, Resource> } {
  const resources = new Map<string, Resource>()
  let made = 0

  function search(call: Call, type: string): Reply {
    const count = Number(call.query.get('_count') ?? 20)
    const from = Number(call.query.get('_offset') ?? 0)
    const family = call.query.get('family')
    const found = [...resources.values()].filter(
      (one) => one.resourceType === type && (family === null || JSON.stringify(one.name ?? []).includes(family)),
    )
    const next = new URL(call.path, call.origin)
    for (const [name, value] of call.query) next.searchParams.set(name, value)
    next.searchParams.set('_offset', String(from + count))
    const isLast = from + count >= found.length
    const link = [{ relation: 'self', url: call.origin }, ...(isLast ? [] : [{ relation: 'next', url: next.href }])]
    const entry = found.slice(from, from + count).map((resource) => ({ resource, search: { mode: 'match' } }))
    // An empty list is not allowed in a resource.
    return {
      body: {
        resourceType: 'Bundle',
        type: 'searchset',
        total: found.length,
        link,
        ...(entry.length > 0 && { entry }),
      },
    }
  }

  function answer(call: Call): Reply | null {
    const [type = '', id] = match(call, call.method, /\/([A-Z][A-Za-z]+|metadata)(?:\/([^/]+))?$/) ?? []
    if (type === '') return null
    if (type === 'metadata') return { body: { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' } }
    const given = (call.bytes.length > 0 ? JSON.parse(call.bytes.toString()) : {}) as Partial<Resource>
    if (call.bytes.length > 0 && !/^application\/(?:fhir\+)?json/.test(call.headers['content-type'] ?? ''))
      return { status: 415 }
    if (call.bytes.length > 0 && given.resourceType !== type)
      return no(400, 'structure', `Incorrect resource type found, expected "${type}" but found "${given.resourceType}"`)
    if (!id && call.method === 'GET') return search(call, type)
    if (!id && call.method === 'POST') {
      // An id that a client gives is not used.
      const resource = { ...given, resourceType: type, id: `r${++made}`, meta: { versionId: '1' } }
      resources.set(resource.id, resource)
      return {
        status: 201,
        headers: { location: `${call.origin}${call.path}/${resource.id}/_history/1` },
        body: resource,
      }
    }
    const found = resources.get(id ?? '')
    if (call.method === 'DELETE') {
      resources.delete(id ?? '')
      return { status: 204 }
    }
    if (!found || found.resourceType !== type)
      return no(404, 'not-found', `HAPI-2001: Resource ${type}/${id} is not known`)
    if (call.method === 'GET') return { body: found }
    if (call.method !== 'PUT') return null
    if (given.id !== id)
      return no(
        400,
        'invalid',
        'Can not update resource, resource body must contain an ID element which matches the request URL',
      )
    resources.set(found.id, { ...given, resourceType: type, id: found.id, meta: { versionId: '2' } })
    return { body: resources.get(found.id) }
  }
  return { ...{ resources, answer, signedIn: bearer(token) }, refusal: no(401, 'login', 'Unauthorized') }
}
