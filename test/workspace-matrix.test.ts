/**
 * Who acts for a workspace: generated from the contract, endpoint by endpoint, for every role in it, for one who was removed, and for a
 * stranger. An endpoint that no member uses as their workspace has to be named here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayIn, WORKSPACE_ROLES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { api, type EndpointName } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { WORKSPACE_RIGHTS } from '#contract/endpoint-lists/workspace-rights.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

const ENDPOINTS = Object.entries<EndpointDefinition>(api) as [EndpointName, EndpointDefinition][]
const OF_WORKSPACES = ENDPOINTS.filter(([name]) => WORKSPACE_RIGHTS[name] !== undefined)

let test: TestApp
let slug = ''
const members = new Map<WorkspaceRole, Person>()
let removed: Person
let stranger: Person
beforeAll(async () => {
  test = await createTestApp()
  const owner = await test.person('creator_admin')
  const { id, slug: given } = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Matrix' } }))
    .body.data
  slug = given
  const add = async (role: WorkspaceRole) => {
    const person = await test.person('creator_admin')
    await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [id, person.id, role])
    return person
  }
  for (const role of WORKSPACE_ROLES) members.set(role, role === 'owner' ? owner : await add(role))
  removed = await add('admin')
  stranger = await test.person('super_admin')
  await test.call('DELETE', `/api/v1/workspaces/${id}/members/${removed.id}`, { as: owner })
})
afterAll(() => test.close())

const NOBODYS = '01890000-0000-7000-8000-000000000000'
const ask = (as: Person, { method, path, answers }: EndpointDefinition) =>
  test.call(method, `${path.replace(/\{\w+\}/g, NOBODYS)}${answers === 'stream' ? '?after=x' : ''}`, {
    as,
    headers: { 'x-workspace': slug },
  })
const outcome = async (as: Person, definition: EndpointDefinition) => {
  const { body } = await ask(as, definition)
  const code = body?.errors?.[0]?.code
  return code === 'workspace_role' || code === 'workspace_not_found' ? code : 'in'
}

describe.each(OF_WORKSPACES)('%s', (name, definition) => {
  it('is open to the roles that have its right', async () => {
    const right = WORKSPACE_RIGHTS[name] ?? 'manage'
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [role, person] of members) {
      found[role] = await outcome(person, definition)
      expected[role] = mayIn(role, right) ? 'in' : 'workspace_role'
    }
    expect(found).toEqual(expected)
  })

  it('isn’t there for one who was removed, and for a stranger', async () => {
    for (const person of [removed, stranger]) expect(await outcome(person, definition)).toBe('workspace_not_found')
  })
})

describe('every other endpoint', () => {
  it('acts for the person, whatever workspace is named', async () => {
    for (const [, definition] of ENDPOINTS.filter(([name]) => WORKSPACE_RIGHTS[name] === undefined)) {
      if (definition.path.startsWith('/api/auth/') || definition.path.includes('/users/me/deletion')) continue
      expect([definition.path, await outcome(stranger, definition)]).toEqual([definition.path, 'in'])
    }
  })
})
