import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import { busy } from '#test/support/busy.ts'
import { loopBoxes } from '#web/canvas/model/graph/loops.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'
import { tidy } from './tidy.ts'

const node = (id: string, x = 0, y = 0) => ({
  id,
  type: 'template',
  version: 1,
  title: id,
  config: {},
  position: { x, y },
})
const edge = (from: string, to: string) => ({
  id: `${from}-${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})
const DOCUMENT: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [node('a', 100, 50), node('b', 90, 60), node('c', 500, 40), node('d', 120, 900), node('e', 0, 0)],
  edges: [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')],
}

const overlaps = (places: Record<string, { x: number; y: number }>) =>
  Object.entries(places).flatMap(([one, a]) =>
    Object.entries(places).filter(
      ([other, b]) => one < other && Math.abs(a.x - b.x) < CARD.width && Math.abs(a.y - b.y) < CARD.height,
    ),
  )

describe('tidy', () => {
  it('puts what follows to the right of what it follows, and nothing on something else', () => {
    const places = tidy({ document: DOCUMENT, only: null })
    for (const { from, to } of DOCUMENT.edges)
      expect(places[to.node]?.x).toBeGreaterThanOrEqual((places[from.node]?.x ?? 0) + CARD.width)
    expect(overlaps(places)).toEqual([])
    expect(tidy({ document: { ...DOCUMENT, nodes: [] }, only: null })).toEqual({})
  })

  it('moves only what is selected, around the place it is at', () => {
    const places = tidy({ document: DOCUMENT, only: ['a', 'b'] })
    expect(Object.keys(places).sort()).toEqual(['a', 'b'])
    expect(Math.min(...Object.values(places).map(({ x }) => x))).toBe(90)
  })

  it('keeps a group together, and moves a collapsed one as one card', () => {
    const grouped = { ...DOCUMENT, groups: [{ id: 'g', title: '', nodes: ['c', 'e'] }] }
    expect(overlaps(tidy({ document: grouped, only: null }))).toEqual([])
    const closed = { ...DOCUMENT, groups: [{ id: 'g', title: '', nodes: ['b', 'c'], collapsed: true }] }
    const places = tidy({ document: closed, only: null })
    expect({ x: (places.c?.x ?? 0) - (places.b?.x ?? 0), y: (places.c?.y ?? 0) - (places.b?.y ?? 0) }).toEqual({
      x: 410,
      y: -20,
    })
  })

  it('lays a long chain in rows, of which none breaks a group', () => {
    const nodes = Array.from({ length: 100 }, (_, at) => node(`n${at}`))
    const edges = nodes.slice(1).map((_, at) => edge(`n${at}`, `n${at + 1}`))
    const chain = { ...EMPTY_DOCUMENT, nodes, edges }
    const sizeOf = (places: Record<string, { x: number; y: number }>) => {
      const of = (axis: 'x' | 'y') => Object.values(places).map((place) => place[axis])
      return { width: Math.max(...of('x')) - Math.min(...of('x')), rows: new Set(of('y')).size }
    }
    const places = tidy({ document: chain, only: null })
    expect(overlaps(places)).toEqual([])
    expect(sizeOf(places).width).toBeLessThan(4500)
    expect(sizeOf(places).rows).toBeGreaterThan(5)
    const members = Array.from({ length: 30 }, (_, at) => `n${at + 5}`)
    const grouped = tidy({ document: { ...chain, groups: [{ id: 'g', title: '', nodes: members }] }, only: null })
    expect(new Set(members.map((id) => grouped[id]?.y)).size).toBe(1)
    expect(overlaps(grouped)).toEqual([])
    const short = tidy({ document: { ...chain, nodes: nodes.slice(0, 12), edges: edges.slice(0, 11) }, only: null })
    expect(sizeOf(short).rows).toBe(1)
  })

  it('keeps everything else out of the frames around loops', () => {
    const loop = (id: string) => ({ ...node(id), type: 'map' })
    const item = (from: string, to: string) => ({ ...edge(from, to), from: { node: from, port: 'item' } })
    const nodes = [
      node('start'),
      loop('outer'),
      node('a'),
      loop('inner'),
      node('b'),
      node('end'),
      node('other'),
      node('last'),
    ]
    const edges = [
      ...[edge('start', 'outer'), item('outer', 'a'), edge('a', 'inner'), item('inner', 'b')],
      ...[edge('outer', 'end'), edge('start', 'other'), edge('other', 'last'), edge('last', 'end')],
    ]
    const document = { ...EMPTY_DOCUMENT, nodes, edges }
    const places = tidy({ document, only: null })
    const tidied = { ...document, nodes: nodes.map((one) => ({ ...one, position: places[one.id] ?? one.position })) }
    const strangers = loopBoxes(tidied, new Set()).flatMap(({ loop: own, body, x, y, width, height }) =>
      tidied.nodes.flatMap(({ id, position }) => {
        const isInside = id === own.id || body.includes(id)
        const overlapsX = position.x < x + width && position.x + CARD.width > x
        const overlapsY = position.y < y + height && position.y + CARD.height > y
        return !isInside && overlapsX && overlapsY ? [`${id} in ${own.id}`] : []
      }),
    )
    expect(strangers).toEqual([])
    expect(overlaps(places)).toEqual([])
  })

  it('lays out 500 nodes within a second or two', () => {
    const nodes = Array.from({ length: 500 }, (_, at) => node(`n${at}`))
    const edges = nodes.slice(1).map((_, at) => edge(`n${Math.floor(at / 2)}`, `n${at + 1}`))
    const spent = busy()
    const places = tidy({ document: { ...EMPTY_DOCUMENT, nodes, edges }, only: null })
    expect(spent()).toBeLessThan(8000)
    expect(Object.keys(places)).toHaveLength(500)
  })
})
