import { expect, it } from 'vitest'
import type { NodeRun } from '#contract/runs/executions.ts'
import type { TraceEntry } from '#contract/runs/traces.ts'
import { traceRows } from './trace-tree.ts'

const step = (node_id: string, iteration = '', more: Partial<NodeRun> = {}) =>
  ({ node_id, iteration, title: `Step ${node_id}`, status: 'succeeded', logs: [], error: null, ...more }) as NodeRun
const call = (id: number, node_id: string, iteration = '', more: Partial<TraceEntry> = {}) =>
  ({ id, node_id, iteration, kind: 'model', name: 'small', error: null, ...more }) as TraceEntry
const shown = (nodes: NodeRun[], entries: TraceEntry[]) =>
  traceRows({ nodes, graph: { nodes: [{ id: 'late', type: 't', title: 'Late' }], edges: [] } }, entries).map(
    ({ level, label, failed }) => `${'-'.repeat(level)} ${label}${failed ? ' !' : ''}`,
  )

it('puts calls under their steps, and under the items of loops', () => {
  const nodes = [
    step('a'),
    step('b', '0'),
    step('b', '10', { status: 'failed' }),
    step('b', '2'),
    step('c', '', { status: 'pending' }),
  ]
  const entries = [
    call(1, 'a'),
    call(2, 'b', '10', { error: 'failed' }),
    call(3, 'b', '0'),
    call(4, 'b', '0/1', { kind: 'tool', name: 'find' }),
  ]
  expect(shown(nodes, entries)).toEqual([
    '- Step a',
    '-- small',
    '- Step b',
    '-- Item 1',
    '--- small',
    '--- find',
    '-- Item 11 !',
    '--- small !',
  ])
})

it('shows calls of a step that has no row yet, and items of items', () => {
  expect(shown([step('a')], [call(1, 'late', '1.0')])).toEqual(['- Step a', '- Late', '-- Item 2.1', '--- small'])
})
