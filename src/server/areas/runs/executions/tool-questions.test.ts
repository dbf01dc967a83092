/** What the question before a tool of a closed agent acts shows to those who run the agent. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LISTS, readList } from '#server/areas/platform/account-data/export.store.ts'
import type { Person } from '#test/support/app.ts'
import { createModelScene, findTool, helping, MARKER, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
beforeAll(async () => {
  scene = await createModelScene()
})
afterAll(() => scene.close())

const DATA = 'ROW-OF-ANOTHER-CUSTOMER'
const MIGRATION = new URL('../../../platform/database/migrations/0333_questions_before_tools.sql', import.meta.url)

async function copyOf({ id }: Person): Promise<string> {
  const list = LISTS.find(({ file }) => file === 'runs.json')
  if (!list) throw new Error('there is no list of runs')
  const rows: unknown[] = []
  await scene.test.database.db.transaction().execute(async (tx) => {
    const person = { id, email: 'asha@example.com', proven: true, subject: 'asha', display_name: 'Asha' }
    for await (const row of readList(tx, list, person)) rows.push(row)
  })
  return JSON.stringify(rows)
}

/** A run that waits to be allowed to use a tool, as the person who runs it sees it. */
async function asked(buyer: Person, open: boolean) {
  const { test, house, sellers, crm, listed, execute } = scene
  const tool = { ...findTool(crm), method: 'DELETE', description: `${MARKER}: removes a customer of ours` }
  const agent = await listed(helping(tool), open)
  for (const model of [house, sellers])
    model.behave({ type: 'tools', calls: [{ name: 'find', arguments: { name: DATA } }] })
  const { body } = await execute(buyer, { agent_id: agent.id, input: { text: 'x' }, wait_ms: 8_000 })
  const page = await test.call('GET', `/api/v1/executions/${body.data.execution_id}`, { as: buyer })
  const wait = page.body.data.nodes.map((one: { wait: unknown }) => one.wait).find(Boolean)
  return { id: body.data.execution_id as string, wait, shown: JSON.stringify(page.body) }
}

it('names the tool to a buyer of a closed agent, and neither what the model passes to it nor what the seller says of it', async () => {
  const buyer = await scene.test.person()
  const { wait, shown } = await asked(buyer, false)
  expect(wait).toMatchObject({ title: 'May the agent use “find”?', details: null })
  for (const text of [shown, await copyOf(buyer)]) {
    expect(text).not.toContain(DATA)
    expect(text).not.toContain(MARKER)
  }
})

it('shows a buyer of an open agent what the model passes to the tool, and no setting of the seller', async () => {
  const buyer = await scene.test.person()
  const { wait, shown } = await asked(buyer, true)
  expect(wait.details).toEqual({ tool: 'find', arguments: { name: DATA } })
  expect(shown).not.toContain(MARKER)
  expect(await copyOf(buyer)).not.toContain(MARKER)
})

it('shows the seller what they say of the tool', async () => {
  const { wait } = await asked(scene.seller, false)
  expect(wait.details).toEqual({ tool: 'find', arguments: { name: DATA }, does: expect.stringContaining(MARKER) })
})

it('shows no more of a question that was stored before', async () => {
  const { pool } = scene.test.database
  const buyer = await scene.test.person()
  const { id } = await asked(buyer, false)
  await pool.query(
    `update execution_waits set wait = wait - 'settings' - 'from_input'
       || jsonb_build_object('details', wait -> 'details' || (wait -> 'settings')) where execution_id = $1`,
    [id],
  )
  const page = async () =>
    JSON.stringify((await scene.test.call('GET', `/api/v1/executions/${id}`, { as: buyer })).body)
  expect(await page()).toContain(MARKER)
  await pool.query(readFileSync(MIGRATION, 'utf8'))
  for (const text of [await page(), await copyOf(buyer)]) {
    expect(text).toContain('May the agent use')
    expect(text).not.toContain(DATA)
    expect(text).not.toContain(MARKER)
  }
})
