/** The bill of a batch whose results are charged when they are accepted equals the accepted work, to the paisa. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BatchApp, balanceOfPerson, batchOwner, createBatchApp, PRICE, textItems } from '#test/support/batches.ts'

let test: BatchApp
beforeAll(async () => {
  test = await createBatchApp()
  await test.database.pool.query(`update agents set accept_days = 3 where slug = 'paid'`)
})
afterAll(() => test.close())

const REJECT = { decision: 'reject', reason: 'wrong' }
const many = (count: number) => textItems(...Array.from({ length: count }, (_, at) => `note ${at}`))

async function finished(count: number, credits = count * PRICE) {
  const me = await batchOwner(test, 'paid', credits)
  const { id } = await me.create({ items: many(count) })
  const batch = await me.reach(id, ({ status }) => status === 'finished')
  const items = async (query: Record<string, string> = {}) =>
    (await me.call('GET', `/${id}/items`, undefined, { limit: '200', ...query })).body.data.items
  const decide = (body: object) => me.call('POST', `/${id}/acceptance`, body)
  return { ...me, id, batch, items, decide, read: () => me.get(id) }
}

describe('a batch whose results wait', () => {
  it('costs nothing yet, and holds the price of each', async () => {
    const { batch, items, owner } = await finished(12)
    expect(batch).toMatchObject({
      spent_paise: 0,
      acceptance: { waiting: 12, waiting_paise: 12 * PRICE, accepted: 0, rejected: 0 },
    })
    expect(await balanceOfPerson(test, owner)).toBe(0)
    for (const item of await items())
      expect(item).toMatchObject({ cost_paise: 0, acceptance: { state: 'waiting', price_paise: PRICE, reason: null } })
  })

  it('costs what was accepted: by row, and all that is left', async () => {
    const { items, decide, read, owner } = await finished(12)
    const ids = (await items()).map(({ execution_id }: { execution_id: string }) => execution_id)
    const rejected = await decide({ ...REJECT, execution_ids: ids.slice(0, 5) })
    expect(rejected.body.data).toEqual({
      decided: 5,
      decided_paise: 5 * PRICE,
      waiting: 7,
      waiting_paise: 7 * PRICE,
    })
    expect((await decide({ decision: 'accept', execution_ids: [ids[0]] })).body.data).toMatchObject({ decided: 1 })
    expect((await read()).spent_paise).toBe(PRICE)
    expect((await decide({ decision: 'accept' })).body.data).toMatchObject({ decided: 7, waiting: 0 })
    expect((await decide({ decision: 'accept' })).body.data).toMatchObject({ decided: 0, decided_paise: 0 })
    expect(await read()).toMatchObject({
      spent_paise: 8 * PRICE,
      acceptance: { waiting: 0, accepted: 8, rejected: 4, next_at: null },
    })
    expect(await balanceOfPerson(test, owner)).toBe(4 * PRICE)
    const sum = (await items()).reduce((total: number, { cost_paise }: { cost_paise: number }) => total + cost_paise, 0)
    expect(sum).toBe(8 * PRICE)
    expect(await items({ acceptance: 'rejected' })).toHaveLength(4)
    expect((await items({ sort: 'cost', order: 'desc' }))[0].cost_paise).toBe(PRICE)
  })

  it('exports what was found in what is accepted, and marks what was rejected', async () => {
    const { items, decide, call, id } = await finished(3)
    const [first] = await items()
    await decide({ ...REJECT, execution_ids: [first.execution_id] })
    const lines = (await call('GET', `/${id}/export`)).body.trim().split('\n')
    expect(lines[0]).toContain('acceptance')
    expect(lines[1]).toContain('Rejected, not charged')
    expect(lines[1]).not.toContain('I10')
    expect(lines[2]).toContain('I10')
    const json = (await call('GET', `/${id}/export`, undefined, { format: 'json' })).body
    expect(json[0]).toMatchObject({ result: null, acceptance: { state: 'rejected' } })
  })

  it('is decided by its owner alone, and never about runs of others', async () => {
    const [mine, other] = [await finished(2), await finished(2)]
    const [theirs] = await other.items()
    expect((await mine.decide({ decision: 'accept', execution_ids: [theirs.execution_id] })).body.data).toMatchObject({
      decided: 0,
      waiting: 2,
    })
    const foreign = await other.call('POST', `/${mine.id}/acceptance`, { decision: 'accept' })
    expect(foreign.status).toBe(404)
    expect((await mine.decide({ decision: 'reject' })).status).toBe(400)
    expect([(await mine.read()).acceptance?.waiting, (await other.read()).acceptance?.waiting]).toEqual([2, 2])
  })

  it('counts what is held against its limit', async () => {
    const me = await batchOwner(test, 'paid', 20 * PRICE)
    const { id } = await me.create({ items: many(6), cap_paise: 3 * PRICE })
    const paused = await me.reach(id, ({ status, counts }) => status === 'paused' && counts.started === 0)
    expect(paused.pause?.code).toBe('cap_reached')
    expect(paused.acceptance?.waiting).toBe(3)
  })

  it('shows nothing of it where runs are charged when they succeed', async () => {
    await test.database.pool.query(`update agents set accept_days = null where slug = 'paid'`)
    const { batch, items } = await finished(2)
    expect(batch).toMatchObject({ spent_paise: 2 * PRICE, acceptance: null })
    expect((await items())[0]).toMatchObject({ cost_paise: PRICE, acceptance: null })
  })
})
