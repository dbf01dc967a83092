import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
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
