import { expect, it } from 'vitest'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import { runLine } from './run-words.ts'

const row = (node_id: string, status: NodeRun['status']) => ({ node_id, status, title: `Then ${node_id}` }) as NodeRun
const run = (given: Partial<Execution>) =>
  ({ test: null, version: 3, status: 'succeeded', nodes: [row('a', 'succeeded')], ...given }) as Execution
const nodes = [{ id: 'a', title: 'Extract' }]

it('says which version ran and how it ended', () => {
  expect(runLine(run({}), nodes)).toEqual({ ran: 'version 3', ended: 'succeeded', failed: null })
  expect(runLine(run({ version: null }), nodes).ran).toBe('a deleted version')
  expect(runLine(run({ test: {} as Execution['test'], version: -2 }), nodes).ran).toBe('draft')
})

it('names the step it failed at as it is called now, and as it was called where it is gone', () => {
  const failed = { status: 'failed', nodes: [row('a', 'failed')] } as const
  expect(runLine(run({ ...failed, nodes: [...failed.nodes] }), nodes)).toMatchObject({
    ended: 'failed at “Extract”',
    failed: 'a',
  })
  expect(runLine(run({ ...failed, nodes: [...failed.nodes] }), [])).toMatchObject({
    ended: 'failed at “Then a”',
    failed: null,
  })
  expect(runLine(run({ status: 'failed', nodes: [] }), nodes)).toMatchObject({ ended: 'failed', failed: null })
})
