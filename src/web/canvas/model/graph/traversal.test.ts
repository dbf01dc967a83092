import { expect, it } from 'vitest'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import { besideEdge, downstream, firstNode, step, upstream } from './traversal.ts'

const at = (id: string, x: number, y: number) => ({
  id,
  type: 'set_fields',
  version: 1,
  title: id,
  config: {},
  position: { x, y },
})
const wire = (from: string, to: string) => ({
  id: `${from}>${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})

/** start → read → (up, mid, down) → end; `alone` stands below. */
const document: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [
    at('alone', 300, 600),
    at('end', 900, 0),
    at('start', 0, 0),
    at('read', 300, 0),
    at('up', 600, -200),
    at('mid', 600, 10),
    at('down', 600, 200),
  ],
  edges: [
    wire('start', 'read'),
    wire('read', 'up'),
    wire('read', 'mid'),
    wire('read', 'down'),
    wire('up', 'end'),
    wire('mid', 'end'),
    wire('down', 'end'),
  ],
}

it('walks along edges, to the nearest in height, and on to the closest node where no edge leads', () => {
  expect(step(document, 'start', 'right')).toBe('read')
  expect(step(document, 'read', 'right')).toBe('mid')
  expect(step(document, 'mid', 'right')).toBe('end')
  expect(step(document, 'end', 'left')).toBe('mid')
  expect(step(document, 'end', 'right')).toBeNull()
  expect(step(document, 'alone', 'left')).toBe('start')
})

it('walks up and down among the branches, then to the nodes above or below', () => {
  expect(step(document, 'mid', 'up')).toBe('up')
  expect(step(document, 'mid', 'down')).toBe('down')
  expect(step(document, 'read', 'down')).toBe('alone')
  expect(step(document, 'up', 'up')).toBeNull()
})

it('begins with what starts the workflow', () => {
  expect(firstNode(document)).toBe('start')
  expect(step(document, 'gone', 'right')).toBe('start')
  expect(firstNode(EMPTY_DOCUMENT)).toBeNull()
})

it('knows everything before and behind, also on a circle', () => {
  expect([...upstream(document, 'mid')].sort()).toEqual(['read', 'start'])
  expect([...downstream(document, 'read')].sort()).toEqual(['down', 'end', 'mid', 'up'])
  const circle = { ...document, edges: [wire('up', 'mid'), wire('mid', 'up')] }
  expect([...downstream(circle, 'up')].sort()).toEqual(['mid', 'up'])
})

it('goes from a connection to the adjacent ones', () => {
  expect(besideEdge(document, 'read>up', 1)).toBe('read>mid')
  expect(besideEdge(document, 'read>up', -1)).toBe('read>down')
  expect(besideEdge(document, 'gone', 1)).toBeNull()
})
