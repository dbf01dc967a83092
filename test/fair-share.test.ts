/** The short form of `campaigns/fair-share.ts`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NodeError, output } from '#nodes/node.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { createOwner, createTestEngine, node, until, wires, workflow } from './support/engine.ts'
import { measureFairShare } from './support/fair-share.ts'

let database: TestDatabase
// One each: what the first leaves queued would take places in the second.
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const document = workflow(
  [node('start', 'manual_trigger'), node('stay', 'effect', { does: 'stay' })],
  wires('start > stay'),
)

describe('the places of a worker', () => {
  it('are left to others by an owner who has queued very much', { timeout: 60_000 }, async () => {
    const result = await measureFairShare(database, { backlog: 600, runs: 20, work_ms: 100, share: 0.4 })
    expect(result.most).toBeLessThanOrEqual(result.may_have)
    // Each time the queue is looked at, the busy owner fills its share at most; the few are not behind its 600.
    expect(result.overtaken).toBeLessThanOrEqual(4 * result.may_have)
    expect(result.left).toBeGreaterThan(0)
  })

  it('begin at once for another owner when one has taken its share, and urgent runs have their own', async () => {
    let letGo = () => {}
    const free = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const order: string[] = []
    await using test = await createTestEngine(database, {
      maxInFlight: 4,
      ownerShare: 0.5,
      behaviours: {
        stay: async (ctx) => {
          if (ctx.signal.aborted) throw new NodeError('stopped', 'It was stopped.')
          order.push(String(ctx.input))
          await free
          return output('done')
        },
      },
    })
    const request = await test.publish(document)
    const other = { owner: { user_id: await createOwner(database.pool) } }
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await test.engine.start(request(`own ${n}`))).status)
    expect(statuses).toEqual(['running', 'running', 'queued'])
    expect((await test.engine.start(request('other', other))).status).toBe('running')
    // Everything that may begin through the ordinary queue has begun; what is urgent begins all the same.
    const later = { mode: 'later' } as const
    for (let n = 0; n < 40; n++) await test.engine.start(request(`more ${n}`, later))
    await until(async () => order.filter((name) => name.startsWith('more')).length >= 20)
    await test.engine.start(request('urgent', { ...later, priority: 'urgent' }))
    await until(async () => order.includes('urgent'))
    expect(order.filter((name) => name.startsWith('more')).length).toBeLessThan(40)
    letGo()
    await until(async () => test.engine.figures.in_flight === 0)
  })

  it('are as many as the operator says, and all of them are used', { timeout: 60_000 }, async () => {
    let [now, most] = [0, 0]
    await using test = await createTestEngine(database, {
      queuePlaces: 3,
      ownerShare: 1,
      behaviours: {
        stay: async () => {
          most = Math.max(most, ++now)
          await new Promise((resolve) => setTimeout(resolve, 60))
          now--
          return output('done')
        },
      },
    })
    const request = await test.publish(document)
    const ids: string[] = []
    for (let n = 0; n < 20; n++) ids.push((await test.engine.start(request(n, { mode: 'later' }))).execution_id)
    const done = `select count(*)::int as n from executions where id = any ($1) and status = 'succeeded'`
    await until(async () => (await database.pool.query(done, [ids])).rows[0].n === ids.length)
    expect(most).toBe(3)
  })
})
