/** What pages show of large things is read without reading the things. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AgentTests } from '#contract/agents/evaluations.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { bytesRead } from '#test/support/bytes-read.ts'
import { addAgent, addCategories } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let seller: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  admin = await test.person('admin')
  await addCategories(test.database.pool, 'productivity')
})
afterAll(() => test.close())

const MB = 1_000_000
const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const call = async (method: string, path: string, body?: object, as: Person | null = seller) => {
  const answer = await test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
  expect([answer.status < 300, JSON.stringify(answer.body.errors ?? null)]).toEqual([true, 'null'])
  return answer.body.data
}
/** @returns what it answered, and what the database sent for it */
async function measured(path: string, as: Person | null = seller) {
  let data: Awaited<ReturnType<typeof call>>
  const bytes = await bytesRead(test.database.pool, async () => {
    data = await call('GET', path, undefined, as)
  })
  return { data, bytes }
}

/** The runs gave 3 MB each, which nothing can compress. */
const enlarge = (executions: readonly string[], file: string | null) =>
  sql(
    `update executions set output_file = $2,
       output = (select json_build_object('text', string_agg(md5(random()::text), '')) from generate_series(1, 94000) where id is not null)
     where id = any($1)`,
    [executions, file],
  )

const drawn = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text', required: true }] }),
    node('end', 'template', { text: '{{ $input.text }}' }),
  ],
  wires('ask > end'),
)
async function draft(samples: object[]): Promise<string> {
  const { id: workflow_id } = await call('POST', '/workflows', { name: 'Echo', document: drawn })
  const texts = { tagline: 'Says it again', description: 'Echoes texts.', category: 'productivity' }
  return (await call('POST', '/agents', { workflow_id, ...texts, samples })).id
}

describe('the versions of an agent', () => {
  it('are not all read to compare two of them, nor to list them', async () => {
    const { pool } = test.database
    const large = workflow(
      [node('start', 'manual_trigger'), set('end', { text: 'x'.repeat(MB / 2) })],
      wires('start > end'),
    )
    const agent = await addAgent(pool, seller.id, large)
    for (let number = 2; number <= 20; number++) {
      const { version_id } = await storeWorkflow(pool, seller.id, large)
      await sql(
        `insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
           price_paise, content_hash, listing)
         select agent_id, $2, $3, input_schema, output_schema, view, samples, price_type, price_paise, content_hash, listing
         from agent_versions where agent_id = $1 and number = 1`,
        [agent.id, number, version_id],
      )
    }
    await sql('update agent_versions set published_at = now() where agent_id = $1', [agent.id])
    const difference = await measured(`/agents/${agent.slug}/difference?from=3&to=18`, null)
    expect(difference.data).toMatchObject({ from: 3, to: 18, steps: [] })
    expect(difference.bytes).toBeLessThan(1.5 * MB)
    const own = await measured(`/seller/agents/${agent.id}`)
    expect(own.data.versions).toHaveLength(20)
    // Its newest version and the draft, as they are compared.
    expect(own.bytes).toBeLessThan(4 * MB)
  })
})

describe('large outputs', () => {
  it.each(['executions/x.json', null])('of test cases are named, and not read: kept in %s', async (file) => {
    const id = await draft([])
    const names = Array.from({ length: 12 }, (_, n) => `case ${n}`)
    const cases = names.map((name) => ({ name, input: { text: name }, expected: name, scorer: { type: 'exact' } }))
    await call('PUT', `/seller/agents/${id}/tests`, { cases })
    await call('POST', `/seller/agents/${id}/tests/run`)
    const { results } = await until(async () => {
      const found = AgentTests.parse(await call('GET', `/seller/agents/${id}/tests`))
      return found.evaluations[0]?.status === 'done' && found
    })
    expect(results.map(({ output, stored }) => [output, stored])).toEqual(names.map((name) => [name, false]))
    await enlarge(
      results.slice(1).map(({ execution_id }) => `${execution_id}`),
      file,
    )
    const { data, bytes } = await measured(`/seller/agents/${id}/tests`)
    expect(AgentTests.parse(data).results.map(({ output, stored }) => [output, stored])).toEqual(
      names.map((name, at) => (at === 0 ? [name, false] : [null, true])),
    )
    expect(bytes).toBeLessThan(MB / 2)
  })

  it('of samples are not read for the seller, and their beginning is for the reviewers', async () => {
    const id = await draft(['a', 'b', 'c', 'd'].map((text) => ({ title: text, input: { text } })))
    const { samples } = await call('POST', `/seller/agents/${id}/samples/run`)
    const runs = samples.map(({ execution_id }: { execution_id: string }) => execution_id)
    for (const run of runs) await test.engine.engine.result(run, 5000)
    await enlarge(runs, 'executions/x.json')
    const own = await measured(`/seller/agents/${id}`)
    expect(own.data.samples.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('passed'))
    expect(own.bytes).toBeLessThan(MB / 2)
    const { submission } = await call('POST', `/seller/agents/${id}/submit`, {})
    const seen = await measured(`/agent-submissions/${submission.id}`, admin)
    for (const { output } of seen.data.samples)
      expect([output.slice(0, 9), output.length]).toEqual(['{"text" :', 20_001])
    expect(seen.bytes).toBeLessThan(MB / 2)
  })
})
