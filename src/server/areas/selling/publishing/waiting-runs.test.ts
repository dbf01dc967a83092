/** Runs of test cases and samples that wait: for a run that they called, which waits for a time, or for a person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionsOf } from '#contract/core/access.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { createModelPort, mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { HOUR_MS } from '#shared/time.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'
import { type CaseRunner, evaluateAgent, getAgentTests } from './evaluations.ts'
import { maySell } from './publishing.policy.ts'

let test: TestApp
let seller: Person
let runner: CaseRunner
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      wait: () => ({ type: 'wait', wait: { type: 'timer', until: new Date(Date.now() + HOUR_MS).toISOString() } }),
    },
  })
  seller = await test.person('seller')
  await addCategories(test.database.pool, 'productivity')
  const { engine } = test.engine
  runner = {
    start: (run) => engine.start(run),
    // Until it waits or has ended.
    result: (id) =>
      until(async () => {
        const state = await engine.result(id, 0)
        return !['queued', 'running'].includes(state.status) && state
      }),
    model: createModelPort(test.models),
  }
})
afterAll(() => test.close())

const call = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, `/api/v1${path}`, { as: seller, ...(body && { body }) })
  expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 'a success'])
  return answer.body.data
}
const grants = () => {
  const caller = { type: 'user', id: seller.id, role: 'seller', permissions: new Set(permissionsOf('seller')) }
  return { edit: mayEditWorkflows(caller as unknown as Caller), sell: maySell(caller as unknown as Caller) }
}

const asksText = node('ask', 'input_form', { fields: [{ name: 'text', required: true }] })
/** Says `text` at once, or waits first where that is `slow`. */
const sometimes = (waits: ReturnType<typeof node>) =>
  workflow(
    [
      asksText,
      node('slow', 'if', { condition: "{{ $input.text = 'slow' }}" }),
      waits,
      node('say', 'template', { text: 'said' }),
    ],
    wires('ask > slow', `slow:true > ${waits.id}`, 'slow:false > say'),
  )
const hour = node('hour', 'wait', { does: 'wait' })
const person = node('person', 'approval', { title: 'May it?' })
async function calling(inner: ReturnType<typeof node>) {
  const document = workflow([node('start', 'manual_trigger'), inner], wires(`start > ${inner.id}`))
  const { workflow_id } = await storeWorkflow(test.database.pool, seller.id, document)
  return node('other', 'sub_workflow', { workflow_id, input: {} })
}

async function draft(document: WorkflowDocument) {
  const { id: workflow_id } = await call('POST', '/workflows', { name: 'Sometimes', document })
  const samples = [{ title: 'A slow one', input: { text: 'slow' } }]
  const whole = { tagline: 'Says it.', description: 'Says it, or waits.', category: 'productivity', samples }
  return (await call('POST', '/agents', { workflow_id, ...whole })).id
}
const scorer = { type: 'exact' }
const testCase = (text: string) => ({ name: text, input: { text }, expected: 'said', scorer })
async function withCases(document: WorkflowDocument, ...texts: string[]) {
  const id = await draft(document)
  await call('PUT', `/seller/agents/${id}/tests`, { cases: texts.map(testCase) })
  return id
}
const look = (id: string) => getAgentTests(test.database.db, grants().sell, id as never, runner)
const evaluate = (id: string, by = runner) => evaluateAgent(test.database.db, grants(), id as never, by)

describe('a test case', () => {
  it('has no score while its run waits for a time in a run that it called', async () => {
    const id = await withCases(sometimes(await calling(hour)), 'slow', 'fast')
    await evaluate(id)
    // The cases are scored in their order.
    const { results, evaluations } = await until(async () => {
      const tests = await look(id)
      return tests.results[1]?.score === 1 && tests
    })
    expect([results[0]?.score, evaluations[0]?.status]).toEqual([null, 'running'])
  })

  it.each<[string, () => Promise<ReturnType<typeof node>>]>([
    ['a person', async () => person],
    ['a person in a run that it called', () => calling(person)],
  ])('scores nothing when its run waits for %s', async (_what, waits) => {
    const id = await withCases(sometimes(await waits()), 'slow')
    await evaluate(id)
    const { results } = await until(async () => {
      // The run that it called may not have come to its question yet.
      const tests = await look(id)
      return tests.evaluations[0]?.status === 'done' && tests
    })
    expect(results).toMatchObject([{ score: 0, note: 'The run is waiting for a person' }])
  })

  it('that is still being started is scored by its run, not by a second look', async () => {
    const id = await withCases(sometimes(person), 'fast', 'fast too')
    const held = Promise.withResolvers<void>()
    let starts = 0
    const evaluating = evaluate(id, {
      ...runner,
      start: async (run) => {
        if (++starts === 2) await held.promise
        return runner.start(run)
      },
    })
    await until(async () => (await look(id)).results[0]?.score === 1)
    held.resolve()
    await evaluating
    const { evaluations } = await until(async () => {
      const tests = await look(id)
      return tests.evaluations[0]?.status === 'done' && tests
    })
    expect(evaluations[0]?.score).toBe(1)
  })

  it('that could not be started scores nothing, minutes later', async () => {
    const id = await withCases(sometimes(person), 'fast')
    const start = () => Promise.reject(new Error('Connection terminated unexpectedly'))
    await expect(evaluate(id, { ...runner, start })).rejects.toThrow('Connection terminated')
    expect((await look(id)).results).toMatchObject([{ score: null }])
    await test.database.pool.query(`update workflow_evaluations set created_at = created_at - interval '6 minutes'`)
    const { results } = await until(async () => {
      const tests = await look(id)
      return tests.evaluations[0]?.status === 'done' && tests
    })
    expect(results).toMatchObject([{ score: 0, note: 'It was never started' }])
  })
})

describe('a sample', () => {
  const ran = async (id: string) => {
    const { samples } = await call('POST', `/seller/agents/${id}/samples/run`)
    await runner.result(samples[0].execution_id)
    return samples[0].execution_id
  }
  const checked = async (id: string) => (await call('GET', `/seller/agents/${id}`)).samples[0]

  it('whose run waits for a run that it called is running, and is not run a second time', async () => {
    const id = await draft(sometimes(await calling(hour)))
    const first = await ran(id)
    expect(await checked(id)).toMatchObject({ state: 'running', execution_id: first })
    expect(await ran(id)).toBe(first)
  })

  it('whose run waits for a person says so', async () => {
    const id = await draft(sometimes(person))
    await ran(id)
    expect(await checked(id)).toMatchObject({ state: 'waiting', reason: expect.stringContaining('for a person') })
  })
})
