import { describe, expect, it } from 'vitest'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { differenceOf } from './diff.ts'
import { acceptedSteps, piecesOf } from './pieces.ts'

const before = workflow(
  [node('start', 'manual_trigger'), set('a', { x: 1 }), set('b', { y: 1 })],
  wires('start > a > b'),
)
/** A step put in between, one renamed and set, one more at the end. */
const after = workflow(
  [
    node('start', 'manual_trigger'),
    node('check', 'filter', { items: '{{ [] }}', condition: 'true' }),
    { ...set('a', { x: 2 }), title: 'A' },
    set('b', { y: 1 }),
    set('c', { z: 1 }),
  ],
  wires('start > check > a > b > c'),
)
const taken = (rejected: string[], from: WorkflowDocument = before, to: WorkflowDocument = after) =>
  applyOperation(from, {
    type: 'batch',
    operations: acceptedSteps(from, differenceOf(from, to, 'by_id'), new Set(rejected)),
  }).document
const shape = ({ nodes, edges }: WorkflowDocument) => [
  nodes.map(({ id }) => id).sort(),
  edges.map(({ from, to }) => `${from.node}>${to.node}`).sort(),
]

describe('a proposal in pieces', () => {
  it('is the whole when nothing is rejected, and nothing when all of it is', () => {
    const difference = differenceOf(before, after, 'by_id')
    expect(shape(taken([]))).toEqual(shape(after))
    expect(taken([]).nodes.find(({ id }) => id === 'a')).toMatchObject({ title: 'A' })
    expect(taken(piecesOf(difference, before))).toEqual(before)
    expect(piecesOf(difference, before).sort()).toEqual(['node a', 'node c', 'node check'])
  })

  it('keeps the connection that an inserted step would have cut, when that step is rejected', () => {
    expect(shape(taken(['node check']))).toEqual([
      ['a', 'b', 'c', 'start'],
      ['a>b', 'b>c', 'start>a'],
    ])
    expect(shape(taken(['node c']))).toEqual([
      ['a', 'b', 'check', 'start'],
      ['a>b', 'check>a', 'start>check'],
    ])
  })

  it('keeps a step whose going is rejected, with its connections, and closes no gap', () => {
    expect(shape(taken(['node check'], after, before))).toEqual([
      ['a', 'b', 'check', 'start'],
      ['a>b', 'check>a', 'start>check'],
    ])
    expect(shape(taken(['node c'], after, before))).toEqual([
      ['a', 'b', 'c', 'start'],
      ['a>b', 'b>c', 'start>a'],
    ])
  })

  it('makes a document that can be checked, whichever pieces are taken', () => {
    const pieces = piecesOf(differenceOf(before, after, 'by_id'), before)
    for (let choice = 0; choice < 2 ** pieces.length; choice += 1) {
      const rejected = pieces.filter((_, at) => choice & (1 << at))
      expect(validate(taken(rejected), catalogue)).toEqual([])
    }
  })

  it('takes connections between steps that stay separately', () => {
    const joined = { ...before, edges: [...before.edges, ...wires('start > b')] }
    const difference = differenceOf(before, joined, 'by_id')
    const [piece = ''] = piecesOf(difference, before)
    expect(piece).toMatch(/^edge start/)
    expect(taken([piece], before, joined)).toEqual(before)
    expect(taken([], before, joined).edges).toHaveLength(3)
  })

  it('puts a step of another kind in the place of one, with its connections and its group', () => {
    const grouped = { ...before, groups: [{ id: 'g', title: 'G', nodes: ['a', 'b'] }] }
    const other = {
      ...grouped,
      nodes: grouped.nodes.map((one) =>
        one.id === 'a' ? node('a', 'filter', { items: '{{ [] }}', condition: 'true' }) : one,
      ),
    }
    const made = taken([], grouped, other)
    expect(made.nodes.find(({ id }) => id === 'a')?.type).toBe('filter')
    expect(shape(made)).toEqual(shape(grouped))
    expect(made.groups[0]?.nodes).toEqual(['a', 'b'])
    expect(taken(['node a'], grouped, other)).toEqual(grouped)
  })

  it('takes a step that looks like one that goes for another one, so that what speaks of it is right', () => {
    const renamed = workflow(
      [node('start', 'manual_trigger'), set('a', { x: '{{ $nodes.start }}' }), set('c', { y: 1 })],
      wires('start > a > c'),
    )
    expect(shape(taken([], before, renamed))).toEqual(shape(renamed))
    const pieces = piecesOf(differenceOf(before, renamed, 'by_id'), before)
    expect(pieces).toEqual(expect.arrayContaining(['node b', 'node c']))
    expect(shape(taken(['node b', 'node c'], before, renamed))).toEqual(shape(before))
  })
})
