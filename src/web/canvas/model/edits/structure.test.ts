import { describe, expect, it } from 'vitest'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import {
  collapsing,
  groupBoxes,
  grouping,
  groupMoved,
  hiddenNodes,
  regrouping,
  shownEdges,
} from '#web/canvas/model/graph/groups.ts'
import { brokenGroup, notOneWay } from '#web/canvas/model/graph/one-way.ts'
import { exchanging, findTexts, replacing } from '#web/canvas/model/graph/search-replace.ts'
import { aligning, distributing, nudging, thingsOf } from './arrange.ts'

const node = (id: string, x: number, y = 0, config = {}) => ({
  id,
  type: 'template',
  version: 1,
  title: id.toUpperCase(),
  config,
  position: { x, y },
})
const edge = (from: string, to: string) => ({
  id: `${from}-${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})
const DOCUMENT: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [node('a', 0), node('b', 300, 50), node('c', 600, 10), node('d', 1000, 400)],
  edges: [edge('a', 'b'), edge('b', 'c'), edge('a', 'c'), edge('c', 'd')],
}
const edited = (document: WorkflowDocument, operation: Operation | null) =>
  operation ? applyOperation(document, operation).document : document
const collapsed = (document: WorkflowDocument, ...nodes: string[]) =>
  edited(document, {
    type: 'batch',
    operations: [
      ...(grouping(document, new Set(nodes), 'Part').operation as { operations: Step[] }).operations,
      { type: 'update_group', group_id: 'group_1', collapsed: true },
    ],
  })
const all = (...nodes: string[]) => ({ nodes: new Set(nodes), edges: new Set<string>(), notes: new Set<string>() })

describe('groups', () => {
  const { operation } = grouping(DOCUMENT, new Set(['b', 'c']), 'Checks')
  const grouped = edited(DOCUMENT, operation)

  it('frame their nodes; a node is in one group, and a group left without nodes goes', () => {
    expect(groupBoxes(grouped)).toMatchObject([{ x: 284, y: -30, width: 556, height: 168 }])
    const again = edited(grouped, grouping(grouped, new Set(['a', 'b']), 'First').operation)
    expect(again.groups.map(({ title, nodes }) => [title, nodes])).toEqual([
      ['Checks', ['c']],
      ['First', ['a', 'b']],
    ])
    const moved = edited(again, regrouping(again, 'c', again.groups[1]?.id ?? null))
    expect(moved.groups.map(({ title, nodes }) => [title, nodes])).toEqual([['First', ['a', 'b', 'c']]])
  })

  it('collapsed, are one card that the edges of their nodes begin and end at, each once', () => {
    const closed = edited(grouped, collapsing(grouped.groups, true))
    const id = closed.groups[0]?.id ?? ''
    expect([...hiddenNodes(closed)]).toEqual([
      ['b', id],
      ['c', id],
    ])
    expect(groupBoxes(closed)).toMatchObject([{ x: 300, y: 10, width: 224, height: 72 }])
    expect(shownEdges(closed).map(({ source, target }) => [source, target])).toEqual([
      ['a', `group:${id}`],
      [`group:${id}`, 'd'],
    ])
    expect(edited(closed, collapsing(closed.groups, false)).groups[0]).not.toHaveProperty('collapsed')
  })

  it('take their nodes along', () => {
    const id = grouped.groups[0]?.id ?? ''
    expect(groupMoved(grouped, id, { x: 300, y: 0 })).toEqual({ b: { x: 316, y: 80 }, c: { x: 616, y: 40 } })
  })
})

describe('arranging', () => {
  it('lines up on a side or the middle, and says nothing when it is so already', () => {
    const things = thingsOf(DOCUMENT, all('a', 'b', 'c'))
    const top = edited(DOCUMENT, aligning(things, 'top'))
    expect(top.nodes.map(({ position }) => position.y)).toEqual([0, 0, 0, 400])
    expect(aligning(thingsOf(top, all('a', 'b', 'c')), 'top')).toBe(null)
    expect(edited(DOCUMENT, aligning(things, 'right')).nodes.map(({ position }) => position.x)).toEqual([
      600, 600, 600, 1000,
    ])
    expect(aligning(thingsOf(DOCUMENT, all('a')), 'left')).toBe(null)
  })

  it('leaves the same room between all', () => {
    const things = thingsOf(DOCUMENT, all('a', 'b', 'c', 'd'))
    const spaced = edited(DOCUMENT, distributing(things, 'x'))
    expect(spaced.nodes.map(({ position }) => position.x)).toEqual([0, 333, 667, 1000])
    expect(distributing(thingsOf(DOCUMENT, all('a', 'b')), 'x')).toBe(null)
  })

  it('moves what is selected by a key, a loop with what is inside it', () => {
    const loop: WorkflowDocument = {
      ...DOCUMENT,
      nodes: DOCUMENT.nodes.map((one) => (one.id === 'a' ? { ...one, type: 'map' } : one)),
      edges: [{ ...edge('a', 'b'), from: { node: 'a', port: 'item' } }, edge('a', 'd')],
      notes: [{ id: 'n', text: '', position: { x: 5, y: 5 }, size: { width: 200, height: 100 } }],
    }
    const moved = edited(loop, nudging(loop, { ...all('a'), notes: new Set(['n']) }, { x: 24, y: -24 }))
    expect(moved.nodes.map(({ position }) => position)).toEqual([
      { x: 24, y: -24 },
      { x: 324, y: 26 },
      { x: 600, y: 10 },
      { x: 1000, y: 400 },
    ])
    expect(moved.notes[0]?.position).toEqual({ x: 29, y: -19 })
    expect(nudging(loop, all(), { x: 24, y: 0 })).toBe(null)
  })
})

describe('search and replace', () => {
  const document: WorkflowDocument = {
    ...EMPTY_DOCUMENT,
    nodes: [
      node('a', 0, 0, { prompt: 'Use GPT. gpt is best', list: [{ model: 'gpt' }], count: 3 }),
      node('gpt_step', 0, 0, { text: 'a.b (x) $& \\' }),
    ],
    notes: [{ id: 'n', text: 'Ask gpt', position: { x: 0, y: 0 }, size: { width: 9, height: 9 } }],
    groups: [{ id: 'g', title: 'gpt', description: 'asks GPT', nodes: ['a'] }],
  }
  const find = (text: string, matchCase = false) => findTexts(document, { text, matchCase })

  it('finds in titles, settings at any depth, notes and groups', () => {
    expect(find('gpt').map(({ key, places }) => [key, places.length])).toEqual([
      ['a config prompt', 2],
      ['a config list.0.model', 1],
      ['gpt_step title', 1],
      ['note n', 1],
      ['group g', 1],
      ['group g description', 1],
    ])
    expect(find('gpt', true)[0]?.places).toEqual([[9, 12]])
    expect(find('')).toEqual([])
  })

  it('takes every sign as it is written, in what is sought and in what is put there', () => {
    expect(find('a.b (x) $& \\')).toHaveLength(1)
    expect(find('a?b')).toEqual([])
    const search = { text: 'a.b', matchCase: false }
    const { operation } = replacing(document, search, '$1 $& [', findTexts(document, search))
    expect(edited(document, operation).nodes[1]?.config.text).toBe('$1 $& [ (x) $& \\')
  })

  it('replaces all or what is named, in one edit that can be taken back', () => {
    const search = { text: 'gpt', matchCase: false }
    const found = findTexts(document, search)
    const { operation, count } = replacing(document, search, 'our model', found)
    expect(count).toBe(7)
    const changed = edited(document, operation)
    expect(changed.nodes[0]?.config).toEqual({
      prompt: 'Use our model. our model is best',
      list: [{ model: 'our model' }],
      count: 3,
    })
    expect(changed.groups[0]).toMatchObject({ title: 'our model', description: 'asks our model' })
    expect(edited(changed, applyOperation(document, operation as Operation).inverse)).toEqual(document)
    const one = replacing(document, search, 'x', found.slice(3, 4))
    expect(edited(document, one.operation).notes[0]?.text).toBe('Ask x')
    expect(one.count).toBe(1)
  })

  it('keeps what could not be, and says why', () => {
    const search = { text: 'GPT_STEP', matchCase: false }
    const { operation, kept } = replacing(document, search, '', findTexts(document, search))
    expect(operation).toBe(null)
    expect(kept).toEqual([{ name: 'GPT_STEP', reason: 'A title can’t be empty' }])
    const grown = replacing(document, { text: 'g', matchCase: false }, 'x'.repeat(500_000), find('g'))
    expect(grown.operation).toBe(null)
    expect(grown.kept[0]?.reason).toMatch(/million/)
  })

  it('puts one credential in place of another everywhere', () => {
    const id = 'AAAAAAAA-1111-4111-8111-111111111111'
    const own = {
      ...document,
      nodes: [node('a', 0, 0, { credential: id.toLowerCase(), tools: [{ credential: id }], text: `see ${id}` })],
    }
    const { operation, count } = exchanging(own, id, 'new')
    expect(count).toBe(2)
    expect(edited(own, operation).nodes[0]?.config).toEqual({
      credential: 'new',
      tools: [{ credential: 'new' }],
      text: `see ${id}`,
    })
  })
})

describe('a collapsed group acts as one node', () => {
  it('has one way in and one way out at most, whatever happens inside', () => {
    const of = (...nodes: string[]) => notOneWay(DOCUMENT, { nodes })
    expect([of('a'), of('b'), of('c', 'd'), of('a', 'b', 'c'), of('d'), of()]).toEqual(Array(6).fill(null))
    expect(of('b', 'c')).toMatch(/ways lead in to “B” and “C”/)
    expect(of('a', 'b')).toMatch(/ways lead out of “A” and “B”/)
  })

  it('is not made, and no edit gives it a second way; what was so before is left alone', () => {
    const grouped = edited(DOCUMENT, grouping(DOCUMENT, new Set(['b', 'c']), 'Part').operation)
    const fold = edited(grouped, collapsing(grouped.groups, true))
    expect(brokenGroup(grouped, fold)).toMatch(/“Part” can’t be collapsed: .*“B” and “C”/)
    const closed = collapsed(DOCUMENT, 'c', 'd')
    expect(brokenGroup(DOCUMENT, closed)).toBe(null)
    const second = edited(closed, { type: 'connect', edge: edge('b', 'd') })
    expect(brokenGroup(closed, second)).toMatch(/“Part” is collapsed: .*“C” and “D”.*Expand it first/)
    expect(brokenGroup(second, edited(second, { type: 'connect', edge: edge('a', 'd') }))).toBe(null)
    expect(brokenGroup(closed, edited(closed, { type: 'disconnect', edge_id: 'c-d' }))).toBe(null)
  })
})
