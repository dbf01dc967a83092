/** The whole program: what the last part of a deletion, which locks the account, keeps waiting. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { node, set, wires, workflow } from './support/engine.ts'
import { giveCredits, insertAgent } from './support/paid-agent.ts'
import { giveSellerDetails } from './support/seller-details.ts'
import { besiege, type Siege } from './support/siege.ts'
import { signUp, visit } from './support/visit.ts'

const small = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const slow = workflow(
  [node('start', 'manual_trigger'), node('pause', 'wait', { seconds: '{{ $input.seconds }}' }), set('done', { ok: true })],
  wires('start > pause', 'pause > done'),
)

let siege: Siege
const query = async (text: string, values: unknown[] = []) => (await siege.database.pool.query(text, values)).rows
beforeAll(async () => {
  siege = await besiege()
}, 120_000)
afterAll(() => siege.end())

async function account(email: string) {
  const as = visit(siege.url, await signUp(siege.url, email))
  await as.call('GET', '/api/v1/auth/profile')
  const [{ id }] = await query(`update users set role = 'seller' where email = $1 returning id`, [email])
  await giveCredits(siege.database, id as UserId, 50_000)
  return { id, email, as }
}

it('the runs of people who have nothing to do with a leaving seller go on', { timeout: 120_000 }, async () => {
  const leaving = await account('leaving@example.com')
  const customer = await account('customer@example.com')
  const stranger = await account('stranger@example.com')
  const sold = await insertAgent(siege.database, slow)
  await query('update agents set seller_id = $2 where id = $1', [sold.agent_id, leaving.id])
  await query('update workflows set owner_id = $2 where owner_id = $1', [sold.seller, leaving.id])
  await giveSellerDetails(siege.database.pool, leaving.id)
  const own = await stranger.as.workflow('Own', small)
  const timed = async () => {
    const began = performance.now()
    const { status } = await stranger.as.run({ workflow_id: own }, { text: 'x' }, 8_000)
    return [status, Math.round(performance.now() - began)] as const
  }
  const before = [await timed(), await timed(), await timed()]
  // What one account may mail in thirty hours: 100 mails an hour of 200,000 characters (`areas/runs/mail/run-mail.ts`).
  await query(
    `insert into mails (id, to_address, subject, body, status, sent_at)
     select gen_random_uuid(), 'x@example.org', 'Report', words.text, 'sent', now()
     from (select left(string_agg(md5(n::text), ' '), 200000) as text from generate_series(1, 6500) n) words, generate_series(1, 3000)`,
  )
  // Runs of its agent, which have been paid for, end one after the other while the account is erased.
  for (let n = 0; n < 20; n++) await customer.as.run({ agent_id: sold.agent_id }, { text: 'x', seconds: 4 + n })
  const during: (readonly [string, number])[] = []
  let over = false
  const began = performance.now()
  const deletion = leaving.as
    .call('POST', '/api/v1/users/me/deletion', { email: leaving.email })
    .finally(() => {
      over = true
    })
  while (!over) during.push(await timed())
  const took = Math.round(performance.now() - began)
  expect((await deletion).status).toBe(200)
  console.log(JSON.stringify({ before, slowest: Math.max(...during.map(([, ms]) => ms)), n: during.length, states: [...new Set(during.map(([s]) => s))], took }))
  expect(Math.max(...during.map(([, ms]) => ms))).toBeLessThan(3_000)
})
