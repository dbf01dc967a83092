import { afterAll, expect, it } from 'vitest'
import { output } from '#nodes/node.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, until, wires, workflow } from '#test/support/engine.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

/** The pool, as it is while its database cannot be reached. */
function breakable(pool: Pool) {
  let refused = 0
  let left = 0
  const refuse = () => {
    refused++
    left--
    return Promise.reject(
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    )
  }
  const wrapped = new Proxy(pool, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (key !== 'connect' && key !== 'query') return value.bind(target)
      return (...given: unknown[]) => (left > 0 ? refuse() : value.apply(target, given))
    },
  })
  return {
    pool: wrapped,
    /** The next so many questions find nobody. */
    breakFor: (questions: number) => {
      left = questions
    },
    refused: () => refused,
  }
}

it.each([1, 2, 5])('continues when the database is back, after %i questions that found it away', async (questions) => {
  const { pool, breakFor, refused } = breakable(database.pool)
  let ran = 0
  await using test = await createTestEngine(
    { ...database, pool },
    {
      behaviours: {
        cut: async () => {
          ran++
          breakFor(ran === 1 ? questions : 0)
          return output({ n: 1 })
        },
        pause: () => ({ type: 'wait', wait: { type: 'timer', until: new Date(Date.now() + 50).toISOString() } }),
      },
    },
  )
  const start = await test.publish(
    workflow(
      [
        node('start', 'manual_trigger'),
        node('cut', 'effect', { does: 'cut' }),
        node('pause', 'wait', { does: 'pause' }),
        set('done', { ok: true }),
      ],
      wires('start > cut > pause > done'),
    ),
  )
  const { execution_id } = await test.engine.start(start())
  const ended = await until(async () => {
    const sql = `select status, error, output from executions where id = $1 and finished_at is not null`
    return (await database.pool.query(sql, [execution_id])).rows[0]
  }, 15_000)
  expect([ended.status, ended.error, ended.output]).toEqual(['succeeded', null, { ok: true }])
  // What was done stands in the rows and is not done again.
  expect(ran).toBe(1)
  expect(refused()).toBe(questions)
})
