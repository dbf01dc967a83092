/** Failures of many owners, of which one has very many. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { startOnFailures } from './failures.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** Somebody with a workflow that fails and one that starts when it does. @returns the one that fails */
async function watching(): Promise<{ person: Person; broken: string }> {
  const person = await test.person('seller')
  const make = async (name: string, type: string) => {
    const document = workflow([node('start', type), set('end', {})], wires('start > end'))
    return (await test.call('POST', '/api/v1/workflows', { as: person, body: { name, document } })).body.data.id
  }
  await make('Watcher', 'error_trigger')
  return { person, broken: await make('Broken', 'manual_trigger') }
}
const fail = async ({ person, broken }: Awaited<ReturnType<typeof watching>>, count: number) =>
  test.database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, created_at, finished_at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), 'failed', 'manual', '{}', now(), now() from generate_series(1, $3)`,
    [person.id, broken, count],
  )
const waiting = async () => (await test.database.pool.query('select count(*)::int as n from failures')).rows[0].n

describe('workflows for failures', () => {
  it('of one user start after a few of another owner, who has a thousand that wait', async () => {
    const [busy, calm] = [await watching(), await watching()]
    await fail(busy, 1000)
    await fail(calm, 1)
    const started: string[] = []
    const start = async ({ owner }: { owner: object }) => started.push(Object.values(owner)[0])
    await startOnFailures(test.database.db, start, { warn: (err: unknown) => expect(err).toBeUndefined() })
    expect(started.indexOf(calm.person.id)).toBeGreaterThanOrEqual(0)
    expect(started.indexOf(calm.person.id)).toBeLessThan(2)
    expect([started.length, await waiting()]).toEqual([50, 951])
  })

  it('each start once, however many processes look', async () => {
    const before = await waiting()
    let started = 0
    const look = () => startOnFailures(test.database.db, async () => started++, { warn: () => undefined })
    await Promise.all([look(), look(), look()])
    expect(started).toBe(before - (await waiting()))
  })

  const outage = new Error('Connection terminated unexpectedly')
  type Start = Parameters<typeof startOnFailures>[1]
  const look = (start: Start) => startOnFailures(test.database.db, start, { warn: () => undefined })
  /** A failure, and the runs that it starts when it is looked at, and again a minute later. */
  async function lookedAtTwice(first: Start, later: Start) {
    const watched = await watching()
    await test.database.pool.query('delete from failures')
    await fail(watched, 1)
    await expect(look(first)).rejects.toThrow(outage)
    await test.database.pool.query(`update failures set taken_at = now() - interval '2 minutes'`)
    await look(later)
    expect(await waiting()).toBe(0)
    const { rows } = await test.database.pool.query(
      `select id from executions where owner_id = $1 and trigger = 'error'`,
      [watched.person.id],
    )
    return rows
  }
  const start: Start = (request) => test.engine.engine.start(request)

  it('are not lost while the database is away', async () => {
    const runs = await lookedAtTwice(async () => {
      throw outage
    }, start)
    expect(runs).toHaveLength(1)
  })

  it('start once when the connection is lost after the run was stored', async () => {
    const runs = await lookedAtTwice(async (request) => {
      await start(request)
      throw outage
    }, start)
    expect(runs).toHaveLength(1)
    expect((await test.engine.engine.result(runs[0].id, 20_000)).status).toBe('succeeded')
  })
})
