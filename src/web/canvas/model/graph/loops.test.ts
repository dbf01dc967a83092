import { describe, expect, it } from 'vitest'
import { LOOP_ROOM, loopBodies } from '#graph/loop-bodies.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { shownEdges } from './groups.ts'
import { hiddenByLoops, loopBoxes, movedWithLoops, withoutHidden } from './loops.ts'

const item = (from: string, to: string) => ({ ...edge(from, to), from: { node: from, port: 'item' } })

/** Two loops, one inside the other, and what follows both. */
const NESTED = graph(
  [
    node('start', 'manual_trigger', 'Start', {}, 0, 0),
    node('outer', 'map', 'Each file', {}, 300, 0),
    node('read', 'set_fields', 'Read', {}, 600, 100),
    node('inner', 'loop', 'Each page', {}, 900, 100),
    node('page', 'set_fields', 'Page', {}, 1200, 200),
    node('end', 'set_fields', 'End', {}, 1500, 0),
  ],
  [edge('start', 'outer'), item('outer', 'read'), edge('read', 'inner'), item('inner', 'page'), edge('outer', 'end')],
)

describe('the body of a loop', () => {
  it('is what its items alone lead to, with the loops inside', () => {
    expect(Object.fromEntries(loopBodies(NESTED))).toEqual({ outer: ['read', 'inner', 'page'], inner: ['page'] })
  })

  it('ends where another way joins it, and with what follows from there', () => {
    const after = node('after', 'set_fields', 'After')
    const joined = { ...NESTED, nodes: [...NESTED.nodes, after] }
    const edges = [...NESTED.edges, edge('start', 'inner'), edge('page', 'after')]
    expect(Object.fromEntries(loopBodies({ ...joined, edges }))).toEqual({ outer: ['read'], inner: ['page', 'after'] })
  })

  it('is found in a draft that goes in circles', () => {
    const edges = [...NESTED.edges, edge('page', 'inner'), edge('read', 'outer')]
    expect(Object.fromEntries(loopBodies({ ...NESTED, edges }))).toEqual({
      outer: ['read', 'inner', 'page'],
      inner: ['page'],
    })
  })
})

describe('the frame of a loop', () => {
  const boxes = loopBoxes(NESTED, new Set())
  it('is around its card, its body and the frames inside, the outer one first', () => {
    const [outer, inner] = boxes
    expect(boxes.map(({ loop, depth }) => [loop.id, depth])).toEqual([
      ['outer', 0],
      ['inner', 1],
    ])
    expect(inner).toMatchObject({ x: 900 - LOOP_ROOM.side, y: 100 - LOOP_ROOM.title })
    expect(outer?.x).toBe(300 - LOOP_ROOM.side)
    expect((outer?.x ?? 0) + (outer?.width ?? 0)).toBe((inner?.x ?? 0) + (inner?.width ?? 0) + LOOP_ROOM.side)
  })

  it('takes its body and the frames inside along, from its card and from its title', () => {
    const byCard = movedWithLoops(NESTED, boxes, { outer: { x: 310, y: 5 } })
    const byTitle = movedWithLoops(NESTED, boxes, { 'loop:outer': { x: 290, y: -31 } })
    expect(byCard).toEqual({ ...byTitle })
    expect(byCard).toMatchObject({
      read: { x: 610, y: 105 },
      page: { x: 1210, y: 205 },
      'loop:inner': { x: 890, y: 69 },
    })
    expect(byCard).not.toHaveProperty('end')
  })

  it('leaves a card of the body that is dragged where the pointer has it', () => {
    const moved = movedWithLoops(NESTED, boxes, { outer: { x: 310, y: 0 }, read: { x: 1, y: 1 } })
    expect(moved).toMatchObject({ read: { x: 1, y: 1 }, page: { x: 1210, y: 200 } })
  })
})

describe('a collapsed loop', () => {
  const closed = new Set(['inner', 'outer'])
  it('hides its body behind the outermost loop that is collapsed', () => {
    expect(Object.fromEntries(hiddenByLoops(NESTED, closed))).toEqual({ read: 'outer', inner: 'outer', page: 'outer' })
    expect(loopBoxes(NESTED, closed)).toEqual([])
  })

  it('still takes its hidden body along', () => {
    expect(movedWithLoops(NESTED, [], { outer: { x: 300, y: 50 } })).toMatchObject({ page: { x: 1200, y: 250 } })
  })

  it('draws what leaves it from its card, once', () => {
    const hidden = new Map([['read', 'outer']])
    const edges = shownEdges({ ...NESTED, edges: [item('outer', 'read'), edge('read', 'end'), edge('outer', 'end')] })
    expect(withoutHidden(edges, hidden).map(({ source, target }) => [source, target])).toEqual([
      ['outer', 'end'],
      ['outer', 'end'],
    ])
  })
})
