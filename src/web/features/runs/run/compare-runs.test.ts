import { expect, it } from 'vitest'
import type { NodeRun } from '#contract/runs/executions.ts'
import { pairNodes } from './compare-runs.ts'

const node = (node_id: string, more: Partial<NodeRun> = {}): NodeRun => ({
  node_id,
  type: 'code',
  title: node_id,
  status: 'succeeded',
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:00:01.000Z',
  attempts: 1,
  output: { codes: ['A', 'B'] },
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
const call = (cost_micros: number) => ({ input_tokens: 1, output_tokens: 1, cost_micros, model: 'm', ms: 1 })

it('matches nodes by id and item, whatever became of their titles', () => {
  const pairs = pairNodes(
    { nodes: [node('a'), node('gone'), node('each', { iteration: '0' })] },
    { nodes: [node('new'), node('a', { title: 'Renamed' }), node('each', { iteration: '1' })] },
  )
  expect(pairs.map(({ key, before, after }) => [key, before !== null, after !== null])).toEqual([
    ['new:', false, true],
    ['a:', true, true],
    ['each:1', false, true],
    ['gone:', true, false],
    ['each:0', true, false],
  ])
})

it('tells what is different in status, output, time and cost', () => {
  const [pair] = pairNodes(
    { nodes: [node('a', { usage: [call(500), call(250)] })] },
    { nodes: [node('a', { output: { codes: ['A', 'C'] }, finished_at: '2026-01-01T00:00:03.000Z' })] },
  )
  expect(pair?.output).toEqual([{ path: 'codes.1', kind: 'changed', before: 'B', after: 'C' }])
  expect(pair).toMatchObject({ isSame: false, before: { took_ms: 1000, cost_micros: 750 }, after: { took_ms: 3000 } })
})

it('calls two nodes the same that gave the same, however long they took', () => {
  const [pair] = pairNodes({ nodes: [node('a')] }, { nodes: [node('a', { finished_at: '2026-01-01T00:00:09.000Z' })] })
  expect(pair?.isSame).toBe(true)
})

it('does not look into outputs that are too large to be here', () => {
  const [pair] = pairNodes({ nodes: [node('a')] }, { nodes: [node('a', { output: null, stored: true })] })
  expect(pair).toMatchObject({ output: null, isSame: false })
})
