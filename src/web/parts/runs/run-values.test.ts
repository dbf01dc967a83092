import { expect, it } from 'vitest'
import type { NodeRun } from '#contract/runs/executions.ts'
import { findInflow, sumByNode } from './run-values.ts'

const node = (node_id: string, more: Partial<NodeRun> = {}): NodeRun => ({
  node_id,
  type: 'code',
  title: node_id,
  status: 'succeeded',
  started_at: null,
  finished_at: null,
  attempts: 1,
  output: `of ${node_id}`,
  stored: false,
  origin: null,
  error: null,
  tries: [],
  usage: [],
  iteration: '',
  port: 'out',
  logs: [],
  wait: null,
  follows: null,
  ...more,
})
const edge = (from: string, to: string, port = 'out') => ({ from, port, to })
const run = (nodes: NodeRun[], edges: ReturnType<typeof edge>[]) => ({
  nodes,
  graph: { nodes: [], edges },
  input: { text: 'x' },
})

it('takes what the run was started with for a node that nothing leads to', () => {
  const [given] = findInflow(run([node('start')], []), node('start'))
  expect(given?.value).toEqual({ text: 'x' })
})

it('takes the outputs that came through the ports that were left through, and no others', () => {
  const nodes = [node('if', { port: 'yes' }), node('a'), node('b', { status: 'skipped', port: null }), node('end')]
  const edges = [edge('if', 'end', 'no'), edge('a', 'end'), edge('b', 'end'), edge('if', 'a', 'yes')]
  expect(findInflow(run(nodes, edges), node('end')).map(({ title, value }) => [title, value])).toEqual([['a', 'of a']])
  expect(findInflow(run(nodes, edges), node('a')).map(({ title, port }) => [title, port])).toEqual([['if', 'yes']])
})

it('finds inside a map the row of the same item, or of what is around it', () => {
  const nodes = [node('top'), node('in', { iteration: '10', output: 10 }), node('in', { iteration: '1', output: 1 })]
  const edges = [edge('in', 'next'), edge('top', 'next')]
  const values = findInflow(run(nodes, edges), node('next', { iteration: '1' })).map(({ value }) => value)
  expect(values).toEqual([1, 'of top'])
  const nested = findInflow(run(nodes, edges), node('next', { iteration: '10.3' })).map(({ value }) => value)
  expect(nested).toEqual([10, 'of top'])
})

it('names the node whose large output is to be fetched', () => {
  const big = node('big', { output: null, stored: true })
  expect(findInflow(run([big], [edge('big', 'end')]), node('end'))[0]?.stored).toBe(big)
})

it('sums the items of a node by what matters most', () => {
  const sums = sumByNode([
    node('a', { iteration: '0' }),
    node('a', { iteration: '1', status: 'failed' }),
    node('a', { iteration: '2', status: 'running' }),
  ])
  expect(sums.get('a')).toMatchObject({ state: 'failed', items: 3, ended: 2, row: { iteration: '1' } })
})
