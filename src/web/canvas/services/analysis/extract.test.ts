import { describe, expect, it } from 'vitest'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { extract } from './extract.ts'

const CHILD = '22222222-2222-4222-8222-222222222222'

const node = (id: string, type: string, config: WorkflowNode['config'] = {}, x = 0): WorkflowNode => ({
  id,
  type,
  version: 1,
  title: id.charAt(0).toUpperCase() + id.slice(1),
  config,
  position: { x, y: 0 },
})
const set = (id: string, json: string, x = 0) => node(id, 'set_fields', { json }, x)
const wire = (text: string): WorkflowDocument['edges'] =>
  text.split(' ').map((one) => {
    const [from = '', to = ''] = one.split('>')
    const [name = '', port = 'out'] = from.split('.')
    return { id: one, from: { node: name, port }, to: { node: to, port: 'in' } }
  })
const build = (nodes: WorkflowNode[], edges: string): WorkflowDocument => ({
  ...EMPTY_DOCUMENT,
  nodes,
  edges: wire(edges),
})

const CHAIN = build(
  [
    node('start', 'manual_trigger'),
    set('a', '{{ $input }}', 300),
    set('b', '{{ $nodes.a.x & $nodes.`start`.y }}', 600),
    set('c', '{{ $input }}', 900),
    set('d', '{{ $nodes.c & $input }}', 1200),
  ],
  'start>a a>b b>c c>d',
)

const taken = (document: WorkflowDocument, nodes: string[]) => {
  const made = extract({ document, nodes, title: 'Check it' })
  if (made.kind === 'refused') throw new Error(made.reason)
  const steps = made.steps.map((step) =>
    step.type === 'add_node'
      ? { ...step, node: { ...step.node, config: { ...step.node.config, workflow_id: CHILD } } }
      : step,
  )
  return { ...made, parent: applyOperation(document, { type: 'batch', operations: steps }).document }
}
const refusal = (document: WorkflowDocument, nodes: string[]) => {
  const made = extract({ document, nodes, title: 'Check it' })
  return made.kind === 'refused' ? { reason: made.reason, nodes: made.nodes } : null
}

describe('extracting a part', () => {
  it('makes two workflows that can both run, with what is read from outside as input', () => {
    const { child, parent, inputs } = taken(CHAIN, ['b', 'c'])
    expect(validate(child, catalogue)).toEqual([])
    expect(validate(parent, catalogue)).toEqual([])
    expect(inputs).toEqual(['a', 'start'])
    const caller = parent.nodes.find(({ type }) => type === 'sub_workflow')
    expect(caller).toMatchObject({
      id: 'check_it',
      title: 'Check it',
      config: { input: { input: '{{ $input }}', a: '{{ $nodes.a }}', start: '{{ $nodes.start }}' } },
    })
    expect(child.nodes.map(({ id }) => id)).toEqual(['called', 'received', 'b', 'c'])
    expect(child.nodes[2]?.config.json).toBe('{{ $nodes.called.a.x & $nodes.called.start.y }}')
    expect(parent.nodes.find(({ id }) => id === 'd')?.config.json).toBe('{{ $nodes.check_it & $input }}')
    expect(parent.edges.map(({ from, to }) => `${from.node}>${to.node}`)).toEqual([
      'start>a',
      'a>check_it',
      'check_it>d',
    ])
  })

  it('hands the input on as it is when nothing else is read', () => {
    const { child, parent } = taken(CHAIN, ['c'])
    expect(child.nodes.map(({ id }) => id)).toEqual(['called', 'c'])
    expect(parent.nodes.at(-1)?.config).toEqual({ workflow_id: CHILD })
    expect(validate(child, catalogue)).toEqual([])
    expect(validate(parent, catalogue)).toEqual([])
  })

  it('is one edit that can be taken back', () => {
    const { steps } = taken(CHAIN, ['b', 'c'])
    const { document, inverse } = applyOperation(CHAIN, { type: 'batch', operations: steps })
    expect(applyOperation(document, inverse).document).toEqual(CHAIN)
  })

  it('takes a whole "For each" with what it does for each item', () => {
    const document = build(
      [
        node('start', 'manual_trigger'),
        node('each', 'map', { items: '{{ $input.list }}' }),
        set('per', '{{ $item.name }}'),
        set('end', '{{ $input.items }}'),
      ],
      'start>each each.item>per each>end',
    )
    const { child, parent } = taken(document, ['each', 'per', 'end'])
    expect(validate(child, catalogue)).toEqual([])
    expect(validate(parent, catalogue)).toEqual([])
    expect(refusal(document, ['per'])).toMatchObject({
      reason: expect.stringContaining('“Per” reads the item'),
      nodes: ['per'],
    })
  })
})

describe('refusals name the nodes in the way', () => {
  const branch = build(
    [
      node('start', 'manual_trigger'),
      node('test', 'if', { condition: '{{ $input.ok }}' }),
      set('yes', '{{ 1 }}'),
      set('no', '{{ 2 }}'),
      node('join', 'merge', { mode: 'first' }),
      set('last', '{{ $input }}'),
    ],
    'start>test test.true>yes test.false>no yes>join no>join join>last',
  )
  it.each<[string, string[], RegExp, string[]]>([
    ['nothing', [], /Select the nodes/, []],
    ['the trigger', ['start', 'test'], /“Start” starts this workflow/, ['start']],
    ['a branch half', ['test', 'yes'], /both lead out/, ['test', 'yes']],
    ['the branch alone', ['test'], /several ways out/, ['test']],
    ['two beginnings', ['yes', 'no', 'join'], /“Yes” and “No”/, ['yes', 'no']],
    [
      'inside and outside',
      ['yes', 'join'],
      /“Join” gets input from inside and from outside|one beginning/,
      ['yes', 'join'],
    ],
    ['something between', ['test', 'yes', 'no', 'last'], /“Join” lies between/, ['join']],
  ])('%s', (_, nodes, reason, named) => {
    expect(refusal(branch, nodes)).toEqual({ reason: expect.stringMatching(reason), nodes: named })
  })

  it('takes the whole branch', () => {
    const { child, parent } = taken(branch, ['test', 'yes', 'no', 'join'])
    expect(validate(child, catalogue)).toEqual([])
    expect(validate(parent, catalogue)).toEqual([])
  })

  it('a way that ends before the exit', () => {
    const document = build(
      [
        node('start', 'manual_trigger'),
        node('test', 'if', { condition: '{{ $input.ok }}' }),
        set('yes', '1'),
        set('end', '2'),
      ],
      'start>test test.true>yes yes>end',
    )
    expect(refusal(document, ['test', 'yes'])).toMatchObject({
      reason: expect.stringContaining('only sometimes'),
      nodes: ['test'],
    })
  })

  it('a reader outside, an end of the whole workflow, and $trigger', () => {
    expect(refusal(CHAIN, ['a', 'b', 'c'])).toBe(null)
    const reader = build(
      [node('start', 'manual_trigger'), set('a', '1'), set('b', '2'), set('c', '{{ $nodes.a }}')],
      'start>a a>b b>c',
    )
    expect(refusal(reader, ['a', 'b'])).toMatchObject({
      reason: expect.stringMatching(/“C” reads “A”/),
      nodes: ['c', 'a'],
    })
    const ends = build([node('start', 'manual_trigger'), node('answer', 'respond')], 'start>answer')
    expect(refusal(ends, ['answer'])).toMatchObject({ reason: expect.stringContaining('ends this whole workflow') })
    const trigger = build([node('start', 'manual_trigger'), set('a', '{{ $trigger.x }}')], 'start>a')
    expect(refusal(trigger, ['a'])).toMatchObject({ reason: expect.stringContaining('$trigger') })
  })
})
