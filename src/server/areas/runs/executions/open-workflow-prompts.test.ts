/** An agent whose steps are open shows what they gave, and not the prompts that its seller wrote. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { LISTS, readList } from '#server/areas/platform/account-data/export.store.ts'
import type { Person } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { asking, createModelScene, findTool, helping, MARKER, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
beforeAll(async () => {
  scene = await createModelScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.reset())

const ROLE = { system: `${MARKER}-ROLE` }

async function asked(agent: { id: string }, as: Person | null) {
  const { execution_id, access_token } = await scene.runAgent(as, agent)
  const headers: Record<string, string> = access_token ? { 'x-run-token': access_token } : {}
  return (await scene.test.call('GET', `/api/v1/executions/${execution_id}`, { as, headers })).body.data
}

async function copyOf({ id }: Person): Promise<string> {
  const list = LISTS.find(({ file }) => file === 'runs.json')
  if (!list) throw new Error('there is no list of runs')
  const person = { id, email: 'asha@example.com', proven: true, subject: 'asha', display_name: 'Asha' }
  const rows: unknown[] = []
  await scene.test.database.db.transaction().execute(async (tx) => {
    for await (const row of readList(tx, list, person)) rows.push(row)
  })
  return JSON.stringify(rows)
}

/** Its tool acts, so a person is asked, and what the step has said so far is kept until the answer. */
const waiting = () => {
  const send = { ...findTool(scene.crm), name: 'send', method: 'POST' }
  scene.house.behave({ type: 'tools', calls: [{ name: 'send', arguments: { name: 'asha' } }] })
  return helping(send, ROLE)
}

it.each([
  ['a buyer', true],
  ['a visitor', false],
])('%s reads what the steps gave, and no prompt of the seller', async (_who, isUser) => {
  const as = isUser ? await scene.test.person() : null
  const run = await asked(await scene.listed(asking(ROLE), true), as)
  expect(run).toMatchObject({ status: 'succeeded', steps_open: true })
  const ask = run.nodes.find(({ node_id }: { node_id: string }) => node_id === 'ask')
  expect([ask.output.text, ask.logs]).toEqual(['of the house', []])
  expect(JSON.stringify(ask)).not.toContain(MARKER)
})

it('a buyer who copies their data gets no prompt of the seller, of ended runs and of those that wait', async () => {
  const buyer = await scene.test.person()
  const prompting = workflow(
    [node('start', 'manual_trigger'), node('ask', 'ai_prompt', { prompt: MARKER, ...ROLE }), set('done', {})],
    wires('start > ask > done'),
  )
  expect(await asked(await scene.listed(prompting, true), buyer)).toMatchObject({ status: 'succeeded' })
  expect(await asked(await scene.listed(waiting(), true), buyer)).toMatchObject({ status: 'waiting', steps_open: true })
  const copy = await copyOf(buyer)
  expect(copy).toContain('of the house')
  expect(copy).toContain('May the agent use “send”?')
  expect(copy).not.toContain(MARKER)
})

it('the seller and people they share the workflow with read the prompts, on the page of a run and in their copies', async () => {
  const agent = await scene.listed(asking(ROLE), true)
  const viewer = await scene.test.person()
  await scene.join(agent, viewer, 'viewer')
  for (const person of [scene.seller, viewer]) {
    expect(JSON.stringify((await asked(agent, person)).nodes)).toContain(ROLE.system)
    expect(await copyOf(person)).toContain(ROLE.system)
  }
})

it('agents of the house show their prompts as they show their settings', async () => {
  const agent = await scene.listed(asking(ROLE), true)
  const { rows } = await scene.test.database.pool.query(`select id from users where firebase_uid = 'house:chowk-labs'`)
  expect(rows).toEqual([])
  const change = (uid: string) =>
    scene.test.database.pool.query('update users set firebase_uid = $2 where id = $1 returning 1', [
      scene.seller.id,
      uid,
    ])
  await change('house:chowk-labs')
  const run = await asked(agent, await scene.test.person())
  await change(`not:${scene.seller.id}`)
  expect(JSON.stringify(run.nodes)).toContain(ROLE.system)
})
