import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import { measureQuality } from './measure-quality.ts'
import { type Measured, provenRate, rateQuality } from './quality.ts'

const known: Measured = {
  runs: 100,
  succeeded: 95,
  median_ms: 1000,
  usual_ms: 1000,
  paise: 500,
  usual_paise: 500,
  refunded: 0,
  rating: 4.5,
  reviews: 20,
}
const score = (change: Partial<Measured> = {}) => rateQuality({ ...known, ...change })?.quality ?? -1

describe('the quality of an agent', () => {
  it('is better with every figure that is better', () => {
    expect(score({ succeeded: 99 })).toBeGreaterThan(score())
    expect(score({ median_ms: 300 })).toBeGreaterThan(score())
    expect(score({ paise: 100 })).toBeGreaterThan(score())
    expect(score({ refunded: 0.1 })).toBeLessThan(score())
    expect(score({ rating: 2 })).toBeLessThan(score())
  })
  it('is nothing before ten runs, and believes many runs more than few', () => {
    expect(rateQuality({ ...known, runs: 9.9, succeeded: 9 })).toBeNull()
    expect(score({ runs: 10, succeeded: 10 })).toBeLessThan(score({ runs: 1000, succeeded: 1000 }))
    // The published example of the interval: 8 of 10.
    expect(provenRate(8, 10)).toBeCloseTo(0.4902, 3)
  })
  it('hardly moves with one praise of a friend', () => {
    expect(score({ rating: 5, reviews: 1 }) - score({ rating: 3.5, reviews: 1 })).toBeLessThan(3)
  })
  it('leaves out what is not known', () => {
    const found = rateQuality({ ...known, rating: null, refunded: null, usual_ms: null })
    expect(found?.parts.map(({ part }) => part)).toEqual(['success', 'price'])
  })
  it('is from 0 to 100, whatever is known', () => {
    const positive = fc.double({ min: 0, max: 1e12, noNaN: true })
    const rate = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(positive, rate, positive, positive, rate, (runs, part, ms, usual, refunded) => {
        const found = rateQuality({
          ...known,
          runs,
          succeeded: runs * part,
          median_ms: ms,
          usual_ms: usual + 1,
          refunded,
        })
        return found === null || (found.quality >= 0 && found.quality <= 100)
      }),
      { numRuns: 200 },
    )
  })
})

describe('measuring', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('reads what was run, each agent once an hour, and lets old days count less', async () => {
    const { pool, db } = database
    const seller = await insertUser(database, 'seller')
    const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
    const agent = await addAgent(pool, seller, document)
    const idle = await addAgent(pool, seller, document)
    await pool.query(
      'insert into agent_stats (agent_id, runs, succeeded, median_ms) values ($1, 200, 110, 900), ($2, 0, 0, null)',
      [agent.id, idle.id],
    )
    const now = new Date('2026-11-20T12:00:00Z')
    await pool.query(
      `insert into agent_days (agent_id, day, runs, succeeded) values ($1, '2026-11-20', 100, 100), ($1, '2026-05-24', 100, 10)`,
      [agent.id],
    )
    expect(await measureQuality(db, now)).toBe(1)
    const read = async () =>
      (await pool.query('select a.quality, s.parts from agents a join agent_scores s on s.agent_id = a.id')).rows
    const [first] = await read()
    // A hundred good runs of today, and of half a year ago a sixty-fourth of a hundred bad ones.
    expect(first.parts[0]).toMatchObject({ part: 'success', weight: 40 })
    expect(first.parts[0].value).toBeCloseTo(100.156 / 101.5625, 3)
    expect(first.quality).toBeGreaterThan(80)
    expect(await measureQuality(db, new Date(now.getTime() + 59 * 60_000))).toBe(0)
    expect(await measureQuality(db, new Date(now.getTime() + 61 * 60_000))).toBe(1)
    // Nobody runs it for a year: there is nothing left to measure.
    await measureQuality(db, new Date('2027-11-25T12:00:00Z'))
    expect(await read()).toEqual([{ quality: null, parts: [] }])
  })
})
