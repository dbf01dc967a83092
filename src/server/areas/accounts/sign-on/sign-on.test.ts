/** Sign-on as owners set it up and members use it, against a real provider and, for lies, against one that misbehaves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { type OAuthPeer, startOAuthPeer } from '#peers/oauth/peer.ts'
import { type OidcPeer, startOidcPeer } from '#peers/oidc/provider.ts'
import { recheckDomains } from '#server/areas/accounts/sign-on/domains.ts'
import type { Person } from '#test/support/app.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { Browser, PASSWORD, signUpSomebody } from '#test/support/identity.ts'
import { mailSettled, mailTo, tokenOf } from '#test/support/mailbox.ts'
import { setUpSecondFactor } from '#test/support/second-factor.ts'
import {
  CALLBACK,
  createSignOnStage,
  goThere,
  newPlace,
  type PlaceOf,
  proveDomain,
  type SignOnStage,
} from '#test/support/sign-on.ts'

let peer: OidcPeer
let liar: OAuthPeer
let stage: SignOnStage
beforeAll(async () => {
  ;[peer, liar] = [await startOidcPeer([CALLBACK]), await startOAuthPeer()]
  stage = await createSignOnStage([new URL(peer.issuer).host, new URL(liar.url).host])
})
afterAll(async () => {
  await stage.close()
  await peer.close()
  await liar.close()
})

let place: PlaceOf
let domain: string
let domain_id: string
let made = 0
beforeEach(async () => {
  place = await newPlace(stage)
  domain = `clinic${++made}.example`
  domain_id = await proveDomain(stage, place, domain)
})
afterEach(async () => {
  peer.down(false)
  liar.behave(BEHAVES)
  await stage.test.database.pool.query('delete from auth.attempts')
})

const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
const at = (path = '', of = place) => `/api/v1/workspaces/${of.id}/domains${path}`
const query = (text: string, values: unknown[] = []) => stage.test.database.pool.query(text, values)
const there = () => ({ issuer: peer.issuer, client_id: peer.client_id, client_secret: peer.client_secret })
const settings = (changes: object = {}) => ({
  ...there(),
  groups_claim: 'groups',
  roles: [
    { group: 'it', role: 'admin' },
    { group: 'doctors', role: 'reviewer' },
  ],
  default_role: 'member',
  is_enforced: false,
  ...changes,
})
const save = (changes: object = {}, as = place.owner) =>
  stage.test.call('PUT', at(`/${domain_id}/sign-on`), { as, body: settings(changes) })
async function setUp(changes: object = {}) {
  const { status, body } = await save(changes)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}
/** Somebody new at the provider. */
function personThere(groups: string[] = [], changes: Partial<{ email: string; email_verified: boolean }> = {}) {
  const login = `login-${++made}`
  const email = `${login}@${domain}`
  peer.people.set(login, { email, email_verified: true, name: 'Asha Rao', groups, ...changes })
  return { login, email }
}
async function come({ login, email }: { login: string; email: string }, browser = new Browser()) {
  const back = await goThere(stage, browser, email, login)
  return browser.keep(await stage.identity.accounts.finishSignOn(back, browser))
}
const rolesIn = async (): Promise<Record<string, WorkspaceRole>> =>
  Object.fromEntries(
    (
      await query(
        'select u.email::text, m.role from workspace_members m join users u on u.id = m.user_id where workspace_id = $1',
        [place.id],
      )
    ).rows.map(({ email, role }) => [email, role]),
  )
const isSignedIn = async (browser: Browser) => (await stage.identity.accounts.session(browser)).data !== null
const entries = async (action: string) =>
  (await query('select details from audit_log where target_id = $1 and action = $2 order by id', [place.id, action]))
    .rows

describe('a domain', () => {
  it('is added with the record that proves it, and proven once the record is there', async () => {
    const { body } = await stage.test.call('POST', at(), { as: place.owner, body: { domain: ' New.Example ' } })
    const { id, record, domain: name, verified_at } = body.data
    expect([name, verified_at, record.name]).toEqual(['new.example', null, '_chowk.new.example'])
    const check = () => stage.test.call('POST', at(`/${id}/check`), { as: place.owner, body: {} })
    expect((await check()).body.errors[0].code).toBe('domain_unproven')
    stage.dns.set(record.name, ['v=spf1 -all', record.value])
    expect((await check()).body.data.verified_at).not.toBeNull()
    expect(await entries('workspace.prove_domain')).toHaveLength(2)
  })

  it.each(['', 'clinic', 'a@clinic.example', 'https://clinic.example', '-x.example', 'x..example', 'क.example'])(
    'is not %j',
    async (wrong) => {
      const { status, body } = await stage.test.call('POST', at(), { as: place.owner, body: { domain: wrong } })
      expect([status, body.errors[0].field]).toEqual([400, 'domain'])
    },
  )

  it('is added once, and ten to a workspace', async () => {
    const add = (name: string) => stage.test.call('POST', at(), { as: place.owner, body: { domain: name } })
    expect((await add(domain)).body.errors[0]).toMatchObject({ code: 'already_exists', field: 'domain' })
    for (let i = 1; i < 10; i++) expect((await add(`more${i}.example`)).status).toBe(201)
    expect((await add('more10.example')).body.errors[0].code).toBe('limit_reached')
  })

  it('is for owners and admins, and doesn’t exist for others', async () => {
    const stranger = await stage.test.person()
    expect((await stage.test.call('GET', at(), { as: stranger })).status).toBe(404)
    const member = await stage.test.person()
    await query(`insert into workspace_members (workspace_id, user_id, role) values ($1, $2, 'builder')`, [
      place.id,
      member.id,
    ])
    expect((await stage.test.call('GET', at(), { as: member })).status).toBe(403)
    await query(`update workspace_members set role = 'admin' where user_id = $1`, [member.id])
    expect((await stage.test.call('GET', at(), { as: member })).status).toBe(200)
    // Who chooses the provider could sign in as any member.
    expect((await save({}, member)).status).toBe(403)
  })

  it('belongs to one workspace at a time, until its record there is gone', async () => {
    await setUp()
    const other = await newPlace(stage)
    const added = await stage.test.call('POST', at('', other), { as: other.owner, body: { domain } })
    const { id, record } = added.body.data
    const first = stage.dns.get(record.name) ?? []
    stage.dns.set(record.name, [...first, record.value])
    const check = () => stage.test.call('POST', at(`/${id}/check`, other), { as: other.owner, body: {} })
    expect((await check()).body.errors[0].code).toBe('domain_taken')
    stage.dns.set(record.name, [record.value])
    expect((await check()).status).toBe(200)
    const [theirs] = (await stage.test.call('GET', at(), { as: place.owner })).body.data.domains
    expect([theirs.verified_at, theirs.lost_at === null]).toEqual([null, false])
    const browser = new Browser()
    await expect(stage.identity.accounts.startSignOn({ email: `x@${domain}` }, browser)).rejects.toEqual(
      refusedWith('sign_on_off'),
    )
  })

  it('loses its right three days after its record is gone, of which the owners are told twice', async () => {
    await setUp()
    const browser = new Browser()
    await come(personThere(), browser)
    const [{ email }] = (await query('select email::text from users where id = $1', [place.owner.id])).rows
    const deps = {
      db: stage.test.database.db,
      brand: readTestBrand,
      lookUpTxt: async (name: string) => stage.dns.get(name) ?? [],
    }
    const due = () =>
      query(`update workspace_domains set checked_at = now() - interval '2 hours' where id = $1`, [domain_id])
    const state = async () => (await query('select * from workspace_domains where id = $1', [domain_id])).rows[0]
    stage.dns.delete(`_chowk.${domain}`)
    await due()
    await recheckDomains(deps)
    expect((await state()).missing_since).not.toBeNull()
    expect((await mailTo(stage.test.database, email, /./)).body).toContain(`proves ${domain} is gone`)
    expect(await isSignedIn(browser)).toBe(true)
    await due()
    await recheckDomains(deps, () => Date.now() + 73 * 3_600_000)
    expect(await state()).toMatchObject({ verified_at: null, missing_since: null })
    expect(await isSignedIn(browser)).toBe(false)
    await expect(come(personThere())).rejects.toEqual(refusedWith('sign_on_off'))
    expect((await mailTo(stage.test.database, email, /./)).body).toContain('no longer proven')
    expect(await entries('workspace.lose_domain')).toHaveLength(1)
  })

  it('keeps its right while name servers don’t answer, and when its record is back in time', async () => {
    const deps = { db: stage.test.database.db, brand: readTestBrand }
    const due = () =>
      query(`update workspace_domains set checked_at = now() - interval '2 hours' where id = $1`, [domain_id])
    const down = async () => {
      throw new Error('SERVFAIL')
    }
    await due()
    await recheckDomains({ ...deps, lookUpTxt: down })
    const state = async () => (await query('select * from workspace_domains where id = $1', [domain_id])).rows[0]
    expect(await state()).toMatchObject({ missing_since: null })
    await due()
    await recheckDomains({ ...deps, lookUpTxt: async () => [] })
    await due()
    await recheckDomains({ ...deps, lookUpTxt: async (name) => stage.dns.get(name) ?? [] })
    expect(await state()).toMatchObject({ missing_since: null, lost_at: null })
    stage.dns.down = true
    const answer = await stage.test.call('POST', at(`/${domain_id}/check`), { as: place.owner, body: {} })
    stage.dns.down = false
    expect(answer.body.errors[0].code).toBe('domain_unreachable')
  })

  it('takes its sign-on along when it is removed', async () => {
    await setUp()
    const browser = new Browser()
    await come(personThere(), browser)
    expect((await stage.test.call('DELETE', at(`/${domain_id}`), { as: place.owner })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await query('select from workspace_sign_ons where workspace_id = $1', [place.id])).rowCount).toBe(0)
  })
})

describe('the provider of a domain', () => {
  it('is saved once it works; its secret is sealed, kept when left out, and never shown', async () => {
    const saved = await setUp()
    expect(saved.sign_on).toMatchObject({ issuer: peer.issuer, client_id: 'chowk', default_role: 'member' })
    const { rows } = await query('select * from workspace_sign_ons where domain_id = $1', [domain_id])
    expect(JSON.stringify([saved, rows, await entries('workspace.save_sign_on')])).not.toContain(peer.client_secret)
    expect(rows[0].sealed.toString('latin1')).not.toContain(peer.client_secret)
    const { client_secret: _, ...rest } = settings({ default_role: null })
    const again = await stage.test.call('PUT', at(`/${domain_id}/sign-on`), { as: place.owner, body: rest })
    expect(again.body.data.sign_on.default_role).toBeNull()
    const tried = await stage.test.call('POST', at(`/${domain_id}/sign-on/test`), { as: place.owner, body: {} })
    expect(tried.body.data).toEqual({ works: true })
    expect(await entries('workspace.save_sign_on')).toHaveLength(2)
  })

  it.each([
    ['issuer', 'a private address', { issuer: 'https://10.1.2.3' }],
    ['issuer', 'an address without TLS', { issuer: 'http://login.example.com' }],
    ['issuer', 'no address', { issuer: 'login' }],
    ['issuer', 'an address with something behind it', { issuer: 'https://login.example.com/?tenant=1' }],
    ['client_secret', 'a wrong secret', { client_secret: 'not it' }],
    ['client_secret', 'an unknown client', { client_id: 'somebody else' }],
    ['client_secret', 'no secret at all', { client_secret: undefined }],
  ])('is refused at the field %s for %s', async (field, _what, change) => {
    const { status, body } = await save(change)
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect((await query('select from workspace_sign_ons where domain_id = $1', [domain_id])).rowCount).toBe(0)
  })

  it('is refused where it calls itself by another address, or is down', async () => {
    // A slash too many is no other address; what is kept is what the provider calls itself.
    expect((await setUp({ issuer: `${peer.issuer}/` })).sign_on.issuer).toBe(peer.issuer)
    await come(personThere())
    const { body } = await save({ issuer: `${liar.url}/google/.well-known/../` })
    expect(body.errors[0].field).toBe('issuer')
    peer.down(true)
    expect((await save()).body.errors[0].field).toBe('issuer')
  })

  it('needs a proven domain', async () => {
    const { body } = await stage.test.call('POST', at(), { as: place.owner, body: { domain: `later.${domain}` } })
    const answer = await stage.test.call('PUT', at(`/${body.data.id}/sign-on`), { as: place.owner, body: settings() })
    expect(answer.body.errors[0].code).toBe('domain_unproven')
  })

  it('ends with the sessions it began', async () => {
    await setUp()
    const browser = new Browser()
    await come(personThere(), browser)
    const { status } = await stage.test.call('DELETE', at(`/${domain_id}/sign-on`), { as: place.owner })
    expect([status, await isSignedIn(browser)]).toEqual([200, false])
    expect(await stage.identity.accounts.findSignOn({ email: `x@${domain}` }, browser)).toMatchObject({
      data: { provider: null },
    })
  })
})

describe('a person who signs on', () => {
  it('is told where it leads, and becomes a member in the role of their groups', async () => {
    await setUp()
    const person = personThere(['staff', 'doctors'])
    const browser = new Browser()
    const { data } = await stage.identity.accounts.findSignOn({ email: person.email }, browser)
    expect(data).toEqual({ provider: new URL(peer.issuer).host, is_enforced: false })
    expect(await come(person, browser)).toMatchObject({ email: person.email, workspace: place.slug })
    expect(await rolesIn()).toMatchObject({ [person.email]: 'reviewer' })
    expect(await entries('workspace.join')).toEqual([{ details: { role: 'reviewer', by: 'sign_on' } }])
    const { rows } = await query('select is_verified, display_name from users where email = $1', [person.email])
    expect(rows).toEqual([{ is_verified: true, display_name: 'Asha Rao' }])
  })

  it('follows their groups at the next sign-in, by the first of the table', async () => {
    await setUp()
    const person = personThere(['doctors', 'it'])
    await come(person)
    expect((await rolesIn())[person.email]).toBe('admin')
    peer.people.get(person.login)?.groups.splice(0)
    await come(person)
    expect((await rolesIn())[person.email]).toBe('member')
    expect(await entries('workspace.set_role')).toHaveLength(1)
  })

  it('is refused without a group where there is no default role, and nothing changes', async () => {
    await setUp({ default_role: null })
    const person = personThere(['doctors'])
    await come(person)
    peer.people.get(person.login)?.groups.splice(0)
    const browser = new Browser()
    await expect(come(person, browser)).rejects.toEqual(refusedWith('sign_on_role'))
    expect([(await rolesIn())[person.email], await isSignedIn(browser)]).toEqual(['reviewer', false])
    const stranger = personThere()
    await expect(come(stranger)).rejects.toEqual(refusedWith('sign_on_role'))
    expect((await query('select from users where email = $1', [stranger.email])).rowCount).toBe(0)
  })

  it('never takes the last owner, nor one whom a person made an owner', async () => {
    await setUp({ roles: [{ group: 'chiefs', role: 'owner' }] })
    const [chief, other] = [personThere(['chiefs']), personThere(['chiefs'])]
    await come(chief)
    await come(other)
    await query('delete from workspace_members where workspace_id = $1 and user_id = $2', [place.id, place.owner.id])
    for (const one of [chief, other]) peer.people.get(one.login)?.groups.splice(0)
    await come(chief)
    expect((await rolesIn())[chief.email]).toBe('member')
    await come(other)
    expect((await rolesIn())[other.email]).toBe('owner')
    await query('update workspace_members set by_groups = false where role = $1 and workspace_id = $2', [
      'owner',
      place.id,
    ])
    await come(other)
    expect((await rolesIn())[other.email]).toBe('owner')
  })

  it('is the same one whatever their address is by then, and not another with their old address', async () => {
    await setUp()
    const person = personThere()
    const first = await come(person)
    const entry = peer.people.get(person.login)
    if (!entry) throw new Error('gone')
    entry.email = `moved-${person.email}`
    expect((await come(person)).id).toBe(first.id)
    const heir = personThere([], { email: person.email })
    await expect(come({ ...heir, email: person.email })).rejects.toEqual(refusedWith('sign_on_other_person'))
  })

  it('finds no seat in a full plan, and no account is made', async () => {
    await setUp()
    await query(
      `insert into workspace_invitations (workspace_id, email, role, token_hash, expires_at)
       select $1, 'guest' || n || '@example.com', 'member', sha256(('x' || n || $2)::bytea), now() + interval '1 day' from generate_series(1, 199) n`,
      [place.id, domain],
    )
    const person = personThere()
    await expect(come(person)).rejects.toEqual(refusedWith('plan_limit'))
    expect((await query('select from users where email = $1', [person.email])).rowCount).toBe(0)
  })

  it.each([
    ['not verified', { email_verified: false }],
    ['of another domain', { email: 'somebody@elsewhere.example' }],
  ])('is refused with an address that is %s', async (_what, change) => {
    await setUp()
    const { login } = personThere([], change)
    await expect(come({ login, email: `x@${domain}` })).rejects.toEqual(refusedWith('sign_on_email'))
  })

  it('is let in once by a callback, in the browser that began', async () => {
    await setUp()
    const person = personThere()
    const [browser, thief] = [new Browser(), new Browser()]
    const back = await goThere(stage, browser, person.email, person.login)
    const finish = (who: Browser, given = back) => stage.identity.accounts.finishSignOn(given, who)
    await expect(finish(thief)).rejects.toEqual(refusedWith('external_state'))
    browser.keep(await finish(browser))
    await expect(finish(browser)).rejects.toEqual(refusedWith('external_state'))
    const again = await goThere(stage, browser, person.email, person.login)
    await expect(finish(browser, { ...again, code: back.code ?? '' })).rejects.toEqual(refusedWith('sign_on_token'))
  })

  it('is refused when the answer names another issuer, or the person said no', async () => {
    await setUp()
    const person = personThere()
    const browser = new Browser()
    const finish = async (change: object) => {
      const back = await goThere(stage, browser, person.email, person.login)
      return stage.identity.accounts.finishSignOn({ ...back, ...change }, browser)
    }
    await expect(finish({ iss: 'https://evil.example' })).rejects.toEqual(refusedWith('sign_on_issuer'))
    await expect(finish({ code: undefined, error: 'access_denied' })).rejects.toEqual(refusedWith('external_denied'))
    await expect(finish({ code: undefined, error: 'server_error' })).rejects.toEqual(refusedWith('sign_on_client'))
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('is told when the provider is down, before and after leaving', async () => {
    await setUp()
    const person = personThere()
    const browser = new Browser()
    const back = await goThere(stage, browser, person.email, person.login)
    peer.down(true)
    await expect(stage.identity.accounts.finishSignOn(back, browser)).rejects.toEqual(refusedWith('sign_on_down'))
    await expect(stage.identity.accounts.startSignOn({ email: person.email }, browser)).rejects.toEqual(
      refusedWith('sign_on_down'),
    )
    expect((await query('select from users where email = $1', [person.email])).rowCount).toBe(0)
  })

  it('is begun and finished by no foreign page', async () => {
    await setUp()
    const foreign = Object.assign(new Browser(), { origin: 'https://evil.test' })
    await expect(stage.identity.accounts.startSignOn({ email: `x@${domain}` }, foreign)).rejects.toEqual(
      refusedWith('forbidden'),
    )
    await expect(stage.identity.accounts.finishSignOn({ state: 'x' }, foreign)).rejects.toEqual(
      refusedWith('forbidden'),
    )
  })
})

describe('an ID token', () => {
  /** Signs on at the provider that misbehaves, which has no pages of its own. */
  async function lie(): Promise<unknown> {
    await setUp({ issuer: `${liar.url}/google`, client_secret: 'secret of chowk' })
    const email = `liar-${++made}@${domain}`
    const person = { id: 1000 + made, login: 'x', name: 'Asha', email, verified: true }
    liar.people.push(person)
    const browser = new Browser()
    const { url } = browser.keep(await stage.identity.accounts.startSignOn({ email }, browser))
    const choose = new URL(url.replace('/authorize', '/choose'))
    choose.searchParams.set('choice', String(person.id))
    const back = new URL((await fetch(choose, { redirect: 'manual' })).headers.get('location') ?? '')
    const given = Object.fromEntries(back.searchParams) as { state: string; code: string }
    return browser.keep(await stage.identity.accounts.finishSignOn(given, browser))
  }

  it('is believed when it is right', async () => {
    expect(await lie()).toMatchObject({ workspace: place.slug })
  })

  it.each([
    ['forged', 'sign_on_token'],
    ['other_audience', 'sign_on_token'],
    ['other_issuer', 'sign_on_issuer'],
    ['other_nonce', 'sign_on_token'],
    ['expired', 'sign_on_token'],
    ['absent', 'sign_on_token'],
  ] as const)('is refused when it is %s, as %s, and nothing changes', async (id_token, code) => {
    liar.behave({ id_token })
    await expect(lie()).rejects.toEqual(refusedWith(code))
    expect(Object.keys(await rolesIn())).toHaveLength(1)
  })
})

describe('an account with the address', () => {
  const confirm = async (one: { email: string; browser: Browser }) => {
    await mailSettled(stage.test.database)
    const token = tokenOf(await mailTo(stage.test.database, one.email, /^Confirm/))
    await stage.identity.accounts.verifyEmail(token, one.browser)
  }

  it('is joined when the address is proven, and told by mail', async () => {
    await setUp()
    const person = personThere()
    const account = await signUpSomebody(stage.identity, person.email)
    await expect(come(person)).rejects.toEqual(refusedWith('sign_on_link_first'))
    await confirm(account)
    expect((await come(person)).id).toBe(account.account.id)
    await mailTo(stage.test.database, person.email, /How you sign in/)
  })

  it('that asks for a second factor is joined where it is signed in', async () => {
    await setUp()
    const person = personThere()
    const account = await signUpSomebody(stage.identity, person.email)
    await confirm(account)
    await setUpSecondFactor(stage.identity, account.browser)
    await expect(come(person)).rejects.toEqual(refusedWith('sign_on_link_first'))
    expect((await come(person, account.browser)).id).toBe(account.account.id)
  })
})

describe('where the provider is the only way in', () => {
  const within = () => ({ 'x-workspace': place.slug })
  /** The account as the test app knows it, in the session that the browser has. */
  async function asCaller(email: string, session: string | null): Promise<Person> {
    const [{ id }] = (await query('select id from users where email = $1', [email])).rows
    const person = {
      id,
      role: 'basic_user',
      token: `session.${id}.${session ?? 'none'}`,
      ...(session && { session }),
    } as Person
    stage.test.know(person)
    return person
  }
  const sessionsOf = async (email: string): Promise<{ id: string; signOn: string | null }[]> =>
    (
      await query(
        `select s.id, s."signOn" from auth.session s join users u on u.firebase_uid = s."userId" where u.email = $1`,
        [email],
      )
    ).rows
  const makeMember = async (email: string, role: WorkspaceRole) =>
    query(`insert into workspace_members (workspace_id, user_id, role) select $1, id, $2 from users where email = $3`, [
      place.id,
      role,
      email,
    ])

  it('other sessions of members end, passwords are refused, and owners keep theirs', async () => {
    const [member, owner] = [personThere(), personThere()]
    const [his, hers] = [
      await signUpSomebody(stage.identity, member.email),
      await signUpSomebody(stage.identity, owner.email),
    ]
    await makeMember(member.email, 'member')
    await makeMember(owner.email, 'owner')
    await setUp()
    expect(await isSignedIn(his.browser)).toBe(true)
    await setUp({ is_enforced: true })
    expect([await isSignedIn(his.browser), await isSignedIn(hers.browser)]).toEqual([false, true])
    const byPassword = (email: string) => stage.identity.accounts.signIn({ email, password: PASSWORD }, new Browser())
    await expect(byPassword(member.email)).rejects.toEqual(refusedWith('sign_on_required'))
    expect((await byPassword(owner.email)).data.email).toBe(owner.email)
    // A wrong password says nothing about the workspace.
    await expect(
      stage.identity.accounts.signIn({ email: member.email, password: 'wrong password' }, new Browser()),
    ).rejects.toEqual(refusedWith('invalid_credentials'))
    expect((await entries('workspace.save_sign_on')).at(-1)?.details).toMatchObject({ sessions_ended: 1 })
  })

  it('a member acts in the workspace in a session of the provider alone', async () => {
    await setUp({ is_enforced: true })
    const person = personThere()
    await come(person)
    const [own] = await sessionsOf(person.email)
    const list = (as: Person) => stage.test.call('GET', '/api/v1/executions', { as, headers: within() })
    expect((await list(await asCaller(person.email, own?.id ?? null))).status).toBe(200)
    const elsewhere = await list(await asCaller(person.email, 'another session'))
    expect([elsewhere.status, elsewhere.body.errors[0].code]).toEqual([409, 'sign_on_required'])
    // What is their own stays open.
    const own_page = await stage.test.call('GET', '/api/v1/executions', {
      as: await asCaller(person.email, 'another session'),
    })
    expect(own_page.status).toBe(200)
  })
})
