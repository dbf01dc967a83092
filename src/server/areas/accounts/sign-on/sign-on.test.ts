/** Sign-on as members use it, against a real provider and, for lies, against one that misbehaves. */
import { describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { Person } from '#test/support/app.ts'
import { Browser, PASSWORD, signUpSomebody } from '#test/support/identity.ts'
import { mailSettled, mailTo, tokenOf } from '#test/support/mailbox.ts'
import { setUpSecondFactor } from '#test/support/second-factor.ts'
import { goThere } from '#test/support/sign-on.ts'
import {
  come,
  domain,
  entries,
  isSignedIn,
  liar,
  peer,
  personThere,
  place,
  query,
  refusedWith,
  setUp,
  stage,
  stageSignOn,
} from '#test/support/sign-on-tests.ts'

stageSignOn()

let lies = 0
const rolesIn = async (): Promise<Record<string, WorkspaceRole>> =>
  Object.fromEntries(
    (
      await query(
        'select u.email::text, m.role from workspace_members m join users u on u.id = m.user_id where workspace_id = $1',
        [place.id],
      )
    ).rows.map(({ email, role }) => [email, role]),
  )
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
    ['of another domain', { email: 'ravi@elsewhere.example' }],
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
    const email = `liar-${++lies}@${domain}`
    const person = { id: 1000 + lies, login: 'x', name: 'Asha', email, verified: true }
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
