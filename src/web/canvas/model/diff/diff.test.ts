import { describe, expect, it } from 'vitest'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { busy } from '#test/support/busy.ts'
import { differenceOf } from './diff.ts'
import { renamed } from './diff-renames.ts'
import { textDifference } from './diff-text.ts'

const node = (id: string, config: WorkflowNode['config'] = {}, rest: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type: 'set_fields',
  version: 1,
  title: id,
  config,
  position: { x: 0, y: 0 },
  ...rest,
})
const way = (from: string, to: string) => ({
  id: `${from}-${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})
const document = (nodes: WorkflowNode[], edges = [] as ReturnType<typeof way>[]): WorkflowDocument => ({
  ...EMPTY_DOCUMENT,
  nodes,
  edges,
})
const edited = (start: WorkflowDocument, ...operations: Operation[]) =>
  operations.reduce((now, operation) => applyOperation(now, operation).document, start)
const chain = document(
  [node('a'), node('b', { text: 'Hello', list: [1, 2, 3] }), node('c', { from: '{{ $nodes.b.text }}' })],
  [way('a', 'b'), way('b', 'c')],
)

describe('two documents', () => {
  it('are the same whatever places, sizes, order, ids of ways and unsaid defaults they have', () => {
    const moved: WorkflowDocument = {
      ...chain,
      nodes: [...chain.nodes].reverse().map((one) => ({ ...one, position: { x: 7, y: 9 }, disabled: false })),
      edges: chain.edges.map((edge) => ({ ...edge, id: `other ${edge.id}` })),
    }
    expect(differenceOf(chain, moved)).toMatchObject({ same: true, nodes: [], edges: [] })
  })

  it('differ by what was added, removed and changed, with counts', () => {
    const after = edited(
      chain,
      { type: 'remove_node', node_id: 'a' },
      { type: 'add_node', node: node('d', { x: 1 }, { type: 'http_request' }) },
      { type: 'connect', edge: way('c', 'd') },
      { type: 'set_config', node_id: 'b', config: { text: 'Hello there', list: [1, 9, 2, 3] } },
      { type: 'set_policy', node_id: 'b', retry: { max_attempts: 2, delay_ms: 5, backoff: 1 } },
      { type: 'set_disabled', node_id: 'c', disabled: true },
    )
    const found = differenceOf(chain, after)
    expect(found.counts).toEqual({
      nodes_added: 1,
      nodes_removed: 1,
      nodes_changed: 2,
      nodes_renamed: 0,
      edges_added: 1,
      edges_removed: 1,
      settings: 4,
      notes: 0,
      groups: 0,
    })
    const fields = found.nodes.flatMap((one) => (one.kind === 'changed' && one.id === 'b' ? one.fields : []))
    expect(fields).toEqual([
      expect.objectContaining({ path: ['retry'], kind: 'added' }),
      {
        path: ['config', 'text'],
        kind: 'changed',
        before: 'Hello',
        after: 'Hello there',
        text: [
          { kind: 'same', text: 'Hello' },
          { kind: 'added', text: ' there' },
        ],
      },
      { path: ['config', 'list', 1], kind: 'added', after: 9, text: null },
    ])
  })

  it('show a renamed node as renamed, and not the references that follow it', () => {
    const after = edited(chain, { type: 'rename', node_id: 'b', new_id: 'greeting' })
    const found = differenceOf(chain, after)
    expect(found.nodes).toEqual([
      expect.objectContaining({ id: 'greeting', renamed: { from: 'b', to: 'greeting' }, fields: [] }),
    ])
    expect(found.edges).toEqual([])
    expect(found.counts).toMatchObject({ nodes_renamed: 1, nodes_changed: 0, settings: 0 })
  })

  it('say nothing of a rename where several nodes could be meant', () => {
    const twins = document([node('a', {}, { title: 'Same' }), node('b', {}, { title: 'Same' })])
    const found = differenceOf(twins, document([node('c', {}, { title: 'Same' })]))
    expect(found.counts).toMatchObject({ nodes_added: 1, nodes_removed: 2, nodes_renamed: 0 })
  })

  it('compare notes word by word, and groups by title and members in any order', () => {
    const size = { width: 10, height: 10 }
    const note = { id: 'n', text: 'Ask Asha first', position: { x: 0, y: 0 }, size }
    const before = { ...chain, notes: [note], groups: [{ id: 'g', title: 'G', nodes: ['a', 'b'] }] }
    const moved = { ...note, position: { x: 5, y: 5 }, size: { width: 99, height: 9 } }
    const shuffled = {
      ...before,
      notes: [moved],
      groups: [{ id: 'g', title: 'G', nodes: ['b', 'a'], collapsed: true }],
    }
    expect(differenceOf(before, shuffled).same).toBe(true)
    const found = differenceOf(before, { ...before, notes: [{ ...note, text: 'Ask Ravi first' }], groups: [] })
    expect(found.notes[0]?.text.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'Asha' },
      { kind: 'added', text: 'Ravi' },
    ])
    expect(found.groups).toEqual([expect.objectContaining({ kind: 'removed', id: 'g' })])
  })

  it('with 500 nodes, half of them changed, take less than 50 ms', () => {
    const nodes = Array.from({ length: 500 }, (_, index) =>
      node(`n${index}`, {
        prompt: 'Read the letter and say what it asks for. '.repeat(20),
        at: index,
        ref: `{{ $nodes.n${index - 1}.x }}`,
      }),
    )
    const before = document(
      nodes,
      nodes.slice(1).map(({ id }, index) => way(`n${index}`, id)),
    )
    const others = new Map(nodes.slice(0, 20).map(({ id }) => [id, `other_${id}`]))
    const copy = renamed(structuredClone(before), others)
    const after: WorkflowDocument = {
      ...copy,
      nodes: copy.nodes.map((one, index) =>
        index % 2 ? one : { ...one, config: { ...one.config, prompt: `${one.config.prompt}Be short.`, at: -1 } },
      ),
    }
    // A processor that two processes share counts more time for the same work: the quickest look says what it needs.
    const looks = Array.from({ length: 4 }, () => {
      const spent = busy()
      const { counts } = differenceOf(before, after)
      return { counts, took: spent() }
    })
    expect(looks[0]?.counts).toMatchObject({ nodes_changed: 250, nodes_renamed: 20, settings: 500 })
    expect(Math.min(...looks.map(({ took }) => took))).toBeLessThan(50)
  })
})

describe('two texts', () => {
  const sides = (before: string, after: string) => {
    const pieces = textDifference(before, after)
    const side = (without: string) =>
      pieces
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join('')
    return { pieces, before: side('added'), after: side('removed') }
  }

  it('come back whole from their pieces, whatever they are', () => {
    const words = ['a', 'b', ' ', '\n', 'ä', '🙂', '.', 'prompt', '\r\n', '\ud800']
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % most
    }
    const any = () => Array.from({ length: random(30) }, () => words[random(words.length)]).join('')
    for (let turn = 0; turn < 300; turn += 1) {
      const [before, after] = [any(), any()]
      const found = sides(before, after)
      expect([found.before, found.after]).toEqual([before, after])
    }
  })

  it('find the shortest way', () => {
    expect(textDifference('one two three', 'one three')).toEqual([
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two ' },
      { kind: 'same', text: 'three' },
    ])
  })

  it('keep words together that were written together', () => {
    expect(textDifference('in one sentence what', 'in two short sentences what')).toEqual([
      { kind: 'same', text: 'in ' },
      { kind: 'removed', text: 'one sentence' },
      { kind: 'added', text: 'two short sentences' },
      { kind: 'same', text: ' what' },
    ])
  })

  it('of 200 kB are compared in less than 200 ms, by lines and within changed ones by words', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `Line ${index} says a few words about something.`)
    const other = lines.with(1500, 'Line 1500 says many words about something.')
    const spent = busy()
    const { pieces } = sides(lines.join('\n'), other.join('\n'))
    const noise = sides('x '.repeat(50_000), 'y '.repeat(50_000))
    expect(spent()).toBeLessThan(200)
    expect(pieces.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'a few' },
      { kind: 'added', text: 'many' },
    ])
    expect(noise.before).toHaveLength(100_000)
  })
})
