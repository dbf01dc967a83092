/** A workspace with a proven domain and a provider, as its owner sets them up. */
import { createSignOns } from '#server/areas/accounts/sign-on/sign-ons.ts'
import { checkSeats } from '#server/areas/billing/billing.ts'
import { DnsUnavailable } from '#server/gateways/dns-txt.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createSignOnGateway } from '#server/gateways/sign-on/provider.ts'
import { createTestApp, type Person, type TestApp } from './app.ts'
import { readTestBrand } from './brand.ts'
import { type Browser, createTestIdentity, PUBLIC_URL, type TestIdentity } from './identity.ts'
import { passProvider } from './oidc-person.ts'
import { givePlan } from './plans.ts'

export const CALLBACK = `${PUBLIC_URL}/oauth2/sign-on/callback`

export interface SignOnStage {
  test: TestApp
  identity: TestIdentity
  /** TXT records by their name; null: the name servers don't answer. */
  dns: Map<string, string[]> & { down?: boolean }
  close(): Promise<void>
}

/** @param hosts `host:port` of providers on this machine */
export async function createSignOnStage(hosts: readonly string[]): Promise<SignOnStage> {
  const outbound = createOutbound({ allow: hosts })
  const gateway = createSignOnGateway({ open: outbound.open, allow: hosts })
  const dns: SignOnStage['dns'] = new Map()
  const lookUpTxt = async (name: string) => {
    if (dns.down) throw new DnsUnavailable(name)
    return dns.get(name) ?? []
  }
  const test = await createTestApp({ deps: { signOn: { lookUpTxt, gateway }, publicUrl: PUBLIC_URL } })
  const { database, ring } = test
  const deps = { db: database.db, brand: readTestBrand, publicUrl: PUBLIC_URL, ring, gateway, checkSeats }
  const none = { google: null, github: null }
  const identity = await createTestIdentity(
    database,
    PUBLIC_URL,
    none,
    undefined,
    undefined,
    undefined,
    createSignOns(deps),
  )
  return {
    ...{ test, identity, dns },
    async close() {
      await identity.stop()
      await test.close()
      outbound.close()
    },
  }
}

export interface PlaceOf {
  id: string
  slug: string
  owner: Person
}

let made = 0
export async function newPlace({ test }: SignOnStage): Promise<PlaceOf> {
  const owner = await test.person('seller')
  const { body } = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: `Clinic ${++made}` } })
  await givePlan(test.database, body.data.id)
  return { id: body.data.id, slug: body.data.slug, owner }
}

/** @returns the id of the domain, which is proven */
export async function proveDomain({ test, dns }: SignOnStage, { id, owner }: PlaceOf, domain: string): Promise<string> {
  const at = `/api/v1/workspaces/${id}/domains`
  const { record, id: domain_id } = (await test.call('POST', at, { as: owner, body: { domain } })).body.data
  dns.set(record.name, [record.value])
  const { status, body } = await test.call('POST', `${at}/${domain_id}/check`, { as: owner, body: {} })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return domain_id
}

/** From the sign-in page to the provider and back. @returns what came back, for `finishSignOn` */
export async function goThere({ identity }: SignOnStage, browser: Browser, email: string, login: string) {
  const { url } = browser.keep(await identity.accounts.startSignOn({ email }, browser))
  const { state = '', ...rest } = await passProvider(url, login, CALLBACK)
  return { state, ...rest } as { state: string; code?: string; error?: string; iss?: string }
}
