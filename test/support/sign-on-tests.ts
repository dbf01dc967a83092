/** What the tests of sign-on share: a real provider, one that lies, and for each test a workspace with a proven domain. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { ErrorCode } from '#contract/core/errors.ts'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { type OAuthPeer, startOAuthPeer } from '#peers/oauth/peer.ts'
import { type OidcPeer, startOidcPeer } from '#peers/oidc/provider.ts'
import { Browser } from './identity.ts'
import {
  CALLBACK,
  createSignOnStage,
  goThere,
  newPlace,
  type PlaceOf,
  proveDomain,
  type SignOnStage,
} from './sign-on.ts'

export let peer: OidcPeer
export let liar: OAuthPeer
export let stage: SignOnStage
export let place: PlaceOf
export let domain: string
export let domain_id: string
let made = 0

/** Sets them up, and takes them down, for the tests of a file. */
export function stageSignOn(): void {
  beforeAll(async () => {
    ;[peer, liar] = [await startOidcPeer([CALLBACK]), await startOAuthPeer()]
    stage = await createSignOnStage([new URL(peer.issuer).host, new URL(liar.url).host])
  })
  afterAll(async () => {
    await stage.close()
    await peer.close()
    await liar.close()
  })
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
}

export const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
export const at = (path = '', of = place) => `/api/v1/workspaces/${of.id}/domains${path}`
export const query = (text: string, values: unknown[] = []) => stage.test.database.pool.query(text, values)
export const there = () => ({ issuer: peer.issuer, client_id: peer.client_id, client_secret: peer.client_secret })
export const settings = (changes: object = {}) => ({
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
export const save = (changes: object = {}, as = place.owner) =>
  stage.test.call('PUT', at(`/${domain_id}/sign-on`), { as, body: settings(changes) })
export async function setUp(changes: object = {}) {
  const { status, body } = await save(changes)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}
/** Someone new at the provider. */
export function personThere(groups: string[] = [], changes: Partial<{ email: string; email_verified: boolean }> = {}) {
  const login = `login-${++made}`
  const email = `${login}@${domain}`
  peer.people.set(login, { email, email_verified: true, name: 'Asha Rao', groups, ...changes })
  return { login, email }
}
export async function come({ login, email }: { login: string; email: string }, browser = new Browser()) {
  const back = await goThere(stage, browser, email, login)
  return browser.keep(await stage.identity.accounts.finishSignOn(back, browser))
}
export const isSignedIn = async (browser: Browser) => (await stage.identity.accounts.session(browser)).data !== null
export const entries = async (action: string) =>
  (await query('select details from audit_log where target_id = $1 and action = $2 order by id', [place.id, action]))
    .rows
