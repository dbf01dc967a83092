import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WorkflowDocument } from './document.ts'
import { leakingEdges, PlanError, type PlanNode, planDocument } from './plan.ts'
import { createRun } from './run.ts'

/** `a>b`, `a.true>b` and `a:map` in one line of text make a document. */
function draw(text: string, disabled: string[] = []): WorkflowDocument {
  const types = new Map<string, string>()
  const edges: WorkflowDocument['edges'] = []
  for (const part of text.split(/\s+/)) {
    const [left = '', right] = part.split('>')
    const [source = '', port = 'out'] = left.split('.')
    const [from = '', type] = source.split(':')
    types.set(from, type ?? types.get(from) ?? 'step')
    if (!right) continue
    if (!types.has(right)) types.set(right, 'step')
    edges.push({ id: `${edges.length}`, from: { node: from, port }, to: { node: right, port: 'in' } })
  }
  const nodes = [...types].map(([id, type]) => ({
    id,
    type,
    version: 1,
    title: id,
    config: {},
    position: { x: 0, y: 0 },
    disabled: disabled.includes(id),
  }))
  return { schema_version: 1, nodes, edges, notes: [], groups: [] }
}
const ids = (nodes: readonly PlanNode[]) => nodes.map((node) => node.id)

describe('plan', () => {
  it('orders nodes and names a node of a cycle', () => {
    expect(ids(planDocument(draw('a>b a>c b>d c>d')).nodes)).toEqual(['a', 'b', 'c', 'd'])
    expect(() => planDocument(draw('a>b b>c c>b'))).toThrow(PlanError)
  })

  it('puts the nodes behind item into the body, also when maps nest', () => {
    const planned = planDocument(draw('a>m m:map m.item>b b>n n:map n.item>c n>d m>z'))
    const scopeOf = (id: string) => planned.byId.get(id)?.scope.owner?.id ?? null
    expect(['a', 'm', 'b', 'n', 'c', 'd', 'z'].map(scopeOf)).toEqual([null, null, 'm', 'm', 'n', 'm', null])
    expect(leakingEdges(planned)).toEqual([])
  })

  it('finds edges that leave a body', () => {
    expect(leakingEdges(planDocument(draw('a>m m:map m.item>b m>z b>z'))).map((edge) => edge.from.id)).toEqual(['b'])
  })
})

describe('run', () => {
  it('joins after a branch: the dead side does not hold the join up', () => {
    const planned = planDocument(draw('t>if if.true>a if.false>b a>join b>join join>end'))
    const run = createRun(planned)
    const node = (id: string) => planned.byId.get(id) as PlanNode
    expect(ids(run.ready())).toEqual(['t'])
    run.complete(node('t'))
    expect(ids(run.ready())).toEqual(['if'])
    run.complete(node('if'), 'true')
    expect(ids(run.ready())).toEqual(['a'])
    expect(run.state(node('b'))).toBe('dead')
    run.complete(node('a'))
    expect(ids(run.ready())).toEqual(['join'])
    expect(run.liveInbound(node('join')).map((edge) => edge.from.id)).toEqual(['a'])
    run.complete(node('join'))
    run.complete(node('end'))
    expect(run.isFinished()).toBe(true)
    expect(run.terminalOutputs((done) => done.id)).toBe('end')
  })

  it('gives several terminals by id, and none as null', () => {
    const planned = planDocument(draw('t>a t>b'))
    const rows = ['b', 'a', 't'].map((node_id) => ({ node_id, port: 'out' }))
    const run = createRun(planned, rows)
    expect(run.ready()).toEqual([])
    expect(run.isFinished()).toBe(true)
    expect(run.terminalOutputs((node) => node.id.length)).toEqual({ a: 1, b: 1 })
    expect(createRun(planned).terminalOutputs((node) => node.id)).toBeNull()
  })

  it('runs a body on its own, from the item', () => {
    const planned = planDocument(draw('t>m m:map m.item>b b>c m>z'))
    const body = planned.byId.get('m')?.body
    if (!body) throw new Error('no body')
    const run = createRun(planned, [], body)
    const [first] = run.ready()
    expect(first?.id).toBe('b')
    if (!first) return
    expect(run.liveInbound(first).map((edge) => edge.from.id)).toEqual(['m'])
    run.complete(first)
    for (const node of run.ready()) run.complete(node)
    expect(run.isFinished()).toBe(true)
    expect(run.terminalOutputs((node) => node.id)).toBe('c')
  })
})

describe('run of any graph', () => {
  it('decides every node exactly once, in order, whatever the ports and wherever it is interrupted', () => {
    const graphs = fc.record({
      size: fc.integer({ min: 1, max: 12 }),
      links: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom('out', 'other')), { maxLength: 30 }),
      ports: fc.array(fc.constantFrom('out', 'other'), { minLength: 12, maxLength: 12 }),
      stopAt: fc.nat(12),
    })
    fc.assert(
      fc.property(graphs, ({ size, links, ports, stopAt }) => {
        const names = Array.from({ length: size }, (_, index) => `n${index}`)
        const wires = links
          .map(([a, b, port]) => [Math.min(a, b), Math.max(a, b), port] as const)
          .filter(([a, b]) => a !== b && b < size)
        const document = draw([...names, ...wires.map(([a, b, port]) => `n${a}.${port}>n${b}`)].join(' '))
        const planned = planDocument(document)
        const portOf = (id: string) => ports[Number(id.slice(1))] ?? 'out'
        // The reading of the rule without counters.
        const alive = new Map<string, boolean>()
        for (const node of planned.nodes) {
          const live = node.inbound.some((edge) => alive.get(edge.from.id) && portOf(edge.from.id) === edge.port)
          alive.set(node.id, node === planned.trigger || live)
        }
        let run = createRun(planned)
        const done: { node_id: string; port: string }[] = []
        for (let queue = run.ready(); queue.length > 0; queue = [...queue, ...run.ready()]) {
          const node = queue.shift() as PlanNode
          done.unshift({ node_id: node.id, port: portOf(node.id) })
          run.complete(node, portOf(node.id))
          if (done.length === stopAt) {
            run = createRun(planned, done)
            queue = []
          }
        }
        expect(run.isFinished()).toBe(true)
        expect(done.map((row) => row.node_id).sort()).toEqual(names.filter((id) => alive.get(id)).sort())
        for (const node of planned.nodes) expect(run.state(node)).toBe(alive.get(node.id) ? 'done' : 'dead')
      }),
    )
  })

  it('kills a chain of a thousand nodes without recursion', () => {
    const planned = planDocument(draw(`t.no>c0 ${Array.from({ length: 5000 }, (_, i) => `c${i}>c${i + 1}`).join(' ')}`))
    const run = createRun(planned, [{ node_id: 't', port: 'out' }])
    expect(run.isFinished()).toBe(true)
  })
})
