/** Random workflows on the engine and on a reference that shares no code with it: both must say the same. The long form is `campaigns/random-programs.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { playPrograms, Stage } from '#test/support/random-programs/play.ts'

let database: TestDatabase
let stage: Stage
beforeAll(async () => {
  database = await createTestDatabase()
  stage = await Stage.open(database)
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  await database.drop()
})

it('does what a simple reference does with any document, whatever is done to the run', async () => {
  // Every day other programs: what differs is told with its seed, and the campaign plays that again.
  const from = 20_000 + (Math.floor(Date.now() / 86_400_000) % 1000) * 200
  const played = await playPrograms(stage, { from, programs: 150, together: 12 })
  expect(played.filter(({ difference }) => difference !== null)).toEqual([])
  expect(new Set(played.map(({ disturbance }) => disturbance)).size).toBeGreaterThan(5)
  expect(new Set(played.map(({ status }) => status.split(' ')[0]))).toContain('succeeded')
  expect(played.filter(({ raced }) => raced).length).toBeLessThan(15)
})
