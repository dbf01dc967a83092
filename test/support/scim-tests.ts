/** What the tests of directories share, on the stage of sign-on: for each test a workspace whose directory is let in. */
import { beforeEach } from 'vitest'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { TestApp } from './app.ts'
import { oktaUser } from './scim.ts'
import { type PlaceOf, proveDomain } from './sign-on.ts'
import { domain, place, query, stage, stageSignOn } from './sign-on-tests.ts'

interface ScimReply {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
  body: any
}

interface DirectoryOfTest {
  token: string
  ask(method: string, path: string, body?: object, token?: string): Promise<ScimReply>
}

/** With a token that the owner of the place makes. */
async function directoryOf(test: TestApp, { id, owner }: PlaceOf): Promise<DirectoryOfTest> {
  const made = await test.call('POST', `/api/v1/workspaces/${id}/provisioning/token`, { as: owner, body: {} })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const { token } = made.body.data
  return {
    token,
    async ask(method, path, body, other = token) {
      const answer = await test.app.inject({
        method: method as 'GET',
        url: `/scim/v2${path}`,
        headers: { authorization: `Bearer ${other}`, ...(body && { 'content-type': 'application/scim+json' }) },
        ...(body && { payload: JSON.stringify(body) }),
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body === '' ? null : JSON.parse(answer.body),
      }
    },
  }
}

export let directory: DirectoryOfTest

export function stageScim(): void {
  stageSignOn()
  beforeEach(async () => {
    directory = await directoryOf(stage.test, place)
  })
}

/** A person of the domain whom the directory has made a member. */
export async function provision(
  name: string,
  user: (email: string) => object = oktaUser,
): Promise<{ id: string; email: string }> {
  const email = `${name}@${domain}`
  const { status, body } = await directory.ask('POST', '/Users', user(email))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { id: body.id, email }
}

let others = 0
/** Another workspace whose directory has one person; without one given, of a domain of its own. */
export async function inPlace(of: PlaceOf, user?: object): Promise<{ id: string; token: string }> {
  const there = await directoryOf(stage.test, of)
  const own = `other${++others}-of-scim.example`
  if (user === undefined) await proveDomain(stage, of, own)
  const { status, body } = await there.ask('POST', '/Users', user ?? oktaUser(`x@${own}`))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { id: body.id, token: there.token }
}

export const rolesIn = async (of: PlaceOf = place): Promise<Record<string, WorkspaceRole>> =>
  Object.fromEntries(
    (
      await query(
        'select u.email::text, m.role from workspace_members m join users u on u.id = m.user_id where workspace_id = $1',
        [of.id],
      )
    ).rows.map(({ email, role }) => [email, role]),
  )

const at = () => `/api/v1/workspaces/${place.id}/provisioning`

export async function save(changes: object) {
  const body = { roles: [], default_role: 'member', removal_share: 25, ...changes }
  const { status, body: answer } = await stage.test.call('PUT', at(), { as: place.owner, body })
  if (status !== 200) throw new Error(JSON.stringify(answer))
}

export const stateOf = async () => (await stage.test.call('GET', at(), { as: place.owner })).body.data
