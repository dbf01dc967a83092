import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ExternalProvider } from '#contract/accounts/external-providers.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { type OAuthPeer, startOAuthPeer } from '#peers/oauth/peer.ts'
import { RefusalWithCookies } from '#server/gateways/identity.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  Browser,
  createTestIdentity,
  enterAnew,
  PASSWORD,
  PUBLIC_URL,
  signUpSomebody,
  type TestIdentity,
} from '#test/support/identity.ts'
import { mailSettled, mailsTo, mailTo, tokenOf } from '#test/support/mailbox.ts'
import { setUpSecondFactor } from '#test/support/second-factor.ts'

let database: TestDatabase
let identity: TestIdentity
let peer: OAuthPeer
const optionsAt = (url: string) => ({
  google: { client_id: 'chowk', client_secret: 'secret of chowk', issuer: `${url}/google` },
  github: {
    client_id: 'chowk',
    client_secret: 'secret of chowk',
    url: `${url}/github`,
    api_url: `${url}/github/api`,
  },
})
beforeAll(async () => {
  peer = await startOAuthPeer()
  database = await createTestDatabase()
  identity = await createTestIdentity(database, PUBLIC_URL, optionsAt(peer.url))
})
afterAll(async () => {
  await peer.close()
  await identity.stop()
  await database.drop()
})
afterEach(async () => {
  peer.behave(BEHAVES)
  await database.pool.query('delete from auth.attempts')
})

const PROVIDERS = ['google', 'github'] as const
const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
let ids = 100
/** Somebody new at both providers. */
function personThere(email = `there-${++ids}@mail.example`, verified = true) {
  const person = { id: ++ids, login: `login${ids}`, name: 'Asha Rao', email, verified }
  peer.people.push(person)
  return person
}

interface Returned {
  state: string
  code?: string
  error?: string
}
/** From the start to the moment the popup comes back. `choice` null presses Cancel. */
async function returnFrom(
  provider: ExternalProvider,
  browser: Browser,
  choice: number | null,
  purpose: 'sign_in' | 'connect' = 'sign_in',
): Promise<Returned> {
  const { url } = browser.keep(await identity.accounts.startExternal({ provider, purpose }, browser))
  expect((await fetch(url)).status).toBe(200)
  const choose = new URL(url.replace('/login/oauth/authorize', '/choose').replace('/authorize', '/choose'))
  choose.searchParams.set('choice', String(choice ?? 'deny'))
  const back = new URL((await fetch(choose, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`${PUBLIC_URL}/oauth/${provider}.html`)
  return Object.fromEntries(back.searchParams) as unknown as Returned
}
async function come(provider: ExternalProvider, browser: Browser, person: { id: number }, purpose?: 'connect') {
  const back = await returnFrom(provider, browser, person.id, purpose)
  browser.keep(await identity.accounts.finishExternal({ provider, ...back }, browser))
  return (await identity.accounts.session(browser)).data
}
async function confirmAddress({ email, browser }: { email: string; browser: Browser }) {
  await mailSettled(database)
  await identity.accounts.verifyEmail(tokenOf(await mailTo(database, email, /^Confirm/)), browser)
}

describe.each(PROVIDERS)('%s', (provider) => {
  it('signs up who comes first, signs in who comes again, whatever their address is by then', async () => {
    const person = personThere()
    const first = await come(provider, new Browser(), person)
    expect(first).toMatchObject({ email: person.email, display_name: 'Asha Rao' })
    const address = person.email
    person.email = `moved-${address}`
    expect(await come(provider, new Browser(), person)).toEqual(first)
    const { rows } = await database.pool.query('select "emailVerified" from auth."user" where email = $1', [address])
    expect(rows).toEqual([{ emailVerified: true }])
  })

  it('makes one account of two who come at once', async () => {
    const person = personThere()
    const both = await Promise.all([come(provider, new Browser(), person), come(provider, new Browser(), person)])
    expect(both[0]).toEqual(both[1])
  })

  it('joins an account whose address is proven, and tells it by mail', async () => {
    const { email, account, browser } = await signUpSomebody(identity)
    await confirmAddress({ email, browser })
    expect(await come(provider, new Browser(), personThere(email.toUpperCase()))).toMatchObject({ id: account.id })
    await mailTo(database, email, /How you sign in/)
  })

  it('never joins an account whose address is not proven', async () => {
    const { email, account } = await signUpSomebody(identity)
    const browser = new Browser()
    await expect(come(provider, browser, personThere(email))).rejects.toEqual(refusedWith('link_first'))
    expect((await identity.accounts.session(browser)).data).toBeNull()
    const { rows } = await database.pool.query('select "providerId" from auth.account where "userId" = $1', [
      account.id,
    ])
    expect(rows).toEqual([{ providerId: 'credential' }])
  })

  it('never joins an account that asks for a second factor', async () => {
    const { email, account, browser } = await signUpSomebody(identity)
    await confirmAddress({ email, browser })
    await database.pool.query('update auth."user" set "twoFactorEnabled" = true where id = $1', [account.id])
    await expect(come(provider, new Browser(), personThere(email))).rejects.toEqual(refusedWith('link_first'))
  })

  it('asks for the code of a connected account that has a second factor, and gives no session before', async () => {
    const { browser, account } = await signUpSomebody(identity)
    const person = personThere()
    await come('google', browser, person, 'connect')
    const { backup_codes } = await setUpSecondFactor(identity, browser)
    const other = new Browser()
    const back = await returnFrom('google', other, person.id)
    const refusal = await identity.accounts
      .finishExternal({ provider: 'google', ...back }, other)
      .catch((error) => error)
    expect(refusal).toEqual(refusedWith('second_factor_needed'))
    if (refusal instanceof RefusalWithCookies) other.keep({ data: null, cookies: [...refusal.cookies] })
    expect((await identity.accounts.session(other)).data).toBeNull()
    const code = backup_codes[0] ?? ''
    other.keep(await identity.accounts.finishSignIn({ code, trust_device: true }, other))
    expect((await identity.accounts.session(other)).data).toEqual(account)
    other.keep(await identity.accounts.signOut(other))
    expect(await come('google', other, person)).toEqual(account)
    expect((await identity.accounts.twoFactor(other)).data.proven).toBe(true)
  })

  it('is not believed about an address it has not verified, known here or not', async () => {
    const { email, browser } = await signUpSomebody(identity)
    await confirmAddress({ email, browser })
    for (const address of [email, 'nobody-there@mail.example'])
      await expect(come(provider, new Browser(), personThere(address, false))).rejects.toEqual(
        refusedWith('external_email'),
      )
  })

  it('is cancelled by the person', async () => {
    const browser = new Browser()
    const back = await returnFrom(provider, browser, null)
    await expect(identity.accounts.finishExternal({ provider, ...back }, browser)).rejects.toEqual(
      refusedWith('external_denied'),
    )
  })

  it('is refused with a state that is changed, used, of another browser, or over', async () => {
    const person = personThere()
    const browser = new Browser()
    const finish = (back: Returned, who = browser) => identity.accounts.finishExternal({ provider, ...back }, who)
    peer.behave({ wrong_state: true })
    await expect(finish(await returnFrom(provider, browser, person.id))).rejects.toEqual(refusedWith('external_state'))
    peer.behave({ wrong_state: false })
    const back = await returnFrom(provider, browser, person.id)
    // somebody else is made to open the link of a stranger's sign-in
    const victim = new Browser()
    await expect(finish(back, victim)).rejects.toEqual(refusedWith('external_state'))
    victim.keep(await identity.accounts.startExternal({ provider, purpose: 'sign_in' }, victim))
    await expect(finish(back, victim)).rejects.toEqual(refusedWith('external_state'))
    browser.keep(await finish(back))
    await expect(finish(back)).rejects.toEqual(refusedWith('external_state'))
    const late = await returnFrom(provider, browser, person.id)
    await database.pool.query('update auth.external_flows set expires_at = now()')
    await expect(finish(late)).rejects.toEqual(refusedWith('external_state'))
  })

  it('is refused when its answer comes to the page of the other one, which uses it up', async () => {
    const browser = new Browser()
    const back = await returnFrom(provider, browser, personThere().id)
    const other = provider === 'google' ? 'github' : 'google'
    for (const at of [other, provider] as const)
      await expect(identity.accounts.finishExternal({ provider: at, ...back }, browser)).rejects.toEqual(
        refusedWith('external_state'),
      )
  })

  it('signs nobody in with a code that is made up, used, or of another sign-in', async () => {
    const person = personThere()
    const browser = new Browser()
    const back = await returnFrom(provider, browser, person.id)
    const other = await returnFrom(provider, browser, person.id)
    for (const [state, code] of [
      [back.state, 'made up'],
      // right browser, right state, the code of another flow: PKCE
      [other.state, back.code ?? ''],
    ] as const)
      await expect(identity.accounts.finishExternal({ provider, state, code }, browser)).rejects.toEqual(
        refusedWith('external_refused'),
      )
    expect((await identity.accounts.session(browser)).data).toBeNull()
  })

  it('answers as an outage while it is down or refuses itself', async () => {
    const browser = new Browser()
    const finish = async (back: Returned) => identity.accounts.finishExternal({ provider, ...back }, browser)
    const back = await returnFrom(provider, browser, personThere().id)
    peer.behave({ down: true })
    await expect(finish(back)).rejects.toEqual(refusedWith('unavailable'))
    peer.behave({ down: false })
    const again = await returnFrom(provider, browser, personThere().id)
    peer.behave({ refuse_code: true })
    await expect(finish(again)).rejects.toEqual(refusedWith('external_refused'))
  })

  it('is begun and finished by no foreign page, and not without a client id', async () => {
    const foreign = Object.assign(new Browser(), { origin: 'https://evil.test' })
    const start = { provider, purpose: 'sign_in' } as const
    await expect(identity.accounts.startExternal(start, foreign)).rejects.toEqual(refusedWith('forbidden'))
    await expect(identity.accounts.finishExternal({ provider, state: 'x' }, foreign)).rejects.toEqual(
      refusedWith('forbidden'),
    )
    const plain = await createTestIdentity(database)
    expect(plain.ways[provider]).toMatchObject({ enabled: false, reason: expect.stringMatching(/not set up/) })
    expect(identity.ways[provider]).toEqual({ enabled: true, reason: null })
    await expect(plain.accounts.startExternal(start, new Browser())).rejects.toEqual(refusedWith('way_not_offered'))
    await plain.stop()
  })
})

it('is begun only so often from one address, those that succeed not counted', async () => {
  // A full bucket is remembered: no other test comes from this address.
  const browser = new Browser('198.51.100.240')
  for (let i = 0; i < 3; i++) await come('github', browser, personThere())
  const start = () => identity.accounts.startExternal({ provider: 'github', purpose: 'sign_in' }, browser)
  for (let i = 0; i < 100; i++) await start()
  await expect(start()).rejects.toEqual(refusedWith('too_many_requests'))
})

describe('the id token of Google', () => {
  it.each(['forged', 'other_audience', 'other_issuer', 'other_nonce', 'expired', 'absent'] as const)(
    'is not believed when it is %s',
    async (id_token) => {
      peer.behave({ id_token })
      await expect(come('google', new Browser(), personThere())).rejects.toEqual(refusedWith('external_refused'))
    },
  )
})

describe('connections', () => {
  const waysOf = async (browser: Browser) =>
    (await identity.accounts.connections(browser)).data.ways.map(
      ({ way, connected, can_disconnect }) => `${way} ${connected} ${can_disconnect.allowed}`,
    )

  it('are added by their holder, even of another address, and signed in with from then on', async () => {
    const { browser, account, email } = await signUpSomebody(identity)
    const person = personThere()
    await come('github', browser, person, 'connect')
    expect(await waysOf(browser)).toEqual(['google false true', 'github true true', 'password true true'])
    expect(await come('github', new Browser(), person)).toMatchObject({ id: account.id, email })
    await mailTo(database, email, /How you sign in/)
    expect(await mailsTo(database, person.email)).toEqual([])
  })

  it('are refused when the account there belongs to a user here, or another one is connected', async () => {
    const taken = personThere()
    await come('google', new Browser(), taken)
    const { browser } = await signUpSomebody(identity)
    await expect(come('google', browser, taken, 'connect')).rejects.toEqual(refusedWith('external_taken'))
    await come('google', browser, personThere(), 'connect')
    await expect(come('google', browser, personThere(), 'connect')).rejects.toEqual(refusedWith('external_taken'))
  })

  it('go to who asked for them: not to another account signed in meanwhile, nor to nobody', async () => {
    const { browser } = await signUpSomebody(identity)
    const back = await returnFrom('google', browser, personThere().id, 'connect')
    browser.keep(await identity.accounts.signOut(browser))
    const other = { email: 'another-one@example.com', password: PASSWORD, display_name: 'Other' }
    await enterAnew(identity, other, browser)
    await expect(identity.accounts.finishExternal({ provider: 'google', ...back }, browser)).rejects.toEqual(
      refusedWith('external_state'),
    )
    const stranger = new Browser()
    const start = { provider: 'google', purpose: 'connect' } as const
    await expect(identity.accounts.startExternal(start, stranger)).rejects.toEqual(refusedWith('unauthenticated'))
  })

  it('can all be removed but the last', async () => {
    const browser = new Browser()
    await come('google', browser, personThere())
    expect(await waysOf(browser)).toEqual(['google true false', 'github false true', 'password false true'])
    await expect(identity.accounts.disconnect('google', browser)).rejects.toEqual(refusedWith('illegal_transition'))
    await identity.accounts.setPassword('a first password', browser)
    await expect(identity.accounts.setPassword('a second one', browser)).rejects.toEqual(refusedWith('already_exists'))
    await expect(identity.accounts.disconnect('github', browser)).rejects.toEqual(refusedWith('not_found'))
    const results = await Promise.allSettled([
      identity.accounts.disconnect('google', browser),
      identity.accounts.disconnect('password', browser),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('are changed only shortly after signing in', async () => {
    const { browser, account } = await signUpSomebody(identity)
    await database.pool.query(
      `update auth.session set "confirmedAt" = now() - interval '11 minutes' where "userId" = $1`,
      [account.id],
    )
    const start = { provider: 'google', purpose: 'connect' } as const
    for (const act of [
      () => identity.accounts.startExternal(start, browser),
      () => identity.accounts.disconnect('password', browser),
      () => identity.accounts.setPassword('a password', browser),
    ])
      await expect(act()).rejects.toEqual(refusedWith('confirmation_needed'))
  })
})
