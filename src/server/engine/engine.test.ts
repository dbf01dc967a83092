import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, type TestEngine, wires, workflow } from '#test/support/engine.ts'

let database: TestDatabase
let test: TestEngine

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database)
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

const rowsOf = async (id: string) =>
  (
    await database.pool.query(
      'select node_id, iteration, seq, status, port, output from node_runs where execution_id = $1 order by seq',
      [id],
    )
  ).rows

describe('a run', () => {
  it('goes through a chain and gives the output of its last node', async () => {
    const request = await test.publish(
      workflow(
        [
          node('start', 'manual_trigger'),
          set('a', { n: '{{ $input.n + 1 }}' }),
          set('b', { n: '{{ $input.n * 2 }}', from: 'got {{ $nodes.start.n }}' }),
        ],
        wires('start > a > b'),
      ),
    )
    const state = await test.engine.run(request({ n: 1 }), 5000)
    expect(state).toMatchObject({ status: 'succeeded', output: { n: 4, from: 'got 1' }, error: null })
    expect(await rowsOf(state.execution_id)).toMatchObject([
      { node_id: 'start', seq: 1, status: 'succeeded', port: 'out' },
      { node_id: 'a', seq: 2, output: { n: 2 } },
      { node_id: 'b', seq: 3, output: { n: 4, from: 'got 1' } },
    ])
    expect(test.problems).toEqual([])
  })
})
