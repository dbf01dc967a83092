import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyOperation } from './apply.ts'
import { EMPTY_DOCUMENT, WorkflowDocument, type WorkflowNode } from './document.ts'
import { OperationError } from './operation-error.ts'
import { Operation, parseOperation, type Step } from './operations.ts'
import { parseDocument } from './parse-document.ts'
import { DOCUMENT_LIMITS } from './values/document-values.ts'

const node = (id: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type: 'template',
  version: 1,
  title: id,
  config,
  position: { x: 0, y: 0 },
})
const edge = (id: string, from: string, to: string) => ({
  id,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})
const build = (...operations: Operation[]) =>
  operations.reduce((document, operation) => applyOperation(document, operation).document, EMPTY_DOCUMENT)

const ids = ['a', 'b', 'c', 'd']
const id = fc.constantFrom(...ids)
const small = fc.constantFrom('x', 'y', 'z')
const at = fc.option(fc.nat(3), { nil: undefined })
const config = fc.oneof(
  fc.record({ text: id.map((name) => `Hi {{ $nodes.${name}.x & "$nodes.${name}" }} $nodes.${name}`) }),
  fc.record({
    list: fc.array(
      fc.tuple(id, small).map(([name, field]) => `{{ $nodes.${name}.${field} }}`),
      { maxLength: 2 },
    ),
  }),
)
const point = fc.record({ x: fc.integer(), y: fc.integer() })
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const nullable = <T>(of: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), fc.constant(undefined), of)
const color = fc.constantFrom('marigold' as const, 'good' as const)
const type = <T extends Step['type']>(name: T) => fc.constant(name)

const memberships = fc.array(fc.record({ group_id: small, at: fc.subarray([0, 1, 2, 3], { minLength: 1 }) }), {
  minLength: 1,
  maxLength: 3,
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: type('add_node'), node: fc.tuple(id, config).map(([name, c]) => node(name, c)), at }),
  },
  fc.record({ type: type('remove_node'), node_id: id }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('connect'),
      edge: fc.tuple(small, id, id).map(([e, a, b]) => edge(e, a, b)),
      at,
    }),
  },
  fc.record({ type: type('disconnect'), edge_id: small }),
  fc.record({ type: type('set_config'), node_id: id, config }),
  { weight: 3, arbitrary: fc.record({ type: type('rename'), node_id: id, new_id: id }) },
  fc.record({ type: type('set_title'), node_id: id, title: small }),
  fc.record({ type: type('move'), node_id: id, position: point }),
  fc.record({ type: type('set_disabled'), node_id: id, disabled: fc.constantFrom(true, false, null) }),
  fc.record({
    type: type('set_policy'),
    node_id: id,
    retry: nullable(
      fc.record({ max_attempts: fc.integer({ min: 1, max: 9 }), delay_ms: fc.nat(10), backoff: fc.constant(2) }),
    ),
    timeout_ms: nullable(fc.integer({ min: 1, max: 99 })),
    on_error: nullable(fc.constantFrom('stop' as const, 'continue' as const)),
  }),
  fc.record({
    type: type('add_note'),
    note: fc.record({ id: small, text: small, position: point, size: fc.constant({ width: 1, height: 1 }) }),
    at,
  }),
  fc.record({
    type: type('update_note'),
    note_id: small,
    text: optional(small),
    position: optional(point),
    color: nullable(color),
  }),
  fc.record({ type: type('remove_note'), note_id: small }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('add_group'),
      // A node may be in a group more than once.
      group: fc.record({ id: small, title: small, nodes: fc.array(id, { maxLength: 4 }) }),
      at,
    }),
  },
  fc.record({
    type: type('update_group'),
    group_id: small,
    title: optional(small),
    nodes: optional(fc.array(id, { maxLength: 4 })),
    collapsed: nullable(fc.boolean()),
    color: nullable(color),
  }),
  fc.record({ type: type('remove_group'), group_id: small }),
  fc.record({
    type: fc.constantFrom('join_groups' as const, 'leave_groups' as const),
    node_id: id,
    groups: memberships,
  }),
)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: step },
  fc.array(step, { maxLength: 4 }).map((operations): Operation => ({ type: 'batch', operations })),
)

describe('apply', () => {
  it('undoes any sequence of edits exactly, and never touches its input', () => {
    const start = build(
      ...['a', 'b', 'c'].map((name): Operation => ({ type: 'add_node', node: node(name, { text: '{{ $nodes.a }}' }) })),
      { type: 'connect', edge: edge('x', 'a', 'b') },
      { type: 'add_group', group: { id: 'x', title: 'x', nodes: ['a', 'b', 'a'] } },
      { type: 'add_group', group: { id: 'y', title: 'y', nodes: ['c', 'a', 'b'] } },
    )
    let applied = 0
    fc.assert(
      fc.property(fc.array(operation, { minLength: 5, maxLength: 60 }), (operations) => {
        let document = start
        const undo: { operation: Operation; before: WorkflowDocument }[] = []
        for (const next of operations) {
          const before = structuredClone(document)
          try {
            const result = applyOperation(document, next)
            expect(document).toEqual(before)
            expect(Operation.safeParse(result.inverse).success).toBe(true)
            expect(WorkflowDocument.safeParse(result.document).success).toBe(true)
            undo.push({ operation: result.inverse, before })
            document = result.document
            applied++
          } catch (error) {
            expect(error).toBeInstanceOf(OperationError)
            expect(document).toEqual(before)
          }
        }
        for (const { operation: inverse, before } of undo.reverse()) {
          document = applyOperation(document, inverse).document
          expect(document).toEqual(before)
        }
        expect(document).toEqual(start)
      }),
      { numRuns: 400 },
    )
    expect(applied).toBeGreaterThan(1000)
  })

  it('lets every expression follow a renamed node, and nothing else', () => {
    const text =
      'See $nodes.a: {{ $nodes.a.x & "$nodes.a" & $nodes.ab }} and {{ $nodes . a[0] /* $nodes.a */ }} {{ $nodes.`a`.y }} {{ $match($nodes.a, /"/) ~> $f($nodes.a / 2, `o"k`, $nodes.a) }}'
    const document = build(
      { type: 'add_node', node: node('a') },
      { type: 'add_node', node: node('b', { text, deep: [{ to: '{{ $nodes.a }}' }], odd: '{{ $nodes.a' }) },
      { type: 'connect', edge: edge('e', 'a', 'b') },
      { type: 'add_group', group: { id: 'g', title: '', nodes: ['a'] } },
    )
    const renamed = applyOperation(document, { type: 'rename', node_id: 'a', new_id: 'first' }).document
    expect(renamed.nodes[1]?.config).toEqual({
      text: 'See $nodes.a: {{ $nodes.first.x & "$nodes.a" & $nodes.ab }} and {{ $nodes . first[0] /* $nodes.a */ }} {{ $nodes.`first`.y }} {{ $match($nodes.first, /"/) ~> $f($nodes.first / 2, `o"k`, $nodes.first) }}',
      deep: [{ to: '{{ $nodes.first }}' }],
      odd: '{{ $nodes.a',
    })
    expect(renamed.edges[0]?.from.node).toBe('first')
    expect(renamed.groups[0]?.nodes).toEqual(['first'])
  })

  it('gives a removed node back with its edges in their old places', () => {
    const document = build(
      ...['a', 'b', 'c'].map((name): Operation => ({ type: 'add_node', node: node(name) })),
      { type: 'connect', edge: edge('1', 'a', 'b') },
      { type: 'connect', edge: edge('2', 'a', 'c') },
      { type: 'connect', edge: edge('3', 'b', 'c') },
    )
    const { document: without, inverse } = applyOperation(document, { type: 'remove_node', node_id: 'b' })
    expect(without.edges.map(({ id }) => id)).toEqual(['2'])
    expect(applyOperation(without, inverse).document).toEqual(document)
  })

  describe('of a node that is in groups', () => {
    const grouped = build(
      ...['a', 'b', 'c'].map((name): Operation => ({ type: 'add_node', node: node(name) })),
      { type: 'add_group', group: { id: 'g', title: 'G', nodes: ['a', 'b', 'c', 'b'] } },
      { type: 'add_group', group: { id: 'h', title: 'H', nodes: ['c', 'a'] } },
      { type: 'add_group', group: { id: 'i', title: 'I', nodes: ['b'] } },
    )
    const membersOf = ({ groups }: WorkflowDocument) => groups.map(({ nodes }) => nodes.join(''))

    it('puts it back into its groups at its places', () => {
      const { document: without, inverse } = applyOperation(grouped, { type: 'remove_node', node_id: 'b' })
      expect(membersOf(without)).toEqual(['ac', 'ca', ''])
      expect(inverse).toMatchObject({
        operations: [
          { type: 'add_node' },
          {
            type: 'join_groups',
            groups: [
              { group_id: 'g', at: [1, 3] },
              { group_id: 'i', at: [0] },
            ],
          },
        ],
      })
      const undone = applyOperation(without, inverse)
      expect(undone.document).toEqual(grouped)
      expect(applyOperation(grouped, undone.inverse).document).toEqual(without)
    })

    it('still takes the inverses that were kept when they repeated all members', () => {
      const { document: without } = applyOperation(grouped, { type: 'remove_node', node_id: 'b' })
      const kept: Operation = {
        type: 'batch',
        operations: [
          { type: 'add_node', node: node('b'), at: 1 },
          { type: 'update_group', group_id: 'g', nodes: ['a', 'b', 'c', 'b'] },
          { type: 'update_group', group_id: 'i', nodes: ['b'] },
        ],
      }
      expect(parseOperation(kept).problems).toBeNull()
      expect(applyOperation(without, kept).document).toEqual(grouped)
    })

    it('needs no more room to take back than what was removed', () => {
      const names = Array.from({ length: 500 }, (_, index) => `a_node_with_a_long_name_${index}`)
      const full: WorkflowDocument = {
        ...EMPTY_DOCUMENT,
        nodes: names.map((name) => node(name)),
        groups: Array.from({ length: 19 }, (_, index) => ({ id: `g${index}`, title: 'G', nodes: names })),
      }
      let document = full
      let inverses = 0
      for (const name of names) {
        const applied = applyOperation(document, { type: 'remove_node', node_id: name })
        document = applied.document
        inverses += JSON.stringify(applied.inverse).length
      }
      expect(inverses).toBeLessThan(JSON.stringify(full).length * 1.5)
    })

    it.each([
      ['a group that is not there', 'join_groups', [{ group_id: 'z', at: [0] }], 'unknown_group'],
      ['a place behind the last', 'join_groups', [{ group_id: 'h', at: [3] }], 'bad_place'],
      ['a place where it is not', 'leave_groups', [{ group_id: 'h', at: [1] }], 'bad_place'],
      [
        'one group twice',
        'join_groups',
        [
          { group_id: 'h', at: [0] },
          { group_id: 'h', at: [0] },
        ],
        'bad_place',
      ],
    ] as const)('refuses %s', (_case, type, groups, code) => {
      const refused = { type, node_id: 'b', groups } as unknown as Operation
      expect(parseOperation(refused).problems).toBeNull()
      expect(() => applyOperation(grouped, refused)).toThrow(expect.objectContaining({ code }))
    })

    it.each([[[0, 0]], [[1, 0]], [[-1]], [[0.5]], [[]], ['0']])('refuses %j for places', (at) => {
      const { problems } = parseOperation({ type: 'join_groups', node_id: 'b', groups: [{ group_id: 'h', at }] })
      expect(problems).toMatchObject([{ field: 'groups.0.at' }])
    })
  })

  it('adds no more notes, groups and members than a document that is opened again may have', () => {
    const note = (index: number) => ({
      id: `n${index}`,
      text: '',
      position: { x: 0, y: 0 },
      size: { width: 1, height: 1 },
    })
    const full = {
      ...build({ type: 'add_node', node: node('a') }),
      notes: Array.from({ length: DOCUMENT_LIMITS.notes }, (_, index) => note(index)),
      groups: [{ id: 'g', title: '', nodes: Array(DOCUMENT_LIMITS.members).fill('a') }],
    }
    const refusal = (operation: Operation) => {
      try {
        return applyOperation(full, operation)
      } catch (error) {
        return (error as OperationError).code
      }
    }
    expect(parseDocument(full).problems).toEqual([])
    expect(refusal({ type: 'add_note', note: note(DOCUMENT_LIMITS.notes) })).toBe('too_many_notes')
    expect(refusal({ type: 'add_group', group: { id: 'h', title: '', nodes: ['a'] } })).toBe('too_many_members')
    expect(refusal({ type: 'remove_note', note_id: 'n1' })).toMatchObject({ document: { groups: full.groups } })
  })

  it('takes a batch from outside as it is, and names the first step that is none', () => {
    const steps: Step[] = [
      { type: 'add_node', node: node('a') },
      { type: 'set_title', node_id: 'a', title: 'A' },
    ]
    expect(parseOperation({ type: 'batch', operations: steps }).data).toEqual({ type: 'batch', operations: steps })
    const broken = [...steps, { type: 'set_title', node_id: 'a' }, { type: 'no such' }]
    expect(parseOperation({ type: 'batch', operations: broken }).problems?.map(({ field }) => field)).toEqual([
      'operations.2.title',
    ])
    expect(parseOperation({ type: 'batch', operations: Array(5001).fill(steps[0]) }).data).toBeNull()
    expect(parseOperation({ type: 'batch', operations: steps, more: 1 }).problems?.[0]?.field).toBe('more')
  })

  it('refuses with a code and leaves a batch undone as a whole', () => {
    const document = build({ type: 'add_node', node: node('a') })
    const codeOf = (refused: Operation) => {
      try {
        applyOperation(document, refused)
        return null
      } catch (error) {
        return (error as OperationError).code
      }
    }
    expect(codeOf({ type: 'add_node', node: node('a') })).toBe('duplicate_id')
    expect(codeOf({ type: 'add_node', node: node('b'), at: 7 })).toBe('bad_place')
    expect(codeOf({ type: 'connect', edge: edge('e', 'a', 'zz') })).toBe('unknown_node')
    expect(codeOf({ type: 'disconnect', edge_id: 'e' })).toBe('unknown_edge')
    expect(
      codeOf({
        type: 'batch',
        operations: [
          { type: 'remove_node', node_id: 'a' },
          { type: 'remove_note', note_id: 'n' },
        ],
      }),
    ).toBe('unknown_note')
    expect(document.nodes).toHaveLength(1)
    const full = { ...document, nodes: Array.from({ length: 1000 }, (_, index) => node(`n${index}`)) }
    expect(() => applyOperation(full, { type: 'add_node', node: node('more') })).toThrow(/at most 1000/)
  })
})
