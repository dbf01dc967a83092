/** Reviews: who may write one, what they count for, and what keeps abuse out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { sell } from '#test/support/sales.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
})
afterAll(() => test.close())

interface Sold {
  id: string
  version_id: string
  slug: string
  seller: Person
}
async function agentOf(seller?: Person): Promise<Sold> {
  const by = seller ?? (await test.person('seller'))
  return { ...(await addAgent(test.database.pool, by.id, document)), seller: by }
}

/** Finished runs, as the engine leaves them. */
async function ran(who: Person, agent: Sold, times: number, status = 'succeeded', trigger = 'manual'): Promise<void> {
  await test.database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, status, trigger, input, started_at, finished_at)
     select uuidv7(), $1, $4, $4, $2, $3, $5, $7, '{}', now(), now() from generate_series(1, $6::int)`,
    [who.id, agent.id, agent.version_id, uuidv7(), status, times, trigger],
  )
}
async function bought(who: Person, agent: Sold): Promise<void> {
  await giveCredits(test.database, who.id, 1000)
  await sell(test.database, { buyer: who.id, seller: agent.seller.id, agent, paise: 500, released: false })
}
const write = (as: Person, { id }: Sold, body: object = { stars: 4, text: 'It codes well.' }) =>
  test.call('PUT', `/api/v1/agents/${id}/reviews`, { as, body })
const list = async ({ id }: Sold, as: Person | null = null, query = {}) =>
  (await test.call('GET', `/api/v1/agents/${id}/reviews`, { as, query })).body.data
async function reviewer(agent: Sold, stars: number, paid = false): Promise<Person> {
  const who = await test.person()
  await (paid ? bought(who, agent) : ran(who, agent, 3))
  expect((await write(who, agent, { stars, text: 'It codes well.' })).status).toBe(200)
  return who
}
const moderate = (as: Person, id: string, body: object) =>
  test.call('POST', `/api/v1/review-moderation/${id}`, { as, body })

describe('writing', () => {
  it('is for who ran it three times with success, or paid', async () => {
    const agent = await agentOf()
    const who = await test.person()
    await ran(who, agent, 2)
    await ran(who, agent, 5, 'failed')
    const refused = await write(who, agent)
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'review_refused'])
    expect((await list(agent, who)).abilities.write.allowed).toBe(false)
    await ran(who, agent, 1)
    const { status, body } = await write(who, agent)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      stars: 4,
      text: 'It codes well.',
      version: 1,
      is_buyer: false,
      runs: 3,
      status: 'shown',
    })
    const buyer = await test.person()
    await bought(buyer, agent)
    expect((await write(buyer, agent, { stars: 5 })).body.data).toMatchObject({ is_buyer: true, runs: 0 })
    const { total, summary, items } = await list(agent)
    expect({ total, summary }).toEqual({
      total: 2,
      // A buyer's five stars count twice as much as the four of somebody who did not pay.
      summary: { count: 2, rating: 4.67, spread: [0, 0, 0, 1, 1], buyers: 1 },
    })
    expect(items.map((item: { stars: number }) => item.stars)).toEqual([5, 4])
    expect((await list(agent, null, { stars: '4' })).items).toHaveLength(1)
    const notices = await test.call('GET', '/api/v1/notifications', { as: agent.seller })
    expect(notices.body.data.items[0]).toMatchObject({ kind: 'review', count: 2 })
  })

  it('is not for who only ran its free samples, and neither is calling a review useful', async () => {
    const agent = await agentOf()
    const who = await test.person()
    await ran(who, agent, 5, 'succeeded', 'sample')
    expect((await write(who, agent)).status).toBe(403)
    await reviewer(agent, 5)
    const { abilities, items } = await list(agent, who)
    expect(abilities.write.allowed).toBe(false)
    expect(
      (await test.call('PUT', `/api/v1/reviews/${items[0].id}/useful`, { as: who, body: { useful: true } })).status,
    ).toBe(403)
  })

  it('leaves one review of each, however often it is sent at once', async () => {
    const agent = await agentOf()
    const who = await test.person()
    await ran(who, agent, 3)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => write(who, agent, { stars: 1 + (i % 5) })))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await list(agent)).summary.count).toBe(1)
    await write(who, agent, { stars: 2, text: 'Worse now.' })
    expect((await list(agent, who)).own).toMatchObject({ stars: 2, text: 'Worse now.' })
    expect((await test.call('DELETE', `/api/v1/agents/${agent.id}/reviews`, { as: who })).status).toBe(200)
    expect((await list(agent, who)).summary).toMatchObject({ count: 0, rating: null })
  })

  it('are shown of one version, and of so many stars of it', async () => {
    const agent = await agentOf()
    const { pool } = test.database
    await reviewer(agent, 5)
    const next = await agentOf(agent.seller)
    await pool.query('update agent_versions set agent_id = $1, number = 2 where id = $2', [agent.id, next.version_id])
    const newer = { ...agent, version_id: next.version_id }
    await reviewer(newer, 2)
    await reviewer(newer, 4)
    const numbers = async (query: object) => {
      const { items, total, versions } = await list(agent, null, query as Record<string, string>)
      return [items.map(({ stars }: { stars: number }) => stars), total, versions]
    }
    expect(await numbers({ sort: 'highest' })).toEqual([[5, 4, 2], 3, [2, 1]])
    expect(await numbers({ sort: 'highest', version: '2' })).toEqual([[4, 2], 2, [2, 1]])
    expect(await numbers({ version: '2', stars: '4' })).toEqual([[4], 1, [2, 1]])
    expect(await numbers({ version: '9' })).toEqual([[], 0, [2, 1]])
    expect((await test.call('GET', `/api/v1/agents/${agent.id}/reviews`, { query: { version: 'x' } })).status).toBe(400)
  })

  it('counts what was said long ago for less', async () => {
    const agent = await agentOf()
    await reviewer(agent, 1)
    await test.database.pool.query(`update reviews set created_at = now() - interval '360 days' where agent_id = $1`, [
      agent.id,
    ])
    await reviewer(agent, 5)
    // One against a quarter.
    expect((await list(agent)).summary.rating).toBe(4.2)
  })

  it.each([
    ['no stars', {}, 'stars'],
    ['half a star', { stars: 4.5 }, 'stars'],
    ['six stars', { stars: 6 }, 'stars'],
    ['stars in words', { stars: '5' }, 'stars'],
    ['a text without end', { stars: 5, text: 'x'.repeat(4001) }, 'text'],
  ])('refuses %s and changes nothing', async (_name, body, field) => {
    const agent = await agentOf()
    const who = await test.person()
    await ran(who, agent, 3)
    const answer = await write(who, agent, body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    expect((await list(agent)).summary.count).toBe(0)
  })

  it('is closed to strangers of a draft', async () => {
    const agent = await agentOf()
    await test.database.pool.query(`update agents set status = 'draft' where id = $1`, [agent.id])
    const who = await test.person()
    await ran(who, agent, 3)
    expect((await write(who, agent)).status).toBe(404)
  })
})

describe('abuse', () => {
  it('of one’s own agent is refused', async () => {
    const agent = await agentOf()
    await ran(agent.seller, agent, 5)
    const { status, body } = await write(agent.seller, agent)
    expect([status, body.errors[0].code]).toEqual([403, 'own_agent'])
  })

  it('of one’s own agent is refused under another address of the same mailbox, too', async () => {
    const agent = await agentOf()
    const other = await test.person()
    const name = (address: string, who: Person) =>
      test.database.pool.query('update users set email = $2 where id = $1', [who.id, address])
    await name('asha.rao@gmail.com', agent.seller)
    await name('AshaRao+buyer@googlemail.com', other)
    await ran(other, agent, 3)
    const { status, body } = await write(other, agent)
    expect([status, body.errors[0].code]).toEqual([403, 'own_agent'])
    await name('asha.roy@gmail.com', other)
    expect((await write(other, agent)).status).toBe(200)
  })

  it('of one agent by several addresses of one mailbox ends at the first, and begins again when that is taken back', async () => {
    const agent = await agentOf()
    const addresses = ['meera.iyer@gmail.com', 'MeeraIyer+two@googlemail.com', 'm.e.e.r.a.iyer+3@gmail.com']
    const people = await Promise.all(addresses.map(() => test.person()))
    for (const [i, who] of people.entries()) {
      await test.database.pool.query('update users set email = $2 where id = $1', [who.id, addresses[i]])
      await ran(who, agent, 3)
    }
    const answers = await Promise.all(people.flatMap((who) => [write(who, agent), write(who, agent)]))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403, 403, 403])
    const [first] = people.filter((_, i) => answers[2 * i]?.status === 200)
    const [second] = people.filter((who) => who !== first)
    if (!first || !second) throw new Error('one of them was heard')
    const { write: ability } = (await list(agent, second)).abilities
    expect(ability.reason).toBe('You already reviewed this agent from another account with the same mailbox.')
    expect((await write(second, agent)).body.errors[0]).toMatchObject({
      code: 'review_refused',
      message: ability.reason,
    })
    // Another address after it was written changes nothing: it was written from that mailbox.
    await test.database.pool.query('update users set email = $2 where id = $1', [first.id, `${first.id}@example.test`])
    expect((await write(second, agent)).status).toBe(403)
    expect((await write(first, agent, { stars: 1 })).status).toBe(200)
    expect((await test.call('DELETE', `/api/v1/agents/${agent.id}/reviews`, { as: first })).status).toBe(200)
    expect((await write(second, agent)).status).toBe(200)
    expect((await list(agent)).summary.count).toBe(1)
  })

  it.each([2, 3])('by %i sellers who review each other in a ring is held back, all of it', async (size) => {
    const ring = await Promise.all(Array.from({ length: size }, () => agentOf()))
    for (const [i, agent] of ring.entries()) {
      const next = ring[(i + 1) % size]
      if (!next) throw new Error('a ring has a next one')
      await bought(agent.seller, next)
      const { body } = await write(agent.seller, next, { stars: 5 })
      expect(body.data.status).toBe(i === size - 1 ? 'held' : 'shown')
    }
    for (const agent of ring) expect((await list(agent)).summary).toMatchObject({ count: 0, rating: null })
    const queue = await test.call('GET', '/api/v1/review-moderation', { as: admin, query: { limit: '100' } })
    const held = queue.body.data.items.filter((item: { agent: { id: string } }) =>
      ring.some(({ id }) => id === item.agent.id),
    )
    expect(held.map((item: { held_for: string }) => item.held_for)).toEqual(Array(size).fill('ring'))
    expect((await moderate(admin, held[0].id, { action: 'keep' })).body.data).toMatchObject({
      status: 'shown',
      held_for: null,
    })
  })

  it('in a burst of people who paid nothing waits for a moderator; a buyer is heard', async () => {
    const agent = await agentOf()
    for (let i = 0; i < 10; i++) await reviewer(agent, 5)
    const late = await reviewer(agent, 5)
    expect((await list(agent, late)).own.status).toBe('held')
    await reviewer(agent, 2, true)
    expect((await list(agent)).summary.count).toBe(11)
  })

  it('by one who writes all day ends at the fifth review', async () => {
    const who = await test.person()
    for (let i = 0; i < 6; i++) {
      const agent = await agentOf()
      await ran(who, agent, 3)
      const { status, body } = await write(who, agent)
      expect([status, body.errors?.[0]?.code]).toEqual(i < 5 ? [200, undefined] : [409, 'limit_reached'])
    }
  })

  it('by one who writes of many agents at once ends at the fifth, too', async () => {
    const who = await test.person()
    const agents = await Promise.all(Array.from({ length: 20 }, () => agentOf()))
    await Promise.all(agents.map((agent) => ran(who, agent, 3)))
    const answers = await Promise.all(agents.map((agent) => write(who, agent)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
  })
})

describe('what follows', () => {
  it('is one answer of the seller and nobody else', async () => {
    const agent = await agentOf()
    const who = await reviewer(agent, 3)
    const [{ id }] = (await list(agent)).items
    const reply = (as: Person, text: string) => test.call('PUT', `/api/v1/reviews/${id}/reply`, { as, body: { text } })
    const stranger = await test.person('seller')
    expect((await reply(stranger, 'Me too')).status).toBe(404)
    expect((await reply(who, 'Mine')).status).toBe(404)
    expect((await reply(agent.seller, 'Fixed in version 2.')).body.data.reply.text).toBe('Fixed in version 2.')
    expect((await reply(agent.seller, 'Fixed in version 3.')).status).toBe(200)
    expect((await list(agent)).items[0].reply.text).toBe('Fixed in version 3.')
    const received = (unanswered: string) =>
      test.call('GET', '/api/v1/seller/reviews', { as: agent.seller, query: { unanswered } })
    expect([(await received('false')).body.data.total, (await received('true')).body.data.total]).toEqual([1, 0])
    expect((await test.call('GET', '/api/v1/seller/reviews', { as: stranger })).body.data.total).toBe(0)
    await reply(agent.seller, '')
    expect((await list(agent)).items[0].reply).toBeNull()
  })

  it('is a report, which a moderator settles in public', async () => {
    const agent = await agentOf()
    const who = await reviewer(agent, 1)
    await reviewer(agent, 5)
    const id = (await list(agent, null, { stars: '1' })).items[0].id
    const report = (as: Person, body: object = { reason: 'false', note: 'Never used it' }) =>
      test.call('POST', `/api/v1/reviews/${id}/report`, { as, body })
    expect((await report(who)).status).toBe(403)
    expect((await report(agent.seller, { reason: 'ugly' })).status).toBe(400)
    expect((await report(agent.seller)).status).toBe(200)
    expect((await report(agent.seller)).status).toBe(200)
    const open = async () =>
      (
        await test.call('GET', '/api/v1/review-moderation', { as: admin, query: { limit: '100' } })
      ).body.data.items.find((item: { id: string }) => item.id === id)
    expect((await open()).reports).toMatchObject([{ reason: 'false', note: 'Never used it' }])
    expect((await moderate(admin, id, { action: 'remove', reason: 'spam', note: ' ' })).status).toBe(400)
    expect((await moderate(admin, id, { action: 'remove', reason: 'spam', note: 'Copied text' })).status).toBe(200)
    expect(await open()).toBeUndefined()
    const after = await list(agent, who)
    expect(after).toMatchObject({
      summary: { count: 1, rating: 5 },
      removals: [{ reason: 'spam', note: 'Copied text' }],
    })
    expect(JSON.stringify((await list(agent)).removals)).not.toContain('It codes well')
    // It is not written anew, nor taken back to be written anew.
    expect((await write(who, agent)).status).toBe(403)
    expect((await test.call('DELETE', `/api/v1/agents/${agent.id}/reviews`, { as: who })).status).toBe(403)
    expect((await report(agent.seller)).status).toBe(404)
    expect((await moderate(admin, id, { action: 'keep' })).body.data.status).toBe('shown')
    expect((await list(agent)).summary.count).toBe(2)
  })

  it('is no judgement about oneself', async () => {
    const agent = await agentOf(await test.person('admin'))
    await reviewer(agent, 1)
    const { id } = (await list(agent)).items[0]
    const { status, body } = await moderate(agent.seller, id, { action: 'remove', reason: 'false', note: 'No' })
    expect([status, body.errors[0].code]).toEqual([403, 'own_agent'])
    expect((await moderate(admin, uuidv7(), { action: 'keep' })).status).toBe(404)
  })
})

describe('finding a review useful', () => {
  const vote = (as: Person | null, id: string, useful = true) =>
    test.call('PUT', `/api/v1/reviews/${id}/useful`, { as, body: { useful } })
  const idOf = async (agent: Sold, as: Person) => (await list(agent, as)).own.id as string

  it('is for others who bought or used the agent, once each, and orders the reviews', async () => {
    const agent = await agentOf()
    const first = await reviewer(agent, 5)
    const second = await reviewer(agent, 1, true)
    const [old, young] = [await idOf(agent, first), await idOf(agent, second)]
    const refusals = [await vote(first, old), await vote(agent.seller, old), await vote(await test.person(), old)]
    expect(refusals.map(({ status, body }) => [status, body.errors[0].code])).toEqual(
      refusals.map(() => [403, 'review_refused']),
    )
    expect((await vote(null, old)).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 5 }, () => vote(second, old)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const order = async (sort: string) =>
      (await list(agent, second, { sort })).items.map(({ id }: { id: string }) => id)
    expect([await order('newest'), await order('useful')]).toEqual([
      [young, old],
      [old, young],
    ])
    const { items } = await list(agent, second, { sort: 'useful' })
    expect(items[0]).toMatchObject({ useful: 1, voted: true, abilities: { vote: { allowed: true } } })
    expect(items[1].abilities.vote).toEqual({ allowed: false, reason: 'This is your own review.' })
    expect((await list(agent)).items[0]).toMatchObject({ voted: false, abilities: { vote: { allowed: false } } })
    expect((await vote(second, old, false)).body.data).toMatchObject({ useful: 0, voted: false })
    expect((await vote(second, old, false)).body.data).toMatchObject({ useful: 0 })
  })

  it('is of one mailbox, however many accounts it has, and never of the one that wrote it or sells the agent', async () => {
    const agent = await agentOf()
    const name = (who: Person, address: string) =>
      test.database.pool.query('update users set email = $2 where id = $1', [who.id, address])
    const author = await test.person()
    await name(author, 'lena.rao@gmail.com')
    await ran(author, agent, 3)
    await write(author, agent)
    const id = await idOf(agent, author)
    const readers = await Promise.all(
      ['ravi@example.test', 'ravi+2@example.test', 'RAVI+3@example.test'].map(async (address) => {
        const who = await test.person()
        await name(who, address)
        await ran(who, agent, 3)
        return who
      }),
    )
    const answers = await Promise.all(readers.flatMap((who) => [vote(who, id), vote(who, id)]))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.errors[0]])).toEqual(
      refused.map(() => [
        403,
        { code: 'review_refused', message: 'You already found it useful from another account with the same mailbox.' },
      ]),
    )
    expect((await list(agent)).items[0].useful).toBe(1)
    const [first] = readers.filter((_, i) => answers[2 * i]?.status === 200)
    const [second] = readers.filter((who) => who !== first)
    if (!first || !second) throw new Error('one of them was heard')
    // Nobody takes back what another account said; once it is taken back, the place is free.
    expect((await vote(second, id, false)).status).toBe(403)
    expect((await vote(first, id, false)).body.data.useful).toBe(0)
    expect((await vote(second, id)).body.data).toMatchObject({ useful: 1, voted: true })
    const aliases: [string, Person][] = [
      ['LenaRao+x@googlemail.com', second],
      [
        `${(await test.database.pool.query('select email from users where id = $1', [agent.seller.id])).rows[0].email.replace('@', '+x@')}`,
        first,
      ],
    ]
    for (const [address, who] of aliases) {
      await name(who, address)
      await ran(who, agent, 3)
    }
    await vote(second, id, false)
    const said = (who: Person) => list(agent, who).then(({ items }) => items[0].abilities.vote.reason)
    expect([await said(second), await said(first)]).toEqual([
      'This is your review, from another account.',
      'You sell this agent.',
    ])
  })

  it('holds for what was said, not for what the author says later', async () => {
    const agent = await agentOf()
    const [author, reader] = [await reviewer(agent, 5), await reviewer(agent, 4)]
    const id = await idOf(agent, author)
    await vote(reader, id)
    await write(author, agent, { stars: 3, text: 'It codes well.' })
    expect((await list(agent, author)).own.useful).toBe(1)
    await write(author, agent, { stars: 3, text: 'Buy my course.' })
    expect((await list(agent, author)).own.useful).toBe(0)
  })

  it.each([
    ['nothing', {}],
    ['a word', { useful: 'yes' }],
    ['more than is asked', { useful: true, by: 'somebody' }],
  ])('refuses %s', async (_what, body) => {
    const agent = await agentOf()
    const id = await idOf(agent, await reviewer(agent, 5))
    const answer = await test.call('PUT', `/api/v1/reviews/${id}/useful`, { as: await reviewer(agent, 4), body })
    expect(answer.status).toBe(400)
  })

  it('is not for what moderators took out or keep back', async () => {
    const agent = await agentOf()
    const [author, reader] = [await reviewer(agent, 5), await reviewer(agent, 4)]
    const id = await idOf(agent, author)
    await moderate(admin, id, { action: 'remove', reason: 'spam', note: 'x' })
    expect((await vote(reader, id)).status).toBe(404)
  })
})
