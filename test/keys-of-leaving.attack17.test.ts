/** The whole program: requests with an API key of an account that is being erased leave connections to everyone else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outside } from './support/one-connection.ts'
import { besiege, type Siege } from './support/siege.ts'
import { signUp, visit } from './support/visit.ts'

let siege: Siege
const query = async (text: string, values: unknown[] = []) => (await siege.database.pool.query(text, values)).rows
beforeAll(async () => {
  siege = await besiege()
}, 120_000)
afterAll(() => siege.end())

it('others are answered while 24 of them wait', { timeout: 120_000 }, async () => {
  const email = 'leaving@example.com'
  const leaving = visit(siege.url, await signUp(siege.url, email))
  await leaving.call('GET', '/api/v1/auth/profile')
  await siege.other.call('GET', '/api/v1/auth/profile')
  const made = await leaving.call('POST', '/api/v1/api-keys', { name: 'mine', scopes: ['run', 'read'] })
  const key = made.data.key ?? made.data.secret
  expect([made.status, typeof key]).toEqual([201, 'string'])
  const byKey = visit(siege.url, key)
  const waiting = async (text: string): Promise<number> =>
    (
      await query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
        [text],
      )
    )[0].n
  const ask = async () => {
    const began = performance.now()
    const { status } = await siege.other.call('GET', '/api/v1/auth/profile')
    return [status, Math.round(performance.now() - began)] as const
  }
  const before = [await ask(), await ask(), await ask()]
  const client = await siege.database.pool.connect()
  let asked: Promise<number[]> | undefined
  let during: (readonly [number, number])[] = []
  let locked = 0
  let answered = 0
  let health = 0
  const deletion = (async () => {
    await client.query('begin')
    // The deletion of a large account takes up to a minute: here one of its last statements is made to.
    await client.query('lock table model_settings in exclusive mode')
    return outside(() => leaving.call('POST', '/api/v1/users/me/deletion', { email }))
  })()
  try {
    await outside(async () => {
      await expect.poll(() => waiting('delete from model_settings'), { timeout: 20_000 }).toBe(1)
      asked = Promise.all(
        Array.from({ length: 24 }, () => 
          byKey.call('GET', '/api/v1/executions').then(({ status }) => {
            answered++
            return status
          }),
        ),
      )
      // Either they all wait for the row of the key, or none does.
      const settled = async () => answered === 24 || (await waiting('update api_keys')) > 10
      await expect.poll(settled, { timeout: 15_000 }).toBe(true)
      locked = await waiting('update api_keys')
      during = await Promise.all([ask(), ask(), ask()])
      health = (await fetch(`${siege.url}/health`)).status
    })
  } finally {
    await client.query('rollback')
    client.release()
  }
  console.log(JSON.stringify({ before, locked, during, health, asked: await asked, deletion: (await deletion).status }))
  expect(during.map(([status]) => status)).toEqual([200, 200, 200])
  expect(Math.max(...during.map(([, ms]) => ms))).toBeLessThan(2_000)
})
