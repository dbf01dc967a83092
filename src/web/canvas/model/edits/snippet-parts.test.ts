import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type Group, type SnippetOrigin, type WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { filledNodes, proposedValue, type SnippetParts } from '#graph/snippet.ts'
import { node, wires } from '#test/support/engine.ts'
import { askingOf, inputsOf, placeKey } from './snippet-inputs.ts'
import { askableOf, inserting, partsOf, updating, valuesBefore, withIds } from './snippet-parts.ts'

const set = (id: string, json: JsonObject) => node(id, 'set_fields', { json })

const ID = '0195c0de-0000-7000-8000-000000000001'
const content: SnippetParts = {
  nodes: [
    set('read', { rate: 18, city: 'Mumbai' }),
    set('tell', { text: 'Dear {{ $nodes.read.city & " in Mumbai" }}' }),
  ],
  edges: wires('read > tell'),
  inputs: [
    { key: 'rate', label: 'Rate', places: [{ node: 'read', path: ['json', 'rate'] }] },
    { key: 'city', label: 'City', places: [{ node: 'tell', path: ['json', 'text'], part: 'Mumbai' }] },
  ],
}
const version = (number: number, parts = content) => ({ id: ID, name: 'Tax', number, content: parts })
const start: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [node('begin', 'manual_trigger'), set('read', { other: 1 }), set('end', {})],
  edges: wires('begin > read', 'read > end'),
}
const nowhere = { at: { x: 0, y: 800 }, from: null, into: null, portOf: () => 'out' }
const done = (document: WorkflowDocument, operation: Parameters<typeof applyOperation>[1]) => {
  const { document: after, inverse } = applyOperation(document, operation)
  expect(parseDocument(after).problems).toEqual([])
  expect(applyOperation(after, inverse).document).toEqual(document)
  return after
}
const linked = (document: WorkflowDocument) => document.groups[0] as Group & { snippet: SnippetOrigin }
const json = (document: WorkflowDocument, id: string) =>
  document.nodes.find((one) => one.id === id)?.config.json as Record<string, unknown>
const ways = ({ edges }: WorkflowDocument) => edges.map(({ from, to }) => `${from.node} > ${to.node}`).sort()

describe('the values of a snippet', () => {
  it('go into settings, and as texts into expressions, whatever they hold', () => {
    const [read, tell] = filledNodes(content, { rate: 5, city: `O'Hare "x" \\ $& }}` })
    expect(read?.config.json).toEqual({ rate: 5, city: 'Mumbai' })
    const { text = '' } = (tell?.config.json ?? {}) as { text?: string }
    const literal = /& "(.*)" \}\}$/.exec(text)?.[1] ?? ''
    expect(JSON.parse(`"${literal}"`)).toBe(` in O'Hare "x" \\ $& }}`)
    expect(content.inputs.map((input) => proposedValue(content, input))).toEqual([18, 'Mumbai'])
    expect(filledNodes(content, {})).toEqual(content.nodes)
  })

  it('are kept for the next version where they are of the same kind', () => {
    expect(valuesBefore(content, { rate: 5, city: 7, gone: 'x' })).toEqual({ rate: 5, city: 'Mumbai' })
  })
})

describe('inserting', () => {
  it('adds a group that says where it is from, with ids that are free and references that follow', () => {
    const { operation, nodes } = inserting(start, version(2), { rate: 5, city: 'Pune' }, nowhere)
    const after = done(start, operation)
    expect(nodes).toEqual(['read_2', 'tell'])
    expect(json(after, 'read_2')).toEqual({ rate: 5, city: 'Mumbai' })
    expect(json(after, 'tell').text).toBe('Dear {{ $nodes.read_2.city & " in Pune" }}')
    expect(linked(after)).toMatchObject({
      title: 'Tax',
      nodes: ['read_2', 'tell'],
      snippet: { id: ID, version: 2, inputs: { rate: 5, city: 'Pune' }, nodes: { read_2: 'read', tell: 'tell' } },
    })
  })

  it('wires it behind a node, or into an edge', () => {
    const behind = inserting(start, version(1), {}, { ...nowhere, from: { node: 'end', port: 'out' } })
    expect(ways(done(start, behind.operation))).toContain('end > read_2')
    const [, edge] = start.edges
    const into = inserting(start, version(1), {}, { ...nowhere, into: edge?.id ?? '' })
    expect(ways(done(start, into.operation))).toEqual(['begin > read', 'read > read_2', 'read_2 > tell', 'tell > end'])
  })

  it('follows a node that is renamed', () => {
    const after = done(start, inserting(start, version(1), {}, nowhere).operation)
    const renamed = done(after, { type: 'rename', node_id: 'read_2', new_id: 'tax' })
    expect(linked(renamed).snippet.nodes).toEqual({ tax: 'read', tell: 'tell' })
  })
})

describe('updating', () => {
  const inserted = done(start, inserting(start, version(1), { rate: 5, city: 'Pune' }, nowhere).operation)
  const newer: SnippetParts = {
    nodes: [set('read', { rate: 28 }), set('check', { ok: '{{ $nodes.read.rate }}' })],
    edges: wires('read > check'),
    inputs: [content.inputs[0] as SnippetParts['inputs'][number]],
  }

  it('makes the group what the newer version is; titles, places, additions and wires out of it stay', () => {
    const worked = [
      { type: 'set_title', node_id: 'read_2', title: 'My rate' },
      { type: 'move', node_id: 'read_2', position: { x: 40, y: 1200 } },
      { type: 'add_node', node: set('mine', {}) },
      { type: 'update_group', group_id: linked(inserted).id, nodes: ['read_2', 'tell', 'mine'] },
      { type: 'connect', edge: { ...wires('end > read_2')[0], id: 'outer' } },
    ].reduce((document, step) => applyOperation(document, step as never).document, inserted)
    const after = done(worked, updating(worked, linked(worked), version(2, newer), { rate: 5 }))
    expect(ways(after)).toEqual(['begin > read', 'end > read_2', 'read > end', 'read_2 > check'])
    expect(after.nodes.find(({ id }) => id === 'read_2')).toMatchObject({
      title: 'My rate',
      position: { x: 40, y: 1200 },
      config: { json: { rate: 5 } },
    })
    expect(json(after, 'check').ok).toBe('{{ $nodes.read_2.rate }}')
    expect(linked(after)).toMatchObject({
      nodes: ['read_2', 'check', 'mine'],
      snippet: { version: 2, nodes: { read_2: 'read', check: 'check' } },
    })
  })

  it('brings back what was deleted, replaces a node of another kind with its wires, and says nothing when nothing is new', () => {
    const without = applyOperation(inserted, { type: 'remove_node', node_id: 'tell' }).document
    const again = done(without, updating(without, linked(without), version(1), { rate: 5, city: 'Pune' }))
    expect(ways(again)).toContain('read_2 > tell')
    const other = { ...content, nodes: [node('read', 'http_request'), content.nodes[1] as never], inputs: [] }
    const outer = applyOperation(inserted, {
      type: 'connect',
      edge: { ...(wires('end > read_2')[0] as never as WorkflowDocument['edges'][number]), id: 'outer' },
    }).document
    const replaced = done(outer, updating(outer, linked(outer), version(2, other), {}))
    expect(ways(replaced)).toEqual(expect.arrayContaining(['end > read_2', 'read_2 > tell']))
    expect(replaced.nodes.find(({ id }) => id === 'read_2')?.type).toBe('http_request')
    const same = done(inserted, updating(inserted, linked(inserted), version(1), { rate: 5, city: 'Pune' }))
    expect({ ...same, groups: [] }).toEqual({ ...inserted, groups: [] })
  })
})

describe('what is kept', () => {
  it('has the names of the snippet where it is a new version of it, also where two change places', () => {
    const { nodes } = withIds(
      [set('a', { x: '{{ $nodes.b.x }}' }), set('b', {})],
      [],
      new Map([
        ['a', 'b'],
        ['b', 'a'],
      ]),
    )
    expect(nodes.map(({ id, config }) => [id, config.json])).toEqual([
      ['b', { x: '{{ $nodes.a.x }}' }],
      ['a', {}],
    ])
    const inserted = applyOperation(start, inserting(start, version(1), {}, nowhere).operation).document
    const parts = partsOf(inserted, new Set(['read', 'read_2', 'tell']), linked(inserted).snippet)
    expect(Object.fromEntries(parts.ids)).toEqual({ read_2: 'read', tell: 'tell', read: 'read_2' })
    expect(parts.edges.map(({ from, to }) => `${from.node} > ${to.node}`)).toEqual(['read > tell'])
  })

  it('asks once what has one name, and finds it again in a newer version', () => {
    const ask = (id: string, path: string[], label: string, part = '') =>
      [placeKey(id, path), { node: id, path, label, part }] as const
    const asking = new Map([
      ask('a', ['json', 'city'], ' City '),
      ask('b', ['text'], 'City', 'Pune'),
      ask('b', ['city'], 'city!'),
    ])
    const inputs = inputsOf(
      asking,
      new Map([
        ['a', 'a'],
        ['b', 'x'],
      ]),
    )
    expect(inputs.map(({ key, label, places }) => [key, label, places.length])).toEqual([
      ['city', 'City', 2],
      ['city_2', 'city!', 1],
    ])
    expect(inputs[0]?.places[1]).toEqual({ node: 'x', path: ['text'], part: 'Pune' })
    const back = askingOf({ nodes: [], edges: [], inputs }, (id) => (id === 'x' ? 'b' : undefined))
    expect([...back.values()]).toEqual([
      { node: 'b', path: ['text'], label: 'City', part: 'Pune' },
      { node: 'b', path: ['city'], label: 'city!', part: '' },
    ])
  })

  it('looks for what was answered where only a part of a text was asked', () => {
    const places = [{ node: 'x', path: ['text'], part: 'Pune' }]
    const inputs = [{ key: 'city', label: 'City', places }]
    const back = askingOf({ nodes: [], edges: [], inputs }, () => 'b', { city: 'Goa', other: 'x' })
    expect([...back.values()]).toEqual([{ node: 'b', path: ['text'], label: 'City', part: 'Goa' }])
  })

  it('offers texts, numbers and yes or no at any depth, and stops', () => {
    const deep = node('n', 'set_fields', { fields: [{ name: 'a', on: true }], json: null, list: Array(500).fill(1) })
    const found = askableOf(deep)
    expect(found.slice(0, 2)).toEqual([
      { path: ['fields', '0', 'name'], value: 'a' },
      { path: ['fields', '0', 'on'], value: true },
    ])
    expect(found).toHaveLength(60)
  })
})
