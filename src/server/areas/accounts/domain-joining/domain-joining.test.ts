/** Joining a workspace by the domain of an address, on the stage of sign-on. */
import { describe, expect, it } from 'vitest'
import type { Person } from '#test/support/app.ts'
import { rolesIn } from '#test/support/scim-tests.ts'
import { at, domain, domain_id, entries, place, query, stage, stageSignOn } from '#test/support/sign-on-tests.ts'

stageSignOn()

let made = 0
/** Someone with an address of the domain. */
async function colleague(isProven = true): Promise<Person & { email: string }> {
  const person = await stage.test.person()
  const email = `colleague-${++made}@${domain}`
  await query('update users set email = $2, is_verified = $3 where id = $1', [person.id, email, isProven])
  return { ...person, email }
}
const allow = (role: string | null, as = place.owner) =>
  stage.test.call('PUT', at(`/${domain_id}/joining`), { as, body: { role } })
const offerTo = async (as: Person) => (await stage.test.call('GET', '/api/v1/workspace-offer', { as })).body.data.offer
const join = (as: Person, id = place.id) => stage.test.call('POST', `/api/v1/workspaces/${id}/join`, { as, body: {} })

describe('people with an address of the domain', () => {
  it('are offered nothing until an owner or admin allows it, and are then members', async () => {
    const person = await colleague()
    expect(await offerTo(person)).toBeNull()
    expect((await join(person)).status).toBe(404)
    expect((await allow('member')).body.data.join_role).toBe('member')
    expect(await offerTo(person)).toMatchObject({ id: place.id, domain, role: 'member' })
    expect((await join(person)).body.data).toMatchObject({ slug: place.slug, role: 'member' })
    expect(await rolesIn()).toMatchObject({ [person.email]: 'member' })
    expect([await offerTo(person), (await join(person)).status]).toEqual([null, 404])
    expect(await entries('workspace.join')).toEqual([{ details: { role: 'member', by: 'domain', domain } }])
    expect(await entries('workspace.set_domain_joining')).toEqual([{ details: { domain, from: null, to: 'member' } }])
    const { rows } = await query(
      `select title, href from notifications where user_id = $1 and kind = 'member_joined'`,
      [place.owner.id],
    )
    expect(rows).toMatchObject([{ title: expect.stringContaining(person.email), href: `/w/${place.slug}/workspace` }])
  })

  it('need a confirmed address, in this very domain', async () => {
    await allow('member')
    const [unproven, other] = [await colleague(false), await colleague()]
    await query('update users set email = $2 where id = $1', [other.id, `x${made}@sub.${domain}`])
    for (const one of [unproven, other, await stage.test.person()])
      expect([await offerTo(one), (await join(one)).status]).toEqual([null, 404])
  })

  it('are let in as member or for billing, by owners and admins alone', async () => {
    for (const role of ['owner', 'admin', 'builder', 'reviewer', 'x']) expect((await allow(role)).status).toBe(400)
    const builder = await stage.test.person()
    await query(`insert into workspace_members values ($1, $2, 'builder')`, [place.id, builder.id])
    expect((await allow('member', builder)).status).toBe(403)
    expect((await allow('member', await stage.test.person())).status).toBe(404)
    await query(`update workspace_members set role = 'admin' where user_id = $1`, [builder.id])
    expect((await allow('billing', builder)).status).toBe(200)
    const person = await colleague()
    expect((await join(person)).body.data.role).toBe('billing')
  })

  it('are offered nothing once the record is gone, which is looked up again when they join', async () => {
    await allow('member')
    const person = await colleague()
    const before = stage.dns.get(`_chowk.${domain}`) ?? []
    stage.dns.down = true
    expect((await join(person)).body.errors[0].code).toBe('domain_unreachable')
    stage.dns.down = false
    expect(await offerTo(person)).not.toBeNull()
    stage.dns.set(`_chowk.${domain}`, ['chowk-domain=of-someone-else'])
    expect((await join(person)).body.errors[0].code).toBe('domain_unproven')
    expect([await offerTo(person), (await rolesIn())[person.email]]).toEqual([null, undefined])
    const { rows } = await query('select missing_since from workspace_domains where id = $1', [domain_id])
    expect(rows[0].missing_since).not.toBeNull()
    stage.dns.set(`_chowk.${domain}`, before)
    await stage.test.call('POST', at(`/${domain_id}/check`), { as: place.owner, body: {} })
    expect((await join(person)).status).toBe(200)
  })

  it('find no offer of a domain that was lost or removed; an invitation keeps its own rules', async () => {
    await allow('member')
    const person = await colleague()
    await stage.test.call('POST', `/api/v1/workspaces/${place.id}/invitations`, {
      as: place.owner,
      body: { email: person.email, role: 'reviewer' },
    })
    await query('update workspace_domains set verified_at = null, lost_at = now() where id = $1', [domain_id])
    expect([await offerTo(person), (await join(person)).status]).toEqual([null, 404])
    expect((await allow('member')).body.errors[0].code).toBe('domain_unproven')
    const mail = await query('select body from mails where to_address = $1', [person.email])
    const token = /\/join\/([\w-]{43})/.exec(mail.rows[0].body)?.[1]
    const accepted = await stage.test.call('POST', `/api/v1/workspace-invitations/${token}/accept`, {
      as: person,
      body: {},
    })
    expect(accepted.body.data.role).toBe('reviewer')
    expect((await stage.test.call('DELETE', at(`/${domain_id}`), { as: place.owner })).status).toBe(200)
    expect((await join(await colleague())).status).toBe(404)
  })

  it('who were removed by a person need an invitation, and who left may join again', async () => {
    await allow('member')
    const person = await colleague()
    await join(person)
    const member = `/api/v1/workspaces/${place.id}/members/${person.id}`
    await stage.test.call('DELETE', member, { as: person })
    expect((await join(person)).status).toBe(200)
    await stage.test.call('DELETE', member, { as: place.owner })
    expect([await offerTo(person), (await join(person)).status]).toEqual([null, 404])
  })

  it('take a seat each, and none where the plan has none left', async () => {
    await allow('member')
    await query(
      `insert into workspace_invitations (workspace_id, email, role, token_hash, expires_at)
       select $1, 'guest' || n || '@example.com', 'member', sha256(('j' || n || $2)::bytea), now() + interval '1 day' from generate_series(1, 199) n`,
      [place.id, domain],
    )
    const person = await colleague()
    expect((await join(person)).body.errors[0].code).toBe('plan_limit')
    expect((await rolesIn())[person.email]).toBeUndefined()
  })

  it('join once, however often they press', async () => {
    await allow('member')
    const person = await colleague()
    const both = await Promise.all([join(person), join(person), join(person)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await entries('workspace.join')).toHaveLength(1)
  })
})
