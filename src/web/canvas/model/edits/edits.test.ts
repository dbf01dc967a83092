import { describe, expect, it } from 'vitest'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { freeId, slug } from '#web/canvas/model/graph/naming.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { mayAdd, mayConnect, refusedEnds } from '#web/canvas/model/graph/refusals.ts'

import { duplicating, renaming } from './copies.ts'
import { dropOf } from './drop.ts'
import { adding, connecting, inserting, removing, replacing, toggling } from './edits.ts'
import { snap } from './snapping.ts'

const node = (id: string, x = 0, y = 0, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type: 'set_fields',
  version: 1,
  title: id,
  config: {},
  position: { x, y },
  ...more,
})

/** `a b c` wired in a row, `a>b` wires between what is there. */
function graph(nodes: readonly WorkflowNode[], wires: readonly string[]): WorkflowDocument {
  const edges = wires.map((wire) => {
    const [from = '', to = ''] = wire.split('>')
    const [source = '', port = 'out'] = from.split('.')
    return { id: wire, from: { node: source, port }, to: { node: to, port: 'in' } }
  })
  return { ...EMPTY_DOCUMENT, nodes: [...nodes], edges }
}

const wires = ({ edges }: WorkflowDocument) =>
  edges.map(({ from, to }) => `${from.node}${from.port === 'out' ? '' : `.${from.port}`}>${to.node}`).sort()
const done = (document: WorkflowDocument, operation: Operation | null) => {
  if (!operation) throw new Error('Nothing to do')
  return applyOperation(document, operation).document
}
/** Applied and undone it is as before. */
const undone = (document: WorkflowDocument, operation: Operation) => {
  const { document: after, inverse } = applyOperation(document, operation)
  return applyOperation(after, inverse).document
}

const presentation = (more: Partial<NodePresentation> = {}): NodePresentation => ({
  kind: 'Kind',
  category: 'data',
  icon: 'box',
  sentence: '',
  trigger: false,
  ports: [{ name: 'out', title: 'Out' }],
  ...more,
})

const entry = { type: 'set_fields', version: 1, title: 'Set fields' }

describe('adding', () => {
  it('names from the title, numbers what is taken, and wires it behind its source', () => {
    const first = adding(EMPTY_DOCUMENT, entry, { at: null, from: null, into: null, port: 'out' })
    const one = done(EMPTY_DOCUMENT, first.operation)
    const second = adding(one, entry, { at: null, from: { node: 'set_fields', port: 'out' }, into: null, port: 'out' })
    const two = done(one, second.operation)
    expect(two.nodes.map(({ id, title }) => [id, title])).toEqual([
      ['set_fields', 'Set fields'],
      ['set_fields_2', 'Set fields 2'],
    ])
    expect(wires(two)).toEqual(['set_fields>set_fields_2'])
    expect(two.nodes[1]?.position.x).toBeGreaterThan(224)
  })
  it('covers nothing', () => {
    const document = graph([node('a'), node('b', 304)], ['a>b'])
    const { operation, id } = adding(document, entry, {
      at: null,
      from: { node: 'a', port: 'out' },
      into: null,
      port: 'out',
    })
    const { position } = done(document, operation).nodes.find((each) => each.id === id) ?? node('none')
    expect(Math.abs(position.y)).toBeGreaterThanOrEqual(72)
  })
  it('goes into an edge, whose end makes room', () => {
    const document = graph([node('a'), node('b', 304), node('c', 608)], ['a>b', 'b>c'])
    const { operation } = adding(document, entry, { at: null, from: null, into: 'a>b', port: 'out' })
    const after = done(document, operation)
    expect(wires(after)).toEqual(['a>set_fields', 'b>c', 'set_fields>b'])
    expect(after.nodes.map(({ position }) => position.x)).toEqual([0, 608, 912, 304])
    expect(undone(document, operation)).toEqual(document)
  })
  it('leads to a node when an edge was drawn from its way in; what gives nothing stays loose', () => {
    const document = graph([node('b', 600)], [])
    const place = { at: null, from: null, into: null, to: 'b' }
    expect(wires(done(document, adding(document, entry, { ...place, port: 'out' }).operation))).toEqual([
      'set_fields>b',
    ])
    expect(wires(done(document, adding(document, entry, { ...place, port: null }).operation))).toEqual([])
  })
})

describe('removing', () => {
  it('joins what stood before and behind', () => {
    const document = graph([node('a'), node('b'), node('c'), node('d')], ['a>b', 'b>c', 'c>d'])
    expect(wires(done(document, removing(document, ['b'], [])))).toEqual(['a>c', 'c>d'])
    expect(wires(done(document, removing(document, ['b', 'c'], [])))).toEqual(['a>d'])
    expect(undone(document, removing(document, ['b', 'c'], []) as Operation)).toEqual(document)
  })
  it('does not guess where a branch leads on, nor along the way of errors', () => {
    const branch = graph([node('a'), node('b'), node('c'), node('d')], ['a>b', 'b.true>c', 'b.false>d'])
    expect(wires(done(branch, removing(branch, ['b'], [])))).toEqual([])
    const errors = graph([node('a'), node('b'), node('c'), node('d')], ['a>b', 'b>c', 'b.error>d'])
    expect(wires(done(errors, removing(errors, ['b'], [])))).toEqual(['a>c'])
  })
  it('keeps one wire where both ways lead to the same node, and cuts the named ones', () => {
    const document = graph([node('a'), node('b'), node('c')], ['a>b', 'b>c', 'a>c'])
    expect(wires(done(document, removing(document, ['b'], [])))).toEqual(['a>c'])
    const row = graph([node('a'), node('b'), node('c')], ['a>b', 'b>c'])
    expect(wires(done(row, removing(row, ['b'], ['a>b'])))).toEqual([])
    expect(wires(done(row, removing(row, [], ['a>b'])))).toEqual(['b>c'])
    expect(removing(row, [], [])).toBeNull()
  })
})

describe('replacing', () => {
  it('keeps id, wires, policies, groups and the settings both have', () => {
    const old = node('b', 300, 0, { title: 'Set fields 2', config: { text: 'hello', own: 1 }, on_error: 'continue' })
    const document = {
      ...graph([node('a'), old, node('c')], ['a>b', 'b>c']),
      groups: [{ id: 'g', title: '', nodes: ['b'] }],
    }
    const to = { type: 'ai_prompt', version: 3, title: 'AI prompt', fields: ['text'], ports: ['out'] }
    const operation = replacing(document, 'b', to, 'Set fields') as Operation
    const after = done(document, operation)
    expect(after.nodes[1]).toMatchObject({ id: 'b', type: 'ai_prompt', title: 'AI prompt', on_error: 'continue' })
    expect(after.nodes[1]?.config).toEqual({ text: 'hello' })
    expect(wires(after)).toEqual(['a>b', 'b>c'])
    expect(after.groups).toEqual(document.groups)
    expect(undone(document, operation)).toEqual(document)
  })
  it('keeps a title that a person wrote, and leads old ways through the first one', () => {
    const document = graph([node('b', 0, 0, { title: 'Sort letters' }), node('c')], ['b.true>c'])
    const to = { type: 'x', version: 1, title: 'X', fields: [], ports: ['done'] }
    const after = done(document, replacing(document, 'b', to, 'If'))
    expect(after.nodes[0]?.title).toBe('Sort letters')
    expect(wires(after)).toEqual(['b.done>c'])
  })
})

describe('renaming', () => {
  const speaking = node('c', 0, 0, { config: { text: 'Say {{ $nodes.read_pdf.text }} and "$nodes.read_pdf"' } })
  it('lets the id and every expression follow, and counts them', () => {
    const document = graph([node('read_pdf', 0, 0, { title: 'Read PDF' }), speaking], ['read_pdf>c'])
    const renamed = renaming(document, 'read_pdf', '  Read the   letter ')
    expect(renamed).toMatchObject({ id: 'read_the_letter', followers: 1 })
    const after = done(document, renamed?.operation ?? null)
    expect(after.nodes[1]?.config.text).toContain('$nodes.read_the_letter.text')
    expect(wires(after)).toEqual(['read_the_letter>c'])
  })
  it('leaves an id that was chosen by hand, and does nothing for the same or no title', () => {
    const document = graph([node('mine', 0, 0, { title: 'Read PDF' })], [])
    expect(renaming(document, 'mine', 'Other')).toMatchObject({ id: 'mine', followers: 0 })
    expect(renaming(document, 'mine', ' Read PDF ')).toBeNull()
    expect(renaming(document, 'mine', '  ')).toBeNull()
  })
})

it('doubles nodes with their wires, and expressions of copies speak of copies', () => {
  const a = node('a', 0, 0, { title: 'A' })
  const b = node('b', 0, 0, { title: 'B', config: { text: '{{ $nodes.a.x & $nodes.c.y }}' } })
  const document = graph([a, b, node('c')], ['a>b', 'c>a'])
  const made = duplicating(document, { nodes: new Set(['a', 'b']), notes: new Set() }, () => false)
  const after = done(document, made?.operation ?? null)
  expect(made?.nodes).toEqual(['a_2', 'b_2'])
  expect(wires(after)).toEqual(['a>b', 'a_2>b_2', 'c>a'])
  expect(after.nodes.at(-1)?.config.text).toBe('{{ $nodes.a_2.x & $nodes.c.y }}')
  expect(duplicating(document, { nodes: new Set(['a']), notes: new Set() }, () => true)).toBeNull()
})

it('switches off all, and on again when all are off', () => {
  const document = graph([node('a'), node('b', 0, 0, { disabled: true })], [])
  const off = done(document, toggling(document, ['a', 'b']).operation)
  expect(off.nodes.map(({ disabled }) => disabled)).toEqual([true, true])
  expect(done(off, toggling(off, ['a', 'b']).operation).nodes.map(({ disabled }) => disabled)).toEqual([
    undefined,
    undefined,
  ])
})

it('makes ids that are allowed', () => {
  expect(slug('Read PDF, 2nd')).toBe('read_pdf_2nd')
  expect(slug('2. Überprüfen!')).toBe('u_berpru_fen')
  expect(slug('जाँच')).toBe('node')
  expect(slug('Constructor')).toBe('node')
  expect(freeId('node', new Set(['node', 'node_2']))).toBe('node_3')
})

describe('refusals', () => {
  const document = graph([node('start'), node('a'), node('b')], ['start>a', 'a>b'])
  const presentations = { start: presentation({ trigger: true }), a: presentation(), b: presentation() }
  const way = (id: string, port = 'out') => ({ node: id, port })
  it('says why two nodes cannot be connected', () => {
    expect(mayConnect(document, presentations, way('start'), 'b')).toBe(true)
    expect(mayConnect(document, presentations, way('b'), 'a')).toMatch(/a loop/)
    expect(mayConnect(document, presentations, way('a'), 'a')).toMatch(/itself/)
    expect(mayConnect(document, presentations, way('b'), 'start')).toMatch(/is the trigger/)
    expect(mayConnect(document, presentations, way('a'), 'b')).toMatch(/Already/)
    expect(mayConnect(document, presentations, way('a', 'nope'), 'b')).toMatch(/no output/)
  })
  it('knows every end that dims, and agrees with what is refused one by one', () => {
    for (const from of ['start', 'a', 'b']) {
      const refused = refusedEnds(document, presentations, way(from), 'source')
      for (const { id } of document.nodes)
        expect(refused.get(id) ?? true).toBe(mayConnect(document, presentations, way(from), id))
    }
    expect([...refusedEnds(document, presentations, way('a'), 'target').keys()]).toEqual(['a', 'b'])
  })
  it('has one trigger', () => {
    const place = { wired: false }
    expect(mayAdd(document, presentations, { trigger: false }, place)).toBe(true)
    expect(mayAdd(document, presentations, { trigger: true }, place)).toMatch(/already has the trigger/)
    expect(mayAdd(document, presentations, { trigger: true }, { ...place, replaces: 'start' })).toBe(true)
    expect(mayAdd(EMPTY_DOCUMENT, {}, { trigger: true }, { wired: true })).toMatch(/nothing can connect/)
  })
})

describe('dropping a dragged node', () => {
  const presentations = { start: presentation({ trigger: true }), a: presentation(), loose: presentation() }
  const document = graph([node('start'), node('a', 600), node('loose', 0, 600)], ['start>a'])
  it('inserts a loose one into the edge it lies on', () => {
    const drop = dropOf(document, presentations, 'loose', { x: 300, y: 4 })
    expect(drop).toMatchObject({ kind: 'insert', edge: { id: 'start>a' } })
    const after = done(document, inserting(document, 'loose', 'out', document.edges[0] as never))
    expect(wires(after)).toEqual(['loose>a', 'start>loose'])
  })
  it('connects a loose one to what it is near, and leaves a wired one alone', () => {
    expect(dropOf(document, presentations, 'loose', { x: 900, y: 40 })).toEqual({
      kind: 'connect',
      from: { node: 'a', port: 'out' },
      to: 'loose',
    })
    expect(dropOf(document, presentations, 'loose', { x: 300, y: 500 })).toBeNull()
    const wired = done(document, connecting(document, { node: 'a', port: 'out' }, 'loose'))
    expect(dropOf(wired, presentations, 'loose', { x: 300, y: 4 })).toBeNull()
  })
})

it('comes to rest on the lines of neighbours, else on the grid', () => {
  const other = { x: 100, y: 300, width: 200, height: 80 }
  expect(snap({ x: 103, y: 35, width: 200, height: 80 }, [other], 6)).toMatchObject({ dx: -3, dy: -3 })
  expect(snap({ x: 103, y: 35, width: 200, height: 80 }, [other], 6).guides).toEqual([
    { axis: 'x', at: 100, start: 32 + 3, end: 380 },
  ])
  expect(snap({ x: 3, y: 35, width: 20, height: 20 }, [], 6)).toEqual({ dx: -3, dy: -3, guides: [] })
})
