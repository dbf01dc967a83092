import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AgentDetail } from '#contract/agents/agents.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { SellerPage } from '#contract/selling/sellers.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent, addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let seller: Person
let buyer: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  buyer = await test.person()
  await addCategories(test.database.pool, 'healthcare', 'legal')
  await rename(seller, 'Asha Clinics')
})
afterAll(() => test.close())

const call = (method: string, path: string, as: Person | null = buyer, query?: Record<string, string>) =>
  test.call(method, `/api/v1${path}`, { as, ...(query && { query }) })
const query = (text: string, ...values: unknown[]) => test.database.pool.query(text, values)
const rename = (who: Person, name: string) => query('update users set display_name = $2 where id = $1', who.id, name)
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.errors[0].code]

const sell = (as: Person, options: Parameters<typeof addAgent>[3] = {}) =>
  addAgent(test.database.pool, as.id, document, options)
async function handleOf(as: Person): Promise<string> {
  const { rows } = await query('select handle from sellers where user_id = $1', as.id)
  return rows[0]?.handle
}
async function verify(who: Person, change: Record<string, unknown> = {}) {
  const row = { legal_name: 'Asha Clinics LLP', address: '1 MG Road, Pune', gstin: '27ABCDE1234F1Z0', ...change }
  await query(
    `insert into seller_profiles (seller_id, legal_name, kind, address, state_code, pan_last, gstin, payee_shown, status, verified_at)
     values ($1, $2, 'firm', $3, '27', '234F', $4, 'HDFC •••• 4321', 'verified', now())
     on conflict (seller_id) do update set status = 'verified', legal_name = excluded.legal_name, gstin = excluded.gstin`,
    who.id,
    row.legal_name,
    row.address,
    row.gstin,
  )
}

describe('saved agents', () => {
  const saved = async (as = buyer, more: Record<string, string> = {}) =>
    (await call('GET', '/agents', as, { saved: 'true', ...more })).body.data.agents.map(
      ({ slug }: { slug: string }) => slug,
    )

  it('are put aside once however often it is said, and found with words, filters and facets', async () => {
    const coder = await sell(seller, { slug: 'saved-coder', name: 'Saved coder' })
    await sell(seller, { slug: 'saved-reader', name: 'Saved reader', category: 'legal' })
    await sell(seller, { slug: 'never-saved', name: 'Coder that nobody saved' })
    const many = await Promise.all(Array.from({ length: 8 }, () => call('PUT', '/agents/saved-coder/saved')))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    await call('PUT', '/agents/saved-reader/saved')
    expect((await call('GET', '/saved-agents')).body.data.ids).toHaveLength(2)
    expect(await saved(buyer, { sort: 'name' })).toEqual(['saved-coder', 'saved-reader'])
    expect(await saved(buyer, { search: 'coder' })).toEqual(['saved-coder'])
    expect(await saved(buyer, { category: 'legal' })).toEqual(['saved-reader'])
    const { facets, total } = (await call('GET', '/agents', buyer, { saved: 'true' })).body.data
    expect(total).toBe(2)
    expect(facets.categories).toEqual([
      { slug: 'healthcare', name: 'Healthcare', count: 1 },
      { slug: 'legal', name: 'Legal', count: 1 },
    ])
    expect(await saved(await test.person())).toEqual([])
    expect((await call('DELETE', `/agents/${coder.id}/saved`)).body.data).toEqual({ saved: false })
    expect((await call('DELETE', `/agents/${coder.id}/saved`)).status).toBe(200)
    expect(await saved()).toEqual(['saved-reader'])
  })

  it('that are sold no more are shown no more, and can still be let go', async () => {
    const gone = await sell(seller, { slug: 'saved-then-suspended' })
    await call('PUT', `/agents/${gone.id}/saved`)
    await query(`update agents set status = 'suspended' where id = $1`, gone.id)
    expect(await saved()).not.toContain('saved-then-suspended')
    expect(refusal(await call('PUT', `/agents/${gone.id}/saved`))).toEqual([404, 'not_found'])
    expect((await call('DELETE', '/agents/saved-then-suspended/saved')).status).toBe(200)
    expect(refusal(await call('DELETE', '/agents/saved-then-suspended/saved'))).toEqual([404, 'not_found'])
  })

  it('are nobody’s without a sign-in, and none where there is no agent', async () => {
    await sell(seller, { slug: 'a-draft', status: 'draft' })
    for (const slug of ['nobody-knows', 'a-draft', '01890000-0000-7000-8000-000000000000'])
      expect(refusal(await call('PUT', `/agents/${slug}/saved`))).toEqual([404, 'not_found'])
    expect(refusal(await call('GET', '/agents', null, { saved: 'true' }))).toEqual([401, 'unauthenticated'])
    expect(refusal(await call('PUT', '/agents/saved-reader/saved', null))).toEqual([401, 'unauthenticated'])
    expect((await call('GET', '/agents', buyer, { saved: 'yes' })).status).toBe(400)
  })

  it('have a limit that two at once do not pass', async () => {
    const collector = await test.person()
    await query(
      `insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, status)
       select 'many-' || n, $1, 'Many', '', '', 'legal', 'bot', 'published' from generate_series(1, $2::int) n`,
      seller.id,
      SERVER_LIMITS.saved_agents - 1,
    )
    await query(
      `insert into saved_agents (user_id, agent_id) select $1, id from agents where slug like 'many-%'`,
      collector.id,
    )
    const [one, other] = await Promise.all(
      ['saved-reader', 'never-saved'].map((slug) => call('PUT', `/agents/${slug}/saved`, collector)),
    )
    expect([one?.status, other?.status].sort()).toEqual([200, 409])
    await query(`delete from agents where slug like 'many-%'`)
  })
})

describe('the address of a seller', () => {
  it.each([
    ['Élodie’s Café', 'elodie-s-cafe'],
    ['  <script>alert(1)</script> ', 'script-alert-1-script'],
    ['../../etc/passwd', 'etc-passwd'],
    ['अमित कुमार', 'seller'],
    ['Ａｃｍｅ Ltd', 'acme-ltd'],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ])('is made of “%s”', async (name, handle) => {
    const one = await test.person('seller')
    await rename(one, name)
    await sell(one)
    expect(await handleOf(one)).toBe(handle)
    expect((await call('GET', `/sellers/${handle}`, null)).status).toBe(200)
  })

  it('is unique, stays when the name changes, and is not there before something is published', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => test.person('seller')))
    for (const one of people) await rename(one, 'Same Name')
    const [first] = people
    if (!first) throw new Error('nobody')
    const draft = await sell(first, { status: 'draft' })
    expect(await handleOf(first)).toBeUndefined()
    await query(`update agents set status = 'published' where id = $1`, draft.id)
    await Promise.all(people.map((one) => sell(one)))
    const handles = await Promise.all(people.map(handleOf))
    expect(new Set(handles).size).toBe(people.length)
    expect(handles[0]).toBe('same-name')
    await rename(first, 'Another Name')
    expect((await call('GET', '/sellers/same-name', null)).body.data.display_name).toBe('Another Name')
  })
})

describe('the page of a seller', () => {
  it('tells what is measured and what law asks for, and nothing that is private', async () => {
    await sell(seller, { slug: 'sold-by-asha', price: ['per_run', 500] })
    const handle = await handleOf(seller)
    await query(`update agents set rating = 4.5, review_count = 2 where slug = 'sold-by-asha'`)
    const unchecked = SellerPage.parse((await call('GET', `/sellers/${handle}`, null)).body.data)
    expect(unchecked).toMatchObject({ is_verified: false, state: null, rating: 4.5, review_count: 2 })
    // Whoever sells is named from the first sale on, and said to be unverified until an admin has checked it.
    expect(unchecked.business).toEqual({
      name: 'Asha Clinics LLP',
      address: '1 MG Road, Pune, Maharashtra',
      gstin: null,
      email: 'help@asha.example',
      phone: null,
      verified: false,
    })
    await verify(seller)
    const { status, body } = await call('GET', `/sellers/${handle}`, null)
    expect(status).toBe(200)
    const business = { name: 'Asha Clinics LLP', gstin: '27ABCDE1234F1Z0', email: 'help@asha.example', verified: true }
    expect(SellerPage.parse(body.data)).toMatchObject({
      is_verified: true,
      state: 'Maharashtra',
      business,
      refund_rate: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/234F"|HDFC|@example/)
    const listed = (await call('GET', '/agents', null, { seller: handle })).body.data
    expect(listed.agents.every((agent: { seller: { handle: string } }) => agent.seller.handle === handle)).toBe(true)
    expect(listed.total).toBe(body.data.agents)
  })

  it('shows on an agent who sells it: the business where money is asked, and others of theirs', async () => {
    const paid = AgentDetail.parse((await call('GET', '/agents/sold-by-asha', null)).body.data)
    expect(paid.seller).toMatchObject({ is_verified: true, handle: await handleOf(seller) })
    expect(paid.about_seller).toMatchObject({ state: 'Maharashtra', business: { name: 'Asha Clinics LLP' } })
    expect(paid.about_seller.others.length).toBe(3)
    expect(paid.about_seller.others.map(({ slug }) => slug)).not.toContain('sold-by-asha')
    const free = AgentDetail.parse((await call('GET', '/agents/saved-reader', null)).body.data)
    expect(free.about_seller.business).toBeNull()
  })

  it('is gone while its seller is blocked, and comes back', async () => {
    const handle = await handleOf(seller)
    const asAgent = async () => (await call('GET', '/agents/sold-by-asha', null)).body.data?.seller.handle ?? null
    for (const status of ['blocked', 'deactivated']) {
      await query('update users set status = $2 where id = $1', seller.id, status)
      expect(refusal(await call('GET', `/sellers/${handle}`, null))).toEqual([404, 'not_found'])
      expect(refusal(await call('PUT', `/sellers/${handle}/follow`))).toEqual([404, 'not_found'])
      expect(await asAgent()).toBeNull()
    }
    await query(
      `update users set status = 'blocked', blocked_until = now() - interval '1 minute' where id = $1`,
      seller.id,
    )
    expect(await asAgent()).toBe(handle)
    await query(`update users set status = 'active', blocked_until = null where id = $1`, seller.id)
  })

  it.each(['nobody', 'UPPER', '..%2f..', '%00', 'x'.repeat(200)])('is not at %s', async (handle) => {
    expect([400, 404]).toContain((await call('GET', `/sellers/${handle}`, null)).status)
  })
})

describe('following', () => {
  it('counts each follower once, tells nobody who they are, and ends', async () => {
    const handle = await handleOf(seller)
    const twice = await Promise.all([1, 2, 3].map(() => call('PUT', `/sellers/${handle}/follow`)))
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200])
    await call('PUT', `/sellers/${handle}/follow`, await test.person())
    expect((await call('GET', '/followed-sellers')).body.data.handles).toEqual([handle])
    const seen = await call('GET', `/sellers/${handle}`, seller)
    expect(seen.body.data.followers).toBe(2)
    expect(JSON.stringify(seen.body)).not.toContain(buyer.id)
    expect((await call('DELETE', `/sellers/${handle}/follow`)).body.data).toEqual({ following: false, followers: 1 })
    expect((await call('DELETE', `/sellers/${handle}/follow`)).status).toBe(200)
  })

  it('is for others than oneself, signed in, and for sellers that there are', async () => {
    const handle = await handleOf(seller)
    expect(refusal(await call('PUT', `/sellers/${handle}/follow`, seller))).toEqual([409, 'illegal_transition'])
    expect(refusal(await call('PUT', `/sellers/${handle}/follow`, null))).toEqual([401, 'unauthenticated'])
    expect(refusal(await call('PUT', '/sellers/nobody/follow'))).toEqual([404, 'not_found'])
    expect(refusal(await call('DELETE', '/sellers/nobody/follow'))).toEqual([404, 'not_found'])
  })
})
