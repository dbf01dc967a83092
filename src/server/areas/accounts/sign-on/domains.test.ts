/** Domains and providers as owners set them up, against a real provider. */
import { describe, expect, it } from 'vitest'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { recheckDomains } from '#server/areas/accounts/sign-on/domains.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { Browser } from '#test/support/identity.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { newPlace } from '#test/support/sign-on.ts'
import {
  at,
  come,
  domain,
  domain_id,
  entries,
  isSignedIn,
  liar,
  peer,
  personThere,
  place,
  query,
  refusedWith,
  save,
  settings,
  setUp,
  stage,
  stageSignOn,
} from '#test/support/sign-on-tests.ts'

stageSignOn()

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
    ['client_secret', 'an unknown client', { client_id: 'another' }],
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

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'is refused where people would sign in at %s',
    async (signs_in_at) => {
      liar.behave({ ...BEHAVES, signs_in_at })
      const { status, body } = await save({ issuer: `${liar.url}/google` })
      expect([status, body.errors[0].field]).toEqual([400, 'issuer'])
      expect((await query('select from workspace_sign_ons where domain_id = $1', [domain_id])).rowCount).toBe(0)
    },
  )

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
