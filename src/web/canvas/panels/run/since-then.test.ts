import { expect, it } from 'vitest'
import type { WorkflowDocument } from '#graph/document.ts'
import { sinceThen } from './since-then.ts'

const documentOf = (configs: Record<string, object>): WorkflowDocument =>
  ({
    schema_version: 1,
    nodes: Object.entries(configs).map(([id, config]) => ({
      id,
      type: 'template',
      version: 1,
      title: id,
      config,
      position: { x: 0, y: 0 },
    })),
    edges: [],
    notes: [],
    groups: [],
  }) as unknown as WorkflowDocument

it('counts what was edited, added and removed since a run', () => {
  const ran = documentOf({ a: { text: '1' }, b: {}, c: {} })
  expect(sinceThen(ran, ran)).toBe('')
  expect(sinceThen(documentOf({ a: { text: '2' }, b: {}, c: {} }), ran)).toBe('Nodes since then: 1 edited.')
  expect(sinceThen(documentOf({ a: { text: '2' }, d: {}, e: {} }), ran)).toBe(
    'Nodes since then: 1 edited, 2 added, 2 removed.',
  )
})

it('does not count how nodes are called or stand', () => {
  const ran = documentOf({ a: {} })
  const moved = { ...ran, nodes: ran.nodes.map((node) => ({ ...node, title: 'B', position: { x: 9, y: 9 } })) }
  expect(sinceThen(moved, ran)).toBe('')
})
