/** The whole program: distinct searches of one account must leave connections to everyone else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillMarketplace, WORDS } from '../bench/marketplace-data.ts'
import { besiege, type Siege } from './support/siege.ts'

const LISTINGS = 20_000

let siege: Siege
beforeAll(async () => {
  siege = await besiege()
  for (const who of [siege.one, siege.other]) await who.call('GET', '/api/v1/auth/profile')
  const { pool } = siege.database
  /** The house's own agents are there already. */
  const query = (text: string, values?: unknown[]) =>
    pool.query(
      text
        .replace("'box', $2)", "'box', $2) on conflict do nothing")
        .replace("select id, 1, document, 'x' from workflows", "select id, 1, document, 'x' from workflows where name = 'w'")
        .replace('from agents a, workflow_versions v', "from agents a, (select * from workflow_versions where content_hash = 'x' limit 1) v where a.slug like 'agent-%'")
        .replace('where v.agent_id = a.id', "where v.agent_id = a.id and a.slug like 'agent-%'")
        .replace('900, 3 from agents', "900, 3 from agents where slug like 'agent-%'"),
      values,
    )
  await fillMarketplace({ query } as never, LISTINGS)
}, 240_000)
afterAll(() => siege.end())

const search = (n: number) =>
  encodeURIComponent(
    `${Array.from({ length: 12 }, (_, i) => WORDS[(n * 7 + i * 5) % WORDS.length]).join(' ')} mispeled${n} wrds${n}`.slice(0, 200),
  )

it('somebody else is answered as before', { timeout: 240_000 }, async () => {
  const ask = async () => {
    const began = performance.now()
    const { status } = await siege.other.call('GET', '/api/v1/auth/profile')
    return [status, Math.round(performance.now() - began)] as const
  }
  const alone: (readonly [number, number])[] = []
  for (let n = 0; n < 20; n++) alone.push(await ask())
  const one = performance.now()
  const first = await siege.one.call('GET', `/api/v1/agents?search=${search(9999)}&sort=name&page=3`)
  console.log('one search', first.status, Math.round(performance.now() - one), first.data.total)
  const run = async (path: (n: number) => string, count: number) => {
    let over = false
    const began = performance.now()
    const storm = Promise.all(
      Array.from({ length: count }, (_, n) => siege.one.call('GET', path(n)).then(({ status }) => status)),
    ).finally(() => {
      over = true
    })
    const times: (readonly [number, number])[] = []
    while (!over) times.push(await ask())
    const states = await storm
    return {
      took: Math.round(performance.now() - began),
      own: Object.entries(Object.groupBy(states, String)).map(([k, v]) => `${k}x${v?.length}`),
      n: times.length,
      slowest: Math.max(...times.map(([, ms]) => ms)),
      failed: times.filter(([status]) => status !== 200).length,
    }
  }
  const searches = await run((n) => `/api/v1/agents?search=${search(n)}&sort=name&page=3`, 1_000)
  const limited = await run(() => '/api/v1/users/me/deletion', 1_000)
  console.log(JSON.stringify({ alone: Math.max(...alone.map(([, ms]) => ms)), searches, limited }))
  expect(searches.failed).toBe(0)
  expect(searches.slowest).toBeLessThan(2_000)
})
