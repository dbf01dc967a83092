import { expect, it } from 'vitest'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import { answers } from '#web/canvas/services/analysis/answers.ts'
import { alwaysDrawn, filtered, rowBy, rowsOf, spokenRow } from './rows.ts'

const node = (id: string, type: string, config = {}) => ({
  id,
  type,
  version: 1,
  title: id,
  config,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string, port = 'out') => ({
  id: `${from}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
})
const DOCUMENT: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [
    node('last', 'set_fields', { json: '1' }),
    node('test', 'if', { condition: '{{ $input.ok }}' }),
    node('start', 'manual_trigger'),
  ],
  edges: [edge('start', 'test'), edge('test', 'last', 'true')],
}

it('lists nodes in the order they run, with what each leads to and what is wrong with it', () => {
  const rows = rowsOf(DOCUMENT, answers.analyse({ ...DOCUMENT, edges: DOCUMENT.edges.slice(0, 1) }))
  expect(rows.map(({ node: { id } }) => id)).toEqual(['start', 'test', 'last'])
  expect(rows[1]?.to).toMatchObject([{ id: 'last', title: 'last', port: 'True' }])
  expect(rows[1]?.from).toMatchObject([{ id: 'start', port: null }])
  expect(rows[2]?.problems).toEqual(['Nothing leads to “last”: it is not run'])
  expect(spokenRow(rows[1] as (typeof rows)[number])).toBe('2. test. If. If $input.ok. Leads to last via True')
})

it('puts nodes on a cycle last instead of losing them', () => {
  const round = { ...DOCUMENT, edges: [...DOCUMENT.edges, edge('last', 'test')] }
  expect(rowsOf(round, answers.analyse(round)).map(({ node: { id } }) => id)).toEqual(['start', 'last', 'test'])
})

it('filters by every word', () => {
  const rows = rowsOf(DOCUMENT, answers.analyse(DOCUMENT))
  expect(filtered(rows, 'IF input').map(({ node: { id } }) => id)).toEqual(['test'])
  expect(filtered(rows, ' ')).toHaveLength(3)
  expect(filtered(rows, 'nothing')).toEqual([])
})

it('keeps the rows drawn that one comes back to, and walks all of them', () => {
  const ids = Array.from({ length: 500 }, (_, index) => `n${index}`)
  expect(alwaysDrawn(ids, new Set(), null)).toEqual([0])
  expect(alwaysDrawn(ids, new Set(['n7', 'gone']), 'n400')).toEqual([0, 400, 7])
  expect(alwaysDrawn(ids, new Set(ids), null)).toHaveLength(8)
  expect(alwaysDrawn([], new Set(['n1']), 'n1')).toEqual([])
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'a'].map((key) => rowBy(ids, 'n5', key))).toEqual([
    'n6',
    'n4',
    'n0',
    'n499',
    null,
  ])
  expect(rowBy(ids, 'n499', 'ArrowDown')).toBeNull()
})
