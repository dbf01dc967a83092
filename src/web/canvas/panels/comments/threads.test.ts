import { describe, expect, it } from 'vitest'
import type { WorkflowComment } from '#contract/workflows/comments.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import { matching, mentionAt, namedIn, partsOf, pinsOf, threadsOf } from './threads.ts'

const comment = (id: string, more: Partial<WorkflowComment> = {}): WorkflowComment => ({
  id,
  parent_id: null,
  node_id: null,
  node_title: null,
  point: null,
  text: 'x',
  author: null,
  mentions: [],
  is_own: false,
  may_delete: false,
  resolved_at: null,
  resolved_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  edited_at: null,
  is_deleted: false,
  ...more,
})
const document: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [{ id: 'a', type: 'set_fields', version: 1, title: 'Add', config: {}, position: { x: 100, y: 50 } }],
}
const people = ['Asha', 'Asha Rao', 'Ravi'].map((name) => ({ id: name as never, name }))

describe('threads', () => {
  it('are comments with what answers them', () => {
    const threads = threadsOf([comment('1'), comment('2', { parent_id: '1' }), comment('3')])
    expect(threads.map(({ root, answers }) => [root.id, answers.length])).toEqual([
      ['1', 1],
      ['3', 0],
    ])
  })

  it('are pinned to their node together, to their point alone, and nowhere when resolved or their node is gone', () => {
    const threads = threadsOf([
      comment('1', { node_id: 'a' }),
      comment('2', { node_id: 'a' }),
      comment('3', { point: { x: 1, y: 2 } }),
      comment('4', { node_id: 'gone' }),
      comment('5', { node_id: 'a', resolved_at: '2026-01-01T00:00:00.000Z' }),
      comment('6'),
    ])
    expect(pinsOf(threads, document)).toMatchObject([
      { x: 324, y: 50, title: 'Add', threads: [{ root: { id: '1' } }, { root: { id: '2' } }] },
      { x: 1, y: 2, title: null, threads: [{ root: { id: '3' } }] },
    ])
  })
})

describe('pins of grouped nodes', () => {
  const at = (id: string, x: number, y: number) => ({
    ...{ id, type: 'set_fields', version: 1, title: id, config: {} },
    position: { x, y },
  })
  const grouped = (collapsed?: boolean): WorkflowDocument => ({
    ...EMPTY_DOCUMENT,
    nodes: [at('a', 0, 0), at('b', 300, 0), at('c', 300, 200)],
    groups: [{ id: 'g', title: 'Reading', nodes: ['a', 'b', 'c'], ...(collapsed && { collapsed }) }],
  })
  const threads = threadsOf(['a', 'b', 'c'].map((id) => comment(id, { node_id: id })))

  it('leave the buttons of the group free: on its upper right card they are next to them', () => {
    const [first, second, third] = pinsOf(threads, grouped())
    expect([first?.x, third?.x]).toEqual([224, 524])
    // The two buttons reach 52 px to the left of the corner of the card, the pin 12 px to the right of its middle.
    expect(524 - 52 - 12).toBeGreaterThanOrEqual(second?.x ?? 0)
  })

  it('stand together at the card of a collapsed group', () => {
    expect(pinsOf(threads, grouped(true))).toMatchObject([{ x: 224, y: 0, title: 'Reading', threads: [{}, {}, {}] }])
  })
})

describe('a mention', () => {
  it('is what is written after an @ that begins a word', () => {
    expect(mentionAt('Hello @as', 9)).toEqual({ start: 6, query: 'as' })
    expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' })
    expect(mentionAt('mail a@b.in', 11)).toBeNull()
    expect(mentionAt('@a\nb', 4)).toBeNull()
    expect(mentionAt('nothing', 7)).toBeNull()
    expect(matching(people, 'rao').map(({ name }) => name)).toEqual(['Asha Rao'])
  })

  it('is found again in the text, the longest name first', () => {
    expect(namedIn('@Ravi look', people).map(({ name }) => name)).toEqual(['Ravi'])
    expect(partsOf('Hi @Asha Rao, @Asha! @nobody', people)).toEqual([
      { at: 0, text: 'Hi ', named: false },
      { at: 3, text: '@Asha Rao', named: true },
      { at: 12, text: ', ', named: false },
      { at: 14, text: '@Asha', named: true },
      { at: 19, text: '! @nobody', named: false },
    ])
    expect(partsOf('<b>@</b>', [])).toEqual([{ at: 0, text: '<b>@</b>', named: false }])
  })
})
