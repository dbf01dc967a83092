import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileId } from '#contract/core/primitives.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { insertFile } from '#server/areas/runs/files/files.store.ts'
import { enforceRetention } from '#server/areas/runs/retention/retention.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
  const seller = await test.person('seller')
  owner = await test.person()
  const { pool } = test.database
  await addAgent(pool, seller.id, document, { slug: 'coder', name: 'Coder' })
  await addAgent(pool, seller.id, document, {
    slug: 'reader',
    name: 'Reader',
    input_schema: inputSchemaOf({ fields: [{ name: 'file', label: 'File', type: 'file', required: true }] }),
  })
})
afterAll(() => test.close())

async function run(agent_id: string, input: object): Promise<string> {
  const { body } = await test.call('POST', '/api/v1/workflows/execute', {
    as: owner,
    body: { agent_id, input, wait_ms: 5000 },
  })
  return body.data.execution_id
}
const list = async (as: Person, query: Record<string, string> = {}) =>
  (await test.call('GET', '/api/v1/executions', { as, query })).body.data.items as {
    id: string
    title: string | null
  }[]

describe('the title of a run', () => {
  it('tells runs of one agent apart in every list, and finds them', async () => {
    const id = FileId.parse(uuidv7())
    const file = { id, name: 'Rao discharge.pdf', mime: 'application/pdf', bytes: 1, sha256: '', expires_at: null }
    await insertFile(test.database.db, { type: 'user', id: owner.id } as Caller, file)
    const [ofFile, ofText] = [
      await run('reader', { file: { file_id: id } }),
      await run('coder', { text: 'Patient with asthma' }),
    ]
    expect((await list(owner)).map(({ id, title }) => [id, title])).toEqual([
      [ofText, 'Patient with asthma'],
      [ofFile, 'Rao discharge.pdf'],
    ])
    expect((await list(owner, { search: 'discharge' })).map(({ id }) => id)).toEqual([ofFile])
    expect(await list(owner, { search: 'nobody of this name' })).toEqual([])
    const dashboard = await test.call('GET', '/api/v1/dashboard/stats', { as: owner })
    expect(dashboard.body.data.recent[0].title).toBe('Patient with asthma')
  })

  it('is neither shown to admins in the list of all runs nor found by them', async () => {
    const id = await run('coder', { text: 'A private diagnosis' })
    const admin = await test.person('super_admin')
    const all = await list(admin, { scope: 'all' })
    expect(all.find((one) => one.id === id)).toMatchObject({ title: null })
    expect(await list(admin, { scope: 'all', search: 'private diagnosis' })).toEqual([])
  })

  it('goes with the input when its retention period ends', async () => {
    const id = await run('coder', { text: 'Kept for a day' })
    await test.database.pool.query(
      `update executions set created_at = now() - interval '2 days', finished_at = now() - interval '2 days' where id = $1`,
      [id],
    )
    const none = { visitor_hours: 24, failed_days: null, runs_days: null, model_calls_days: null }
    await enforceRetention(test.database.db, { ...none, succeeded_days: 1 })
    expect((await list(owner)).find((one) => one.id === id)).toMatchObject({ title: null })
  })
})
