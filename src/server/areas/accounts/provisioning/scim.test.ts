/** Directories as workspaces meet them: people and groups that Okta and Entra ID send, and what must not come of them. */
import { describe, expect, it } from 'vitest'
import { Browser, PASSWORD, signUpSomebody } from '#test/support/identity.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { ENTRA, entraUser, OKTA, oktaUser, patch } from '#test/support/scim.ts'
import { directory, inPlace, provision, rolesIn, save, stageScim, stateOf } from '#test/support/scim-tests.ts'
import { newPlace } from '#test/support/sign-on.ts'
import {
  come,
  domain,
  domain_id,
  entries,
  isSignedIn,
  peer,
  place,
  query,
  refusedWith,
  setUp,
  stage,
} from '#test/support/sign-on-tests.ts'

stageScim()

const ask = (method: string, path: string, body?: object) => directory.ask(method, path, body)

describe('a person of a directory', () => {
  it('becomes a member, once', async () => {
    const email = `asha@${domain}`
    const none = await ask(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}&startIndex=1&count=100`,
    )
    expect([none.status, none.body.totalResults]).toEqual([200, 0])
    const made = await ask('POST', '/Users', oktaUser(email))
    expect([made.status, made.headers['content-type']]).toEqual([201, 'application/scim+json; charset=utf-8'])
    expect(made.headers.location).toBe(made.body.meta.location)
    expect(made.body).toMatchObject({ userName: email, active: true, displayName: 'Asha Rao', groups: [] })
    expect(JSON.stringify(made.body)).not.toContain('1mz050nq')
    expect(await rolesIn()).toMatchObject({ [email]: 'member' })
    const { body } = await mailTo(stage.test.database, email, /./)
    expect(body).toContain('You’re now a member of the workspace')
    const again = await ask('POST', '/Users', oktaUser(email.toUpperCase(), { externalId: 'another' }))
    expect([again.status, again.body]).toEqual([
      409,
      expect.objectContaining({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
      }),
    ])
    const found = await ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email.toUpperCase()}"`)}`)
    expect(found.body.Resources).toEqual([made.body])
    expect(await entries('workspace.join')).toEqual([{ details: { role: 'member', by: 'scim' } }])
    expect(await entries('directory.create_person')).toHaveLength(1)
  })

  it('that two requests make at once is made once', async () => {
    const both = await Promise.all(
      ['POST', 'POST', 'POST'].map((method) => ask(method, '/Users', entraUser(`ravi@${domain}`))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await query('select from users where email = $1', [`ravi@${domain}`])).rowCount).toBe(1)
  })

  it('is changed by Okta and by Entra ID', async () => {
    const { id } = await provision('ravi', entraUser)
    const updated = await ask('PATCH', `/Users/${id}`, ENTRA.update)
    expect(updated.body).toMatchObject({ displayName: 'Ravi V. Iyer', name: { givenName: 'Ravi V.' }, active: true })
    expect((await ask('PATCH', `/Users/${id}`, ENTRA.more)).body).toEqual(updated.body)
    const put = await ask('PUT', `/Users/${id}`, oktaUser(`ravi@${domain}`, { displayName: 'R. Iyer', active: true }))
    expect(put.body).toMatchObject({ id, displayName: 'R. Iyer', externalId: `00u-ravi@${domain}` })
    expect((await entries('directory.update_person')).map(({ details }) => details.changed)).toEqual([
      ['given_name', 'display_name'],
      ['external_id', 'given_name', 'family_name', 'display_name'],
    ])
  })

  it.each([
    ['Okta', 'PATCH', OKTA.deactivate],
    ['Entra ID', 'PATCH', ENTRA.disable],
    ['a deletion', 'DELETE', undefined],
  ])('who is removed by %s has no membership, session or key left, and may come back', async (_who, method, body) => {
    await setUp()
    const { id, email } = await provision('ravi')
    await save({ roles: [], default_role: 'admin' })
    peer.people.set('ravi', { email, email_verified: true, name: 'Ravi', groups: [] })
    const browser = new Browser()
    await come({ login: 'ravi', email }, browser)
    const [{ id: person }] = (await query('select id from users where email = $1', [email])).rows
    await query(
      `insert into api_keys (owner_id, made_by, name, prefix, hash, scopes) values ($1, $2, 'k', $3, sha256('x'), '{run}')`,
      [place.id, person, `P${id.slice(-9)}`],
    )
    const made = await stage.test.call('POST', `/api/v1/data-tables`, {
      as: place.owner,
      headers: { 'x-workspace': place.slug },
      body: { name: 'Patients', columns: [{ name: 'name' }] },
    })
    expect(made.status).toBe(201)
    expect(await isSignedIn(browser)).toBe(true)
    const began = performance.now()
    expect((await ask(method, `/Users/${id}`, body)).status).toBe(method === 'DELETE' ? 204 : 200)
    expect(await isSignedIn(browser)).toBe(false)
    expect(performance.now() - began).toBeLessThan(5000)
    expect((await rolesIn())[email]).toBeUndefined()
    expect((await query('select from api_keys where made_by = $1', [person])).rowCount).toBe(0)
    expect((await query('select from data_tables where owner_id = $1', [place.id])).rowCount).toBe(1)
    // The provider still lets them in; the directory doesn't.
    await expect(come({ login: 'ravi', email })).rejects.toEqual(refusedWith('access_ended'))
    expect((await entries('workspace.remove')).at(-1)?.details).toMatchObject({ person, by: 'scim', sessions_ended: 1 })
    const back =
      method === 'DELETE'
        ? await ask('POST', '/Users', oktaUser(email))
        : await ask('PATCH', `/Users/${id}`, OKTA.activate)
    expect([back.status, back.body.active]).toEqual([method === 'DELETE' ? 201 : 200, true])
    expect(Object.keys(await rolesIn())).toContain(email)
  })

  it('who was removed by hand is shown as not active, and let in again by the directory alone', async () => {
    const { id, email } = await provision('ravi')
    const [{ id: person }] = (await query('select id from users where email = $1', [email])).rows
    await stage.test.call('DELETE', `/api/v1/workspaces/${place.id}/members/${person}`, { as: place.owner })
    expect((await ask('GET', `/Users/${id}`)).body.active).toBe(false)
    expect((await ask('PATCH', `/Users/${id}`, ENTRA.update)).body.active).toBe(false)
    expect((await rolesIn())[email]).toBeUndefined()
    expect((await ask('PATCH', `/Users/${id}`, ENTRA.enable)).body.active).toBe(true)
  })

  it('is never the last owner who is removed', async () => {
    const email = `asha@${domain}`
    const { id } = await provision('asha')
    await query(
      `update workspace_members set role = case when user_id = $2 then 'member' else 'owner' end where workspace_id = $1`,
      [place.id, place.owner.id],
    )
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', OKTA.deactivate],
    ] as const) {
      const refused = await ask(method, `/Users/${id}`, body)
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('last owner')])
    }
    expect(await rolesIn()).toMatchObject({ [email]: 'owner' })
  })

  it('with an address outside the proven domains is refused, in every way', async () => {
    const refused = { status: 400, body: expect.objectContaining({ scimType: 'invalidValue' }) }
    expect(await ask('POST', '/Users', oktaUser('eve@elsewhere.example'))).toMatchObject(refused)
    expect(await ask('POST', '/Users', oktaUser(`eve@sub.${domain}`))).toMatchObject(refused)
    const hidden = oktaUser(`eve@${domain}`, { emails: [{ value: 'eve@elsewhere.example', primary: true }] })
    expect(await ask('POST', '/Users', hidden)).toMatchObject(refused)
    const { id } = await provision('ravi')
    expect(await ask('PATCH', `/Users/${id}`, ENTRA.work('ravi@elsewhere.example'))).toMatchObject(refused)
    expect((await query(`select from users where email = 'eve@elsewhere.example'`)).rowCount).toBe(0)
  })

  it('whose domain was lost can be removed, and neither made nor let in again', async () => {
    const { id } = await provision('ravi')
    const { id: other } = await provision('asha')
    await ask('PATCH', `/Users/${other}`, OKTA.deactivate)
    await stage.test.call('DELETE', `/api/v1/workspaces/${place.id}/domains/${domain_id}`, { as: place.owner })
    expect((await ask('PATCH', `/Users/${other}`, OKTA.activate)).status).toBe(400)
    expect((await ask('POST', '/Users', oktaUser(`new@${domain}`))).status).toBe(400)
    expect((await ask('PATCH', `/Users/${id}`, OKTA.deactivate)).body.active).toBe(false)
  })

  it('has a seat, or is refused in a plain sentence and not made', async () => {
    await query(
      `insert into workspace_invitations (workspace_id, email, role, token_hash, expires_at)
       select $1, 'guest' || n || '@example.com', 'member', sha256(('s' || n || $2)::bytea), now() + interval '1 day' from generate_series(1, 199) n`,
      [place.id, domain],
    )
    const refused = await ask('POST', '/Users', oktaUser(`asha@${domain}`))
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/people|seat/i)])
    expect((await query('select from users where email = $1', [`asha@${domain}`])).rowCount).toBe(0)
    expect((await ask('GET', '/Users')).body.totalResults).toBe(0)
    // Who is not active takes none.
    expect((await ask('POST', '/Users', oktaUser(`asha@${domain}`, { active: false }))).status).toBe(201)
  })

  it('may be called anything, and is shown on one line', async () => {
    const displayName = '<img src=x onerror=alert(1)>\u202Egnp\u0007.exe\n\nhttps://evil.example'
    const { body } = await ask('POST', '/Users', oktaUser(`asha@${domain}`, { displayName }))
    expect(body.displayName).toBe('<img src=x onerror=alert(1)>gnp .exe https://evil.example')
    const odd = [{ displayName: 'a\u0000b' }, { displayName: { a: 1 } }, { userName: 'a'.repeat(201) }, { emails: 'x' }]
    for (const change of odd) expect((await ask('POST', '/Users', oktaUser(`b@${domain}`, change))).status).toBe(400)
    const { rows } = await query('select display_name from users where email = $1', [`asha@${domain}`])
    for (const odd of ['\u202E', '\u0007', '\n']) expect(rows[0].display_name).not.toContain(odd)
  })
})

describe('an account that is there already', () => {
  it('keeps its password, and joins where its address is confirmed', async () => {
    const email = `asha@${domain}`
    const account = await signUpSomebody(stage.identity, email)
    const refused = await ask('POST', '/Users', oktaUser(email))
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('nobody has confirmed')])
    expect((await ask('GET', '/Users')).body.totalResults).toBe(0)
    await query(`update auth."user" set "emailVerified" = true where email = $1`, [email])
    expect((await ask('POST', '/Users', oktaUser(email))).status).toBe(201)
    expect(await isSignedIn(account.browser)).toBe(true)
    const { data } = await stage.identity.accounts.signIn({ email, password: PASSWORD }, new Browser())
    expect(data.email).toBe(email)
    expect(await rolesIn()).toMatchObject({ [email]: 'member' })
  })

  it('with a second factor joins by an invitation alone', async () => {
    const email = `asha@${domain}`
    await signUpSomebody(stage.identity, email)
    await query(`update auth."user" set "emailVerified" = true, "twoFactorEnabled" = true where email = $1`, [email])
    const refused = await ask('POST', '/Users', oktaUser(email))
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('second factor')])
    await query(
      `insert into workspace_members (workspace_id, user_id, role) select $1, id, 'builder' from users where email = $2`,
      [place.id, email],
    )
    expect((await ask('POST', '/Users', oktaUser(email))).status).toBe(201)
    expect(await rolesIn()).toMatchObject({ [email]: 'builder' })
  })
})

describe('a group', () => {
  const TABLE = [
    { group: 'it', role: 'admin' },
    { group: 'e-doctors', role: 'reviewer' },
  ]

  it('gives roles by name or external id, and takes them', async () => {
    await save({ roles: TABLE })
    const [ravi, asha] = [await provision('ravi'), await provision('asha')]
    const it = await ask('POST', '/Groups', { displayName: 'it', members: [{ value: ravi.id }] })
    expect([it.status, it.body.members]).toMatchObject([201, [{ value: ravi.id, display: ravi.email }]])
    const doctors = await ask('POST', '/Groups', { displayName: 'Doctors', externalId: 'e-doctors' })
    expect(await rolesIn()).toMatchObject({ [ravi.email]: 'admin', [asha.email]: 'member' })
    const at = `/Groups/${doctors.body.id}`
    await ask('PATCH', at, OKTA.addToGroup(ravi.id, asha.id))
    expect(await rolesIn()).toMatchObject({ [ravi.email]: 'admin', [asha.email]: 'reviewer' })
    await ask('PATCH', `/Groups/${it.body.id}`, ENTRA.removeMember(ravi.id))
    expect((await rolesIn())[ravi.email]).toBe('reviewer')
    await ask('PATCH', at, OKTA.removeFromGroup(ravi.id))
    expect((await rolesIn())[ravi.email]).toBe('member')
    expect((await ask('GET', `/Users/${asha.id}`)).body.groups).toMatchObject([{ display: 'Doctors' }])
    const found = await ask('GET', '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22doctors%22')
    expect(found.body.Resources).toMatchObject([{ id: doctors.body.id }])
    expect(found.body.Resources[0]).not.toHaveProperty('members')
    expect((await ask('DELETE', at)).status).toBe(204)
    expect(await rolesIn()).toMatchObject({ [asha.email]: 'member' })
    expect((await entries('workspace.set_role')).map(({ details }) => details.by)).toContain('scim')
  })

  it('that is renamed gives what its new name gives', async () => {
    await save({ roles: TABLE })
    const ravi = await provision('ravi')
    const made = await ask('POST', '/Groups', { displayName: 'admins', members: [{ value: ravi.id }] })
    await ask('PATCH', `/Groups/${made.body.id}`, OKTA.renameGroup(made.body.id, 'it'))
    expect((await rolesIn())[ravi.email]).toBe('admin')
    // Nothing is said of the members, so they stay.
    expect((await ask('PUT', `/Groups/${made.body.id}`, { displayName: 'none' })).body.members).toHaveLength(1)
    expect((await rolesIn())[ravi.email]).toBe('member')
    await save({ roles: [{ group: 'none', role: 'billing' }] })
    expect((await rolesIn())[ravi.email]).toBe('billing')
  })

  it('decides alone: signing on changes no role that it gives', async () => {
    await setUp()
    await save({ roles: TABLE })
    const ravi = await provision('ravi')
    await ask('POST', '/Groups', { displayName: 'it', members: [{ value: ravi.id }] })
    peer.people.set('ravi', { email: ravi.email, email_verified: true, name: 'Ravi', groups: ['doctors'] })
    await come({ login: 'ravi', email: ravi.email })
    expect((await rolesIn())[ravi.email]).toBe('admin')
  })

  it('has a name of its own, and people of this workspace', async () => {
    const there = await inPlace(await newPlace(stage))
    const made = await ask('POST', '/Groups', { displayName: 'Doctors' })
    expect((await ask('POST', '/Groups', { displayName: 'doctors' })).body.scimType).toBe('uniqueness')
    for (const value of [there.id, '01890000-0000-7000-8000-000000000000', 'x', '__proto__'])
      expect((await ask('PATCH', `/Groups/${made.body.id}`, OKTA.addToGroup(value))).body.scimType).toBe('invalidValue')
    expect((await ask('POST', '/Groups', { displayName: 'x', members: [{ value: there.id }] })).status).toBe(400)
    expect((await ask('GET', '/Groups')).body.totalResults).toBe(1)
  })
})

describe('many removals', () => {
  it('are stopped, told to the owner in bell and mail, and allowed for an hour', async () => {
    const people: { id: string }[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) people.push(await provision(name))
    const remove = async (n: number) => ask('DELETE', `/Users/${people[n]?.id}`)
    // Of eight members, two.
    expect([(await remove(0)).status, (await remove(1)).status]).toEqual([204, 204])
    const before = await rolesIn()
    const refused = [await remove(2), await ask('PATCH', `/Users/${people[3]?.id}`, ENTRA.disable), await remove(4)]
    for (const one of refused) {
      expect([one.status, one.body.status]).toEqual([403, '403'])
      expect(one.body.detail).toContain('more than 25% of the members')
    }
    expect(await rolesIn()).toEqual(before)
    expect((await ask('GET', `/Users/${people[2]?.id}`)).body.active).toBe(true)
    const notices = await query(
      `select kind, count, mail_due from notifications where user_id = $1 and kind = 'provisioning'`,
      [place.id],
    )
    expect(notices.rows).toEqual([{ kind: 'provisioning', count: 1, mail_due: true }])
    expect(await entries('workspace.stop_removals')).toHaveLength(1)
    const state = await stateOf()
    expect([state.stopped_at !== null, state.allowed_until, state.removal_share]).toEqual([true, null, 25])
    expect(state.requests[0]).toMatchObject({
      method: 'DELETE',
      status: 403,
      problem: expect.stringContaining('Stopped'),
    })
    const at = `/api/v1/workspaces/${place.id}/provisioning/removals`
    const allowed = await stage.test.call('POST', at, { as: place.owner, body: {} })
    expect(allowed.body.data).toMatchObject({ stopped_at: null })
    for (const n of [2, 3, 4]) expect((await remove(n)).status).toBe(204)
    expect(await entries('workspace.allow_removals')).toHaveLength(1)
    await query(`update workspace_provisioning set allowed_until = now() - interval '1 second'`)
    expect((await remove(5)).status).toBe(403)
    await query(`update workspace_removals set removed_at = now() - interval '61 minutes'`)
    expect((await remove(5)).status).toBe(204)
  })

  it('go as far as the share that the owner sets', async () => {
    const people: { id: string }[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) people.push(await provision(name))
    await save({ removal_share: 50 })
    const codes = []
    for (const { id } of people) codes.push((await ask('PATCH', `/Users/${id}`, OKTA.deactivate)).status)
    expect(codes).toEqual([200, 200, 200, 200, 403, 403, 403])
  })
})

describe('a token', () => {
  it('opens its own workspace alone', async () => {
    const { id } = await provision('ravi')
    const other = await newPlace(stage)
    const theirs = await inPlace(other)
    const ways = [
      ['GET', undefined],
      ['PUT', oktaUser(`ravi@${domain}`)],
      ['PATCH', OKTA.deactivate],
      ['DELETE', undefined],
    ] as const
    for (const [method, body] of ways)
      expect((await directory.ask(method, `/Users/${id}`, body, theirs.token)).status).toBe(404)
    expect((await directory.ask('GET', '/Users', undefined, theirs.token)).body.totalResults).toBe(1)
    expect((await ask('GET', `/Users/${id}`)).body.active).toBe(true)
    // A domain is one workspace's at a time.
    expect((await directory.ask('POST', '/Users', oktaUser(`x@${domain}`), theirs.token)).status).toBe(400)
  })

  it('is shown once, kept as a hash, replaced and revoked', async () => {
    const { rows } = await query('select * from workspace_provisioning where workspace_id = $1', [place.id])
    expect(JSON.stringify(rows[0])).not.toContain(directory.token.slice(11))
    expect((await stateOf()).token).toMatchObject({ end: directory.token.slice(-4), last_used_at: null })
    expect((await ask('GET', '/Users')).status).toBe(200)
    expect((await stateOf()).token.last_used_at).not.toBeNull()
    const at = `/api/v1/workspaces/${place.id}/provisioning/token`
    const made = await stage.test.call('POST', at, { as: place.owner, body: {} })
    expect((await ask('GET', '/Users')).status).toBe(401)
    const { token } = made.body.data
    expect((await directory.ask('GET', '/Users', undefined, token)).status).toBe(200)
    expect((await stage.test.call('DELETE', at, { as: place.owner })).status).toBe(200)
    expect((await directory.ask('GET', '/Users', undefined, token)).body).toMatchObject({ status: '401' })
    expect((await stage.test.call('DELETE', at, { as: place.owner })).status).toBe(404)
    expect(await entries('workspace.make_scim_token')).toHaveLength(2)
    expect(await entries('workspace.revoke_scim_token')).toHaveLength(1)
  })

  it('is made by owners alone, who alone set what groups give', async () => {
    const admin = await stage.test.person()
    await query(`insert into workspace_members values ($1, $2, 'admin')`, [place.id, admin.id])
    const at = `/api/v1/workspaces/${place.id}/provisioning`
    const body = { roles: [], default_role: 'owner', removal_share: 100 }
    const asks = [
      await stage.test.call('GET', at, { as: admin }),
      await stage.test.call('PUT', at, { as: admin, body }),
      await stage.test.call('POST', `${at}/token`, { as: admin, body: {} }),
      await stage.test.call('DELETE', `${at}/token`, { as: admin }),
      await stage.test.call('POST', `${at}/removals`, { as: admin, body: {} }),
    ]
    expect(asks.map(({ status }) => status)).toEqual([200, 403, 403, 403, 403])
    expect((await stage.test.call('GET', at, { as: await stage.test.person() })).status).toBe(404)
    for (const removal_share of [0, 101, 1.5])
      expect((await stage.test.call('PUT', at, { as: place.owner, body: { ...body, removal_share } })).status).toBe(400)
  })

  it('opens nothing while the workspace is blocked, and nothing of the API', async () => {
    await query(`update users set status = 'blocked' where id = $1`, [place.id])
    expect((await ask('GET', '/Users')).body).toMatchObject({ status: '403' })
    await query(`update users set status = 'active' where id = $1`, [place.id])
    const headers = { authorization: `Bearer ${directory.token}` }
    expect((await stage.test.call('GET', '/api/v1/executions', { as: null, headers })).status).toBe(401)
  })
})

describe('an odd request', () => {
  it('is answered in the words of the protocol', async () => {
    const { id } = await provision('ravi')
    const at = `/Users/${id}`
    const statuses = async (asked: [string, string, object?][]) => {
      const answers = []
      for (const [method, path, body] of asked) answers.push(await ask(method, path, body))
      for (const { body } of answers)
        expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], detail: /./ })
      return answers.map(({ status, body }) => `${status} ${body.scimType ?? ''}`.trim())
    }
    expect(
      await statuses([
        ['GET', '/Users/nobody'],
        ['GET', '/Users/01890000-0000-7000-8000-000000000000'],
        ['GET', '/Other'],
        ['GET', `${at}/more`],
        ['POST', '/Bulk', {}],
        ['GET', '/Me'],
        ['PUT', '/Users', oktaUser(`a@${domain}`)],
        ['POST', at, oktaUser(`a@${domain}`)],
        ['GET', `/Users?filter=${encodeURIComponent(`userName eq "x"; drop table users`)}`],
        ['GET', '/Users?count=many'],
        ['PATCH', at, patch({ op: 'remove', path: 'userName' })],
        ['PATCH', at, [] as object],
        ['POST', '/Users', { schemas: [] }],
        ['POST', '/Users', oktaUser(`a@${domain}`, { active: 'perhaps' })],
      ]),
    ).toEqual([
      ...['404', '404', '404', '404', '501', '501', '405', '405', '400 invalidFilter', '400 invalidValue'],
      ...['400 invalidValue', '400 invalidSyntax', '400 invalidValue', '400 invalidValue'],
    ])
    expect((await ask('GET', at)).body.active).toBe(true)
  })

  it('of a megabyte, in no JSON, of another type or with no token is refused', async () => {
    const { id } = await provision('ravi')
    const large = patch({ op: 'replace', path: 'displayName', value: 'x'.repeat(1_000_000) })
    expect((await ask('PATCH', `/Users/${id}`, large)).body).toMatchObject({ status: '413' })
    const send = (headers: Record<string, string>, payload: string) =>
      stage.test.app.inject({
        ...{ method: 'POST', url: '/scim/v2/Users', payload },
        headers: { authorization: `Bearer ${directory.token}`, ...headers },
      })
    const json = { 'content-type': 'application/json' }
    expect((await send(json, '{')).json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
    expect((await send(json, '{"__proto__":{}}')).json()).toMatchObject({ status: '400' })
    expect((await send({ 'content-type': 'text/xml' }, '<x/>')).json()).toMatchObject({ status: '400' })
    const bare = await stage.test.app.inject({ method: 'GET', url: '/scim/v2/Users' })
    expect([bare.statusCode, bare.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    for (const path of ['ServiceProviderConfig', 'Schemas', 'ResourceTypes'])
      expect((await stage.test.app.inject({ method: 'GET', url: `/scim/v2/${path}` })).statusCode).toBe(200)
    expect((await stage.test.app.inject({ method: 'DELETE', url: '/scim/v2/Schemas' })).statusCode).toBe(405)
  })

  it('is among the last twenty that owners see', async () => {
    for (let n = 0; n < 25; n++) await ask('POST', '/Users', oktaUser(`p${n}@elsewhere.example`))
    const { email } = await provision('ravi')
    await ask('GET', '/Users')
    const { requests, people } = await stateOf()
    expect([requests.length, people]).toEqual([20, 1])
    expect(requests[0]).toMatchObject({ method: 'POST', about: email, status: 201, problem: null })
    expect(requests[1].problem).toContain('p24@elsewhere.example is in no domain')
    expect((await query('select from scim_requests where workspace_id = $1', [place.id])).rowCount).toBe(20)
  })
})

describe('a person who moves to another workspace', () => {
  it('is a member of both until the first one removes them, and each removes its own', async () => {
    const { id, email } = await provision('ravi')
    const other = await newPlace(stage)
    const { record } = (
      await stage.test.call('POST', `/api/v1/workspaces/${other.id}/domains`, { as: other.owner, body: { domain } })
    ).body.data
    stage.dns.set(record.name, [record.value])
    const [{ id: theirs }] = (
      await stage.test.call('GET', `/api/v1/workspaces/${other.id}/domains`, { as: other.owner })
    ).body.data.domains
    const check = `/api/v1/workspaces/${other.id}/domains/${theirs}/check`
    expect((await stage.test.call('POST', check, { as: other.owner, body: {} })).status).toBe(200)
    const there = await inPlace(other, oktaUser(email))
    expect(await rolesIn(other)).toMatchObject({ [email]: 'member' })
    expect((await ask('PATCH', `/Users/${id}`, ENTRA.work(`other@${domain}`))).status).toBe(400)
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204)
    expect([(await rolesIn())[email], (await rolesIn(other))[email]]).toEqual([undefined, 'member'])
    expect((await directory.ask('GET', `/Users/${there.id}`, undefined, there.token)).body.active).toBe(true)
  })
})
