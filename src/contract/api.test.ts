/** The calls of specification §7: every one is served, or stands in the list of those that a later issue brings. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { EndpointDefinition } from './core/endpoint.ts'
import { ERRORS } from './core/errors.ts'

const CALLS: [method: string, paths: string, timeout?: number][] = [
  ['GET', '/api/v1/users/me', 15_000],
  ['GET', '/api/v1/users'],
  ['PUT', '/api/v1/users/{id}/role'],
  ['GET', '/api/v1/user-management/pending-approval'],
  ['POST', '/api/v1/user-management/{id}/approve'],
  ['POST', '/api/v1/user-management/{id}/block'],
  ['POST', '/api/v1/user-management/{id}/activate'],
  ['POST', '/api/v1/user-management/{id}/upgrade-role /api/v1/user-management/{id}/downgrade-role'],
  ['GET', '/api/v1/user-management/assignable-roles'],
  ['GET', '/api/v1/user-management/blocked-users'],
  ['POST', '/api/v1/auth/verify'],
  ['GET', '/api/v1/auth/profile'],
  ['PUT', '/api/v1/auth/profile'],
  ['GET', '/api/v1/health /health /api/v1/auth/test'],
  ['GET', '/api/v1/agents /api/v1/agents/{id}'],
  ['POST', '/api/v1/agents'],
  ['PUT', '/api/v1/agents/{id}'],
  ['DELETE', '/api/v1/agents/{id}'],
  ['GET', '/api/v1/platforms/status /api/v1/platforms/{platform}/access-check'],
  ['GET', '/api/v1/workflows /api/v1/workflows/{id}'],
  ['POST', '/api/v1/workflows', 15_000],
  ['PUT', '/api/v1/workflows/{id}'],
  ['POST', '/api/v1/workflows/execute', 30_000],
  ['GET', '/api/v1/workflows/executions/{id}'],
  ['GET', '/api/v1/executions', 10_000],
  ['GET', '/api/v1/executions/{id}'],
  ['POST', '/api/v1/executions/{id}/control'],
  ['GET', '/api/v1/dashboard/stats'],
  ['GET', '/api/v1/categories /api/v1/categories/{id} /api/v1/categories/stats/summary /api/v1/featured'],
  ['GET', '/api/v1/nodes/registry/enhanced', 10_000],
  ['GET', '/api/v1/nodes/{type}/enhanced /api/v1/nodes/registry/categories /api/v1/nodes/stats/enhanced'],
  ['POST', '/api/v1/nodes/validate/enhanced'],
  ['GET', '/api/nodes/registry/public /api/nodes/{type}/configuration'],
  ['POST', '/api/nodes/validate'],
  ['POST', '/api/workflows/parse /api/workflows/analyze /api/workflows/convert-to-agent'],
  ['GET', '/api/workflows/{id}/configurations'],
  ['GET', '/api/mcp/status /api/plugins/status /api/plugins/{name}/status'],
  ['GET', '/api/v1/data-migration/templates/agents'],
  ['GET', '/api/v1/workflow-templates /api/v1/workflow-templates/{id}'],
  ['GET', '/api/v1/workflow-templates/categories/list /api/v1/workflow-templates/stats/summary'],
  ['GET', '/api/v1/integrations /api/v1/integrations/{id} /api/v1/integrations/categories/list'],
  ['GET', '/api/v1/integrations/providers/list /api/v1/integrations/stats/summary'],
  ['POST', '/api/v1/payments/create-order /api/v1/payments/verify'],
  ['GET', '/api/v1/payments/history'],
  ['GET', '/api/v1/subscriptions/plans /api/v1/subscriptions/current /api/v1/subscriptions/history'],
  ['POST', '/api/v1/subscriptions/create /api/v1/subscriptions/{id}/cancel'],
  ['POST', '/api/v1/errors/report /api/v1/errors/feedback'],
]
const rows = CALLS.flatMap(([method, paths, timeout]) =>
  paths.split(' ').map((path): [string, string, number | undefined] => [method, path, timeout]),
)
const served: EndpointDefinition[] = Object.values<EndpointDefinition>(api)

describe('the calls of §7', () => {
  it.each(rows)('%s %s', (method, path, timeout) => {
    const endpoint = served.find((one) => one.method === method && one.path === path)
    expect(endpoint).toBeDefined()
    if (timeout !== undefined) expect(endpoint?.timeout).toBe(timeout)
  })
})

/** The names of §7, of a query or of a body; a call may take more. */
const NAMES: [method: string, path: string, part: 'query' | 'body', names: string][] = [
  ['GET', '/api/v1/users', 'query', 'page limit role search'],
  ['PUT', '/api/v1/users/{id}/role', 'body', 'role'],
  ['POST', '/api/v1/user-management/{id}/approve', 'body', 'approve reason'],
  ['POST', '/api/v1/user-management/{id}/block', 'body', 'reason duration_days'],
  ['POST', '/api/v1/user-management/{id}/activate', 'body', 'reason'],
  ['POST', '/api/v1/user-management/{id}/upgrade-role', 'body', 'new_role reason'],
  ['POST', '/api/v1/user-management/{id}/downgrade-role', 'body', 'new_role reason'],
  ['POST', '/api/v1/workflows', 'body', 'name'],
  ['PUT', '/api/v1/workflows/{id}', 'body', 'name'],
  ['GET', '/api/v1/executions', 'query', 'status priority search offset limit'],
  ['POST', '/api/v1/executions/{id}/control', 'body', 'action'],
  [
    'GET',
    '/api/v1/nodes/registry/enhanced',
    'query',
    'category status has_visual has_cost_model enhanced_features search_term',
  ],
  ['GET', '/api/v1/subscriptions/plans', 'query', 'active_only'],
  ['POST', '/api/v1/errors/report', 'body', 'error context recovery'],
  ['POST', '/api/v1/errors/feedback', 'body', 'error context feedback'],
]

describe('the names of §7', () => {
  it.each(NAMES)('%s %s has in its %s: %s', (method, path, part, names) => {
    const endpoint = served.find((one) => one.method === method && one.path === path)
    const schema = z.toJSONSchema(endpoint?.[part] ?? z.object({}), { io: 'input', unrepresentable: 'any' })
    const objects = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as { properties?: object }[]
    const known = objects.flatMap(({ properties }) => Object.keys(properties ?? {}))
    expect(names.split(' ').filter((name) => !known.includes(name))).toEqual([])
  })

  it('needs no token at these paths', () => {
    const open = ['/health', '/api/v1/health', '/api/v1/agents', '/api/v1/categories', '/api/v1/auth/test']
    for (const path of open) {
      const endpoint = served.find((one) => one.method === 'GET' && one.path === path)
      expect([path, endpoint?.access.type]).toEqual([path, 'public'])
    }
  })
})

describe('every endpoint', () => {
  it('has an address of its own', () => {
    const addresses = served.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(Object.entries<EndpointDefinition>(api))(
    '%s declares its parameters and known errors',
    (_name, { path, params, errors = [] }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(Object.keys(params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted())
      expect(errors.filter((code) => !(code in ERRORS))).toEqual([])
    },
  )
})
