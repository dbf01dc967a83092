/** Reviews and votes where they are for proven addresses alone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { trialsAskProof: true } })
})
afterAll(() => test.close())

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const is = (who: Person, email: string, verified: boolean) =>
  test.database.pool.query('update users set email = $2, is_verified = $3 where id = $1', [who.id, email, verified])

it('wait until the address is proven, say so before, and tell a stranger nothing of the mailbox they name', async () => {
  const { pool } = test.database
  const seller = await test.person('seller')
  const agent = await addAgent(pool, seller.id, document)
  const ran = (who: Person) =>
    pool.query(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, status, trigger, input, started_at, finished_at)
       select uuidv7(), $1, $4, $4, $2, $3, 'succeeded', 'manual', '{}', now(), now() from generate_series(1, 3)`,
      [who.id, agent.id, agent.version_id, uuidv7()],
    )
  const url = `/api/v1/agents/${agent.id}/reviews`
  const look = async (as: Person) => (await test.call('GET', url, { as })).body.data
  const write = (as: Person) => test.call('PUT', url, { as, body: { stars: 4 } })
  const vote = (as: Person, id: string) =>
    test.call('PUT', `/api/v1/reviews/${id}/useful`, { as, body: { useful: true } })

  const [asha, other, alias] = [await test.person(), await test.person(), await test.person()]
  await is(asha, 'asha@example.test', false)
  expect(await look(asha)).toMatchObject({ lacks_proof: false, abilities: { write: { allowed: false } } })
  await ran(asha)
  const reason = 'Confirm your email address first: one mailbox, one review.'
  expect(await look(asha)).toMatchObject({ lacks_proof: true, abilities: { write: { allowed: false, reason } } })
  const waiting = await write(asha)
  expect([waiting.status, waiting.body.errors[0].code]).toEqual([409, 'address_unproven'])
  await is(asha, 'asha@example.test', true)
  expect((await write(asha)).status).toBe(200)
  expect(await look(asha)).toMatchObject({ lacks_proof: false, own: { stars: 4 } })
  const id = (await look(asha)).own.id

  await is(other, 'ravi@example.test', false)
  await ran(other)
  const refused = await vote(other, id)
  expect([refused.status, refused.body.errors[0].message]).toEqual([
    403,
    'Confirm your email address first: one mailbox, one vote.',
  ])
  await is(other, 'ravi@example.test', true)
  expect((await vote(other, id)).body.data).toMatchObject({ useful: 1, voted: true })

  // An address that is somebody else's, and that nobody has proven.
  await ran(alias)
  for (const address of ['asha+x@example.test', 'ravi+x@example.test']) {
    await is(alias, address, false)
    const { abilities, items } = await look(alias)
    expect([abilities.write.reason, items[0].abilities.vote.reason]).toEqual([
      reason,
      'Confirm your email address first: one mailbox, one vote.',
    ])
  }
  const { rows } = await pool.query('select email from users where id = $1', [seller.id])
  await is(alias, rows[0].email.replace('@', '+x@'), false)
  expect((await look(alias)).abilities.write.reason).toBe(reason)
  await is(alias, 'asha+x@example.test', true)
  expect((await look(alias)).abilities.write.reason).toBe(
    'You already reviewed this agent from another account with the same mailbox.',
  )
})
