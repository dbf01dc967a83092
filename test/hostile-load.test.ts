/** The short form of `campaigns/hostile-load.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ATTACKS } from './support/hostile-attacks.ts'
import { runHostileLoad } from './support/hostile-load.ts'
import { besiege, type Siege } from './support/siege.ts'

/** Processor time of the server's own thread, in ms: a busy machine does not lengthen it. */
const LONGEST_TURN_MS = 200
/** One of each kind. */
const SHORT = [
  '150 items of a slow expression',
  'a text searched in another that nearly holds it',
  'code that never ends',
  'a template of 2,000 expressions',
  'sort with 200,000 items',
  'a workflow of 900 long expressions saved',
]

let siege: Siege
beforeAll(async () => {
  siege = await besiege()
})
afterAll(() => siege.end())

it('whoever looks around is let in while somebody makes the server work as hard as it can', async () => {
  const attacks = ATTACKS.filter(({ name }) => SHORT.includes(name))
  const report = await runHostileLoad(siege, { clients: 5, rest_ms: 100, attackers: 1, rounds: 1 }, attacks)
  expect(Object.keys(report.ends)).toHaveLength(SHORT.length)
  expect([report.unexpected, report.failed]).toEqual([[], 0])
  expect(report.longest_turn_ms).toBeLessThan(LONGEST_TURN_MS)
})
