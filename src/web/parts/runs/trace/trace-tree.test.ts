import { expect, it } from 'vitest'
import type { NodeRun } from '#contract/runs/executions.ts'
import type { RunInside, TraceEntry } from '#contract/runs/traces.ts'
import { traceRows } from './trace-tree.ts'

const step = (node_id: string, iteration = '', more: Partial<NodeRun> = {}) =>
  ({ node_id, iteration, title: `Step ${node_id}`, status: 'succeeded', logs: [], error: null, ...more }) as NodeRun
const call = (id: number, node_id: string, iteration = '', more: Partial<TraceEntry> = {}) =>
  ({ id, node_id, iteration, kind: 'model', name: 'small', error: null, ...more }) as TraceEntry
const inside = (execution_id: string, node_id: string, at: string, iteration = '') =>
  ({
    execution_id,
    node_id,
    iteration,
    name: `Agent ${execution_id}`,
    status: 'succeeded',
    at,
    paise: 500,
  }) as RunInside
const shown = (nodes: NodeRun[], entries: TraceEntry[], runs: RunInside[] = []) =>
  traceRows({ nodes, graph: { nodes: [{ id: 'late', type: 't', title: 'Late' }], edges: [] } }, entries, runs).map(
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

it('puts the calls of a sub-agent under its task, and under its name while it works', () => {
  const entries = [
    call(1, 'bot'),
    call(2, 'bot', '/reader:1', { name: 'cheap' }),
    call(3, 'bot', '/reader:1', { kind: 'tool', name: 'find', error: 'failed' }),
    call(4, 'bot', '', { kind: 'tool', name: 'reader' }),
    call(5, 'bot'),
    call(6, 'bot', '/reader:2', { name: 'cheap' }),
  ]
  expect(shown([step('bot')], entries)).toEqual([
    '- Step bot',
    '-- small',
    '-- reader',
    '--- cheap',
    '--- find !',
    '-- small',
    '-- reader',
    '--- cheap',
  ])
})

it('shows calls of a step that has no row yet, and items of items', () => {
  expect(shown([step('a')], [call(1, 'late', '1.0')])).toEqual(['- Step a', '- Late', '-- Item 2.1', '--- small'])
})

it('puts the runs of agents after the call that started them, and under a step that started them alone', () => {
  const entries = [
    call(1, 'bot', '', { at: '2026-04-01T10:00:00.000Z' }),
    call(2, 'bot', '', { kind: 'tool', name: 'ask_echo', at: '2026-04-01T10:00:01.000Z' }),
    call(3, 'bot', '', { at: '2026-04-01T10:00:05.000Z' }),
  ]
  const runs = [
    inside('a', 'bot', '2026-04-01T10:00:01.002Z'),
    inside('b', 'call', '2026-04-01T10:00:06.000Z'),
    inside('c', 'each', '2026-04-01T10:00:07.000Z', '1'),
  ]
  expect(shown([step('bot'), step('call'), step('each', '0'), step('each', '1')], entries, runs)).toEqual([
    '- Step bot',
    '-- small',
    '-- ask_echo',
    '-- Agent a',
    '-- small',
    '- Step call',
    '-- Agent b',
    '- Step each',
    '-- Item 2',
    '--- Agent c',
  ])
})
