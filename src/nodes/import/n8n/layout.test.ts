import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { LOOP_ROOM, loopBodies } from '#graph/loop-bodies.ts'
import { largeExport } from '#test/support/large-export.ts'
import { importN8n } from './import-n8n.ts'

type Box = { x: number; y: number; width: number; height: number }
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

it('lays no node over another one or over a note, however close they stood in the file', () => {
  const names = Array.from({ length: 20 }, (_, index) => `Step ${index}`)
  const node = (name: string, type: string, x: number, parameters: Json = {}): Json => ({
    name,
    type: `n8n-nodes-base.${type}`,
    parameters,
    position: [x, 0],
  })
  const to = (...targets: string[]) => ({ main: [targets.map((target) => ({ node: target, type: 'main', index: 0 }))] })
  const [made] = importN8n({
    name: 'Close',
    nodes: [
      node('Start', 'manualTrigger', 0),
      ...names.map((name, index) => node(name, 'noOp', index * 30)),
      node('Query', 'postgres', 10, { operation: 'executeQuery', query: 'select 1' }),
      node('Forgotten', 'noOp', 5),
      node('Frame', 'stickyNote', -50, { content: 'All of it', width: 2000, height: 900 }),
      node('Hint', 'stickyNote', 300, { content: 'Look\n'.repeat(9) }),
    ],
    connections: {
      Start: to('Step 0', 'Query'),
      ...Object.fromEntries(names.slice(1).map((name, index) => [`Step ${index}`, to(name)])),
    },
  } as Json)
  if (!made) throw new Error('nothing was made')
  const boxes: Box[] = [
    ...made.document.nodes.map(({ position }) => ({ ...position, width: 224, height: 72 })),
    ...made.document.notes.map(({ position, size }) => ({ ...position, ...size })),
  ]
  expect(made.document.notes).toHaveLength(3)
  const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => [a, b] as const))
  expect(pairs.filter(([a, b]) => overlap(a, b))).toEqual([])
})

/** Cards, and the frames around loops with what they hold. */
function drawn({ nodes, edges }: WorkflowDocument) {
  const cards = new Map(nodes.map(({ id, position }) => [id, { ...position, width: 224, height: 72 }]))
  const frames = [...loopBodies({ nodes, edges })].map(([loop, body]) => {
    const inside = [loop, ...body].map((id) => cards.get(id) as Box)
    const [x, y] = [Math.min(...inside.map((box) => box.x)), Math.min(...inside.map((box) => box.y))]
    const [right, bottom] = [
      Math.max(...inside.map((box) => box.x + 224)),
      Math.max(...inside.map((box) => box.y + 72)),
    ]
    return { holds: new Set([loop, ...body]), x: x - LOOP_ROOM.side, y: y - LOOP_ROOM.title, right, bottom }
  })
  return { cards, frames }
}

it.each([
  // Steps of the file; what it becomes is about twice as many.
  [16, 0.4],
  [50, 0.3],
  [100, 0.2],
])('lays %i steps out so that no loop holds what is not in it, and all can be seen at %d', (count, zoom) => {
  const [made] = importN8n(largeExport(count))
  if (!made) throw new Error('nothing was made')
  const { cards, frames } = drawn(made.document)
  expect(frames.length).toBeGreaterThan(0)
  const all = [...cards]
  const pairs = all.flatMap(([a, one], index) =>
    all.slice(index + 1).flatMap(([b, other]) => (overlap(one, other) ? [[a, b]] : [])),
  )
  expect(pairs).toEqual([])
  const strangers = frames.flatMap(({ holds, x, y, right, bottom }) =>
    all.flatMap(([id, box]) =>
      !holds.has(id) && overlap(box, { x, y, width: right - x, height: bottom - y }) ? [id] : [],
    ),
  )
  expect(strangers).toEqual([])
  const width = Math.max(...all.map(([, box]) => box.x + box.width))
  const height = Math.max(...all.map(([, box]) => box.y + box.height))
  expect(Math.min(1300 / width, 660 / height)).toBeGreaterThan(zoom)
})
