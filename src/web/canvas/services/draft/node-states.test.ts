import { describe, expect, it } from 'vitest'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { NO_RUN_STATES } from '#web/canvas/model/run/run-states.ts'
import { logLines, logText } from '#web/canvas/panels/run/log-tree.ts'
import { wordsOf } from '#web/canvas/view/nodes/node-words.ts'
import { bindingsOf, type KnownParts, knownOutputs, loopsAround } from './known-values.ts'
import { runStatesOf } from './node-states.ts'

const row = (node_id: string, given: Partial<NodeRun> = {}): NodeRun => ({
  node_id,
  type: 'set_fields',
  title: node_id,
  status: 'succeeded',
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:00:01.200Z',
  attempts: 1,
  output: null,
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
  ...given,
})
const runOf = (document: WorkflowDocument, nodes: NodeRun[], status: Execution['status'] = 'succeeded') =>
  ({
    id: 'run',
    status,
    input: { n: 1 },
    nodes,
    graph: { nodes: document.nodes, edges: [] },
    payload_removed_at: null,
  }) as unknown as Execution

const NOTHING_SILENT = { nodes: new Set<string>(), edges: new Set<string>() }
const branches = workflow(
  [node('start', 'manual_trigger'), node('check', 'if'), node('yes', 'set_fields'), node('no', 'set_fields')],
  wires('start > check:true > yes', 'check:false > no'),
)
const given = [
  row('start'),
  row('check', { output: [1, 2, 3], port: 'true' }),
  row('yes', { usage: [{ input_tokens: 1, output_tokens: 1, cost_micros: 20_000, model: 'm', ms: 5 }] }),
  row('no', { status: 'skipped', started_at: null, finished_at: null, port: null }),
]
const look = (nodes: NodeRun[], status?: Execution['status'], stale: string[] = []) =>
  runStatesOf(
    {
      document: branches,
      run: runOf(branches, nodes, status),
      pins: {},
      stale: new Set(stale),
      silence: NOTHING_SILENT,
    },
    NO_RUN_STATES,
  )
const said = (nodes: NodeRun[], id: string, status?: Execution['status'], stale?: string[]) => {
  const one = look(nodes, status, stale).nodes[id]
  return one && wordsOf(one, one.since === null ? null : 3400, null)?.text
}

describe('what the canvas shows of a run', () => {
  it('says of each node how it went, with items, time and money', () => {
    expect(said(given, 'check')).toBe('3 items · 1.2 s')
    expect(said(given, 'yes')).toBe('1.2 s · ₹0.02')
    expect(said(given, 'no')).toBe('Not run')
    expect(said(given, 'yes', 'succeeded', ['yes'])).toBe('Edited since · 1.2 s · ₹0.02')
    expect(said([row('yes', { origin: 'earlier' })], 'yes')).toBe('From an earlier run')
    expect(said([row('yes', { origin: 'pin' })], 'yes')).toBe('Pinned data used')
  })

  it('counts only what a node declares as its items, and nothing that has not gone anywhere', () => {
    const order = { id: 1, items: [] }
    const counts = (nodes: NodeRun[], document = branches) => {
      const { edges } = runStatesOf(
        { document, run: runOf(document, nodes), pins: {}, stale: new Set(), silence: NOTHING_SILENT },
        NO_RUN_STATES,
      )
      return document.edges.map(({ id }) => edges[id]?.count)
    }
    const ran = [row('start', { output: order }), row('check', { output: order, port: 'true' }), row('yes')]
    expect(counts(ran)).toEqual([1, 1, null])
    // A test up to “check”: nothing was handed on.
    expect(counts([...ran.slice(0, 2), row('yes', { status: 'skipped', port: null })])).toEqual([1, null, null])
    const loop = workflow(
      [node('start', 'manual_trigger'), node('each', 'map'), node('do', 'code'), node('all', 'set_fields')],
      wires('start > each:item > do', 'each > all'),
    )
    const gave = { items: [1, 2, 3], errors: [] }
    const rows = ['0', '1', '2'].map((iteration) => row('do', { iteration }))
    const each = row('each', { type: 'map', output: gave })
    expect(counts([row('start'), each, ...rows, row('all', { output: [1, 2, 3] })], loop)).toEqual([1, 3, 3])
  })

  it('says how long a node has been at work, and of a loop how many items are done', () => {
    const at = { status: 'running', finished_at: null, port: null } as const
    expect(said([row('yes', at)], 'yes', 'running')).toBe('Running · 3 s')
    const items = [row('yes', { iteration: '0' }), row('yes', { ...at, iteration: '1' })]
    expect(said(items, 'yes', 'running')).toBe('Running · 1 of 2 · 3 s')
    expect(said([row('yes', at)], 'yes', 'cancelled')).toBe('Stopped')
  })

  it('says what is waited for and what went wrong', () => {
    const wait = { id: 'w', type: 'approval', title: null, details: null, until: null } as const
    const waiting = { status: 'waiting', finished_at: null, port: null } as const
    expect(said([row('yes', { ...waiting, wait })], 'yes', 'waiting')).toBe('Waiting for an answer')
    expect(said([row('yes', { ...waiting, wait: { ...wait, type: 'child' } })], 'yes', 'waiting')).toMatch('another')
    const error = { code: 'no_luck', message: 'No luck', node_id: 'yes', field: null }
    expect(said([row('yes', { status: 'failed', error })], 'yes', 'failed')).toBe('No luck')
    const thrown = { ...error, message: "TypeError: Cannot read properties of undefined (reading 'total')" }
    expect(said([row('yes', { status: 'failed', error: thrown })], 'yes', 'failed')).toMatch(/^The code reads “total”/)
  })

  it('counts what went through connections, and tells ways not taken', () => {
    const { edges } = look(given)
    const of = (from: string) => edges[branches.edges.find(({ to }) => to.node === from)?.id ?? '']
    expect(of('yes')).toEqual({ count: 3, untaken: false, flowing: false })
    expect(of('no')).toEqual({ count: null, untaken: true, flowing: false })
    // What is switched off is skipped and passes on what it got.
    const off = {
      ...branches,
      nodes: branches.nodes.map((one) => (one.id === 'start' ? { ...one, disabled: true } : one)),
    }
    const passed = row('start', { status: 'skipped', port: null, output: [1, 2] })
    const run = runOf(off, [passed, ...given.slice(1)])
    const states = runStatesOf(
      { document: off, run, pins: {}, stale: new Set(), silence: NOTHING_SILENT },
      NO_RUN_STATES,
    )
    expect(states.edges[off.edges[0]?.id ?? '']).toEqual({ count: 2, untaken: false, flowing: false })
  })

  it('calls what a step found by its name, says how many rounds a loop made, and counts nothing it does not know', () => {
    const loop = workflow(
      [node('start', 'manual_trigger'), node('codes', 'code_diagnoses'), node('each', 'loop'), node('do', 'code')],
      wires('start > codes > each:item > do'),
    )
    const found = row('codes', { type: 'code_diagnoses', output: { codes: [1, 2, 3] } })
    const nodes = [
      row('start', { stored: true }),
      found,
      row('each', { type: 'loop', output: { turns: 2 } }),
      row('do', { iteration: '0' }),
      row('do', { iteration: '1' }),
    ]
    const input = { document: loop, run: runOf(loop, nodes), pins: {}, stale: new Set<string>() }
    const states = runStatesOf({ ...input, silence: NOTHING_SILENT }, NO_RUN_STATES)
    const text = (id: string) => states.nodes[id] && wordsOf(states.nodes[id], null, null)?.text
    expect([text('codes'), text('each'), text('do')]).toEqual([
      '3 codes · 1.2 s',
      '2 rounds · 1.2 s',
      '2 times · 2.4 s',
    ])
    const [first, second] = loop.edges.map(({ id }) => states.edges[id])
    expect(first).toEqual({ count: null, untaken: false, flowing: false, uncounted: true })
    expect(second?.count).toBe(3)
    const silence = { nodes: new Set(['codes']), edges: new Set([loop.edges[1]?.id ?? '']) }
    const quiet = runStatesOf({ ...input, silence }, states)
    expect(quiet.nodes.codes?.status).toBe('idle')
    expect(quiet.edges[loop.edges[1]?.id ?? '']?.count).toBeNull()
    expect(quiet.nodes.each).toBe(states.nodes.each)
  })

  it('keeps the object of what did not change', () => {
    const first = look(given)
    const next = runStatesOf(
      {
        document: branches,
        run: runOf(branches, [...given]),
        pins: {},
        stale: new Set(['yes']),
        silence: NOTHING_SILENT,
      },
      first,
    )
    expect(next.nodes.start).toBe(first.nodes.start)
    expect(next.nodes.yes).not.toBe(first.nodes.yes)
  })
})

describe('what is known of data', () => {
  const loop = workflow(
    [node('start', 'manual_trigger'), node('each', 'map'), node('inner', 'set_fields'), node('after', 'set_fields')],
    wires('start > each:item > inner', 'each > after'),
  )
  const parts = (more: Partial<KnownParts> = {}): KnownParts => ({
    document: loop,
    run: null,
    pins: {},
    declared: {},
    iterations: {},
    items: {},
    ...more,
  })

  it('prefers what is pinned to what ran, and what ran to what is declared', () => {
    const pin = { node_id: 'after', output: 'pinned', port: 'out', made_up: true, before: null, updated_at: '' }
    const declared = { set_fields: { made: 'up' } }
    const run = runOf(loop, [row('inner', { iteration: '0', output: 'ran' }), row('after', { output: 'ran' })])
    expect(knownOutputs(parts({ declared })).after).toMatchObject({ source: 'declared', made_up: true })
    expect(knownOutputs(parts({ declared, run })).after).toMatchObject({ source: 'run', value: 'ran', made_up: false })
    expect(knownOutputs(parts({ run, pins: { after: pin } })).after).toMatchObject({ source: 'pin', made_up: true })
  })

  it('binds the item of the loop and of the chosen turn', () => {
    expect(loopsAround(loop, 'inner')).toEqual(['each'])
    expect(loopsAround(loop, 'after')).toEqual([])
    const run = runOf(loop, [
      row('inner', { iteration: '0', output: 'a' }),
      row('inner', { iteration: '1', output: 'b' }),
    ])
    const of = parts({ run, iterations: { inner: '1' }, items: { each: ['x', 'y'] } })
    expect(bindingsOf(of, knownOutputs(of), 'inner')).toMatchObject({ item: 'y', index: 1, input: 'y' })
    expect(knownOutputs(of).inner?.value).toBe('b')
  })

  it('gives a joining node what came by, by the name of its source', () => {
    const join = workflow(
      [...branches.nodes, node('join', 'merge')],
      [...branches.edges, ...wires('yes > join', 'no > join')],
    )
    const run = runOf(join, [row('yes', { output: 'y' }), row('no', { output: 'n' })])
    const of = parts({ document: join, run })
    expect(bindingsOf(of, knownOutputs(of), 'join').input).toEqual({ yes: 'y', no: 'n' })
  })
})

describe('the log', () => {
  const logs = [
    { at: '2026-01-01T00:00:00.000Z', message: 'Called search', data: { q: 'x' } },
    { at: '2026-01-01T00:00:00.000Z', message: 'Found 3', data: null },
  ]
  const run = runOf(branches, [
    row('start'),
    row('yes', { iteration: '0', started_at: '2026-01-01T00:00:05.000Z', logs }),
    row('yes', { iteration: '1', started_at: '2026-01-01T00:00:06.000Z', status: 'failed' }),
    row('no', { status: 'skipped', started_at: null, finished_at: null }),
  ])
  const all = { status: null, search: '', closed: new Set<string>() }

  it('is a tree of nodes, items and what they called, in the order they began', () => {
    expect(logLines(run, all).map(({ kind, depth, text }) => `${depth} ${kind} ${text}`)).toEqual([
      '0 node start',
      '0 node yes',
      '1 item Item 1',
      '2 tool search {"q":"x"}',
      '2 note Found 3',
      '1 item Item 2',
      '0 node no',
    ])
  })

  it('is filtered by state and words, and folded', () => {
    const texts = (filter: Partial<typeof all>) => logLines(run, { ...all, ...filter }).map(({ text }) => text)
    expect(texts({ status: 'failed' as never })).toEqual(['yes', 'Item 2'])
    expect(texts({ search: 'found 3' })).toEqual(['yes', 'Item 1', 'search {"q":"x"}', 'Found 3'])
    expect(texts({ closed: new Set(['yes:*']) })).toEqual(['start', 'yes', 'no'])
  })

  it('puts the nodes of a loop under its items, and loops in loops', () => {
    const document = workflow(
      [
        node('start', 'manual_trigger'),
        node('each', 'map'),
        node('do', 'code'),
        node('sub', 'map'),
        node('in', 'code'),
      ],
      wires('start > each:item > do > sub:item > in'),
    )
    const at = (iteration: string, second: number) => ({
      iteration,
      started_at: `2026-01-01T00:00:0${second}.000Z`,
      finished_at: `2026-01-01T00:00:0${second}.500Z`,
    })
    const rows = [
      row('start'),
      row('each'),
      row('do', at('0', 1)),
      row('do', at('1', 4)),
      row('sub', { ...at('0', 2), status: 'failed' }),
      row('in', at('0.0', 2)),
      row('in', { ...at('0.1', 3), status: 'failed' }),
    ]
    const shown = (closed: string[] = []) =>
      logLines(runOf(document, rows), { ...all, closed: new Set(closed) }, document).map(
        ({ depth, text, status }) => `${depth} ${text} ${status}`,
      )
    expect(shown()).toEqual([
      '0 start succeeded',
      '0 each succeeded',
      '1 Item 1 failed',
      '2 do succeeded',
      '2 sub failed',
      '3 Item 1.1 succeeded',
      '4 in succeeded',
      '3 Item 1.2 failed',
      '4 in failed',
      '1 Item 2 succeeded',
      '2 do succeeded',
    ])
    expect(shown(['each::*'])).toEqual(['0 start succeeded', '0 each succeeded'])
  })

  it('tells the calls of an agent in the order they were made, each with its time and its result', () => {
    const usage = (at: string) => ({ input_tokens: 1, output_tokens: 2, cost_micros: 0, model: 'm', ms: 100, at })
    const bot = row('yes', {
      usage: [usage('2026-01-01T00:00:00.000Z'), usage('2026-01-01T00:00:02.000Z')],
      logs: [
        { at: '2026-01-01T00:00:00.000Z', message: 'Prompt sent to the model', data: { user: 'Find it' } },
        {
          at: '2026-01-01T00:00:01.500Z',
          message: 'Called find',
          data: { arguments: { q: 'x' }, ok: true, ms: 400, result: 'Found' },
        },
      ],
    })
    const lines = logLines(runOf(branches, [bot]), all)
    expect(lines.slice(1).map(({ kind, text, ms }) => `${kind} ${text} ${ms}`)).toEqual([
      'note Prompt sent to the model null',
      'model m: 1 tokens in, 2 out 100',
      'tool find {"q":"x"} → Found 400',
      'model m: 1 tokens in, 2 out 100',
    ])
  })

  it('is copied whole', () => {
    expect(JSON.parse(logText(run)).nodes).toHaveLength(4)
  })
})
