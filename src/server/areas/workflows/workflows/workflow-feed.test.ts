import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { HOUR_MS } from '#shared/time.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createWorkflowFeed, publishToFeed, type WakeReason } from './workflow-feed.ts'

const id = '01890000-0000-7000-8000-000000000001' as WorkflowId

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const say = (x: number) =>
  publishToFeed(database.db, {
    id,
    here: {
      client: 'page',
      user_id: '01890000-0000-7000-8000-000000000002' as UserId,
      name: 'Asha',
      color: 0,
      selected: [],
      open: null,
      cursor: { x, y: 0 },
    },
  })

async function follow(pace_ms: number) {
  const feed = createWorkflowFeed({ databaseUrl: database.url, now: Date.now, pace_ms })
  const woken: WakeReason[] = []
  feed.follow(id, (why) => woken.push(why))
  const times = (why: WakeReason) => woken.filter((one) => one === why).length
  // A new connection wakes for what may have been missed.
  await expect.poll(() => times('comments')).toBe(1)
  return { feed, times }
}

it('followers are woken for people at a pace, however often these say where they are, and for all else at once', async () => {
  const { feed, times } = await follow(HOUR_MS)
  for (let x = 0; x < 20; x++) await say(x)
  await publishToFeed(database.db, { id, comments: true })
  await expect.poll(() => times('comments')).toBe(2)
  expect(times('people')).toBe(1)
  expect(feed.people(id)).toMatchObject([{ cursor: { x: 19 } }])
  await feed.close()
})

it('followers are woken once more for what was said meanwhile', async () => {
  const { feed, times } = await follow(1)
  for (let x = 0; x < 20; x++) await say(x)
  await expect.poll(() => times('people') >= 2 && feed.people(id)[0]?.cursor?.x === 19).toBe(true)
  await feed.close()
})
