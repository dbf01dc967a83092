import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FeatureSwitches } from '#contract/admin/feature-values.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, noPorts, wires, workflow } from '#test/support/engine.ts'
import { guardCodeStep } from './code-step.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const DOCUMENT = workflow(
  [node('start', 'manual_trigger'), node('code', 'code', { source: 'return 1' })],
  wires('start > code'),
)

it('fails a saved step where it is switched off for the owner of the workflow, each time it runs', async () => {
  const settings = await openSettings(database.db, { warn: () => {} })
  await using test = await createTestEngine(database, {
    findNode: (type) => {
      const found = catalogue.get(type)
      return found && guardCodeStep({ db: database.db, settings }, found)
    },
    ports: { ...noPorts, code: async () => ({ output: 1, logs: [] }) },
  })
  const request = await test.publish(DOCUMENT)
  const end = async (features: FeatureSwitches) => {
    await database.pool.query(
      `insert into settings (name, value, reason, changed_by) values ('features', $1, 'x', $2)
        on conflict (name) do update set value = $1`,
      [JSON.stringify(features), test.owner],
    )
    await settings.refresh()
    const { execution_id } = await test.engine.start(request())
    return test.engine.result(execution_id, 60_000)
  }
  expect((await end({}))?.status).toBe('succeeded')
  for (const code_node of ['off', ['admin']] as const)
    expect(await end({ code_node })).toMatchObject({
      status: 'failed',
      error: { code: 'feature_off', node_id: 'code' },
    })
  expect((await end({ code_node: ['seller'] }))?.status).toBe('succeeded')
  await settings.close()
})
