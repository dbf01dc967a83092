import { describe, expect, it } from 'vitest'
import type { WorkflowDocument } from '#graph/document.ts'
import { busy } from '#test/support/busy.ts'
import { evaluateItem } from '#web/canvas/services/analysis/item.ts'
import { findBrokenReferences, nearest, repairReference } from './broken.ts'
import { offersAt, type Scope, typedPath } from './complete.ts'
import { converterFor, onlySource } from './converters.ts'
import { follow, previewText, typeName, written } from './data-path.ts'
import { FUNCTIONS } from './functions.ts'
import { appended, insertion } from './insert.ts'
import { readablePaths } from './paths.ts'
import { reachOf } from './reach.ts'

const node = (id: string, type = 'set_fields') => ({
  id,
  type,
  version: 1,
  title: id,
  config: {},
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string, port = 'out') => ({
  id: `${from}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
})
const document = (nodes: WorkflowDocument['nodes'], edges: WorkflowDocument['edges']): WorkflowDocument => ({
  schema_version: 1,
  nodes,
  edges,
  notes: [],
  groups: [],
})

const scope: Scope = {
  input: { customer: { name: 'Asha', 'home city': 'Pune' }, lines: [{ price: 12 }], total: 5 },
  nodes: [
    { id: 'fetch_order', title: 'Fetch order', value: { status: 200, body: [{ sku: 'a', in: 1 }] } },
    { id: 'start', title: 'Start', value: {} },
  ],
  trigger: { at: 'now' },
  vars: {},
  item: null,
  perItem: false,
}
/** What is offered at the bar of a text. */
const at = (text: string, given: Scope = scope, asked = false) => {
  const found = offersAt(text.replace('|', ''), text.indexOf('|'), given, asked)
  return found && { from: found.from, labels: found.offers.map(({ label }) => label) }
}

describe('completion', () => {
  it('offers what can be read after $', () => {
    const offered = at('Dear {{ $|')
    expect(offered?.from).toBe(8)
    expect(offered?.labels.slice(0, 5)).toEqual(['$input', '$nodes', '$trigger', '$vars', '$uppercase'])
    expect(offered?.labels).not.toContain('$item')
    expect(at('{{ $|', { ...scope, item: { value: 1, index: 0 } })?.labels).toContain('$item')
  })
  it('offers only nodes that run before', () => expect(at('{{ $nodes.|')?.labels).toEqual(['fetch_order', 'start']))
  it('offers fields behind a dot, through lists and names in backquotes', () => {
    expect(at('{{ $input.|')?.labels).toEqual(['customer', 'lines', 'total'])
    expect(at('{{ $input.customer.na|')).toEqual({ from: 19, labels: ['name', 'home city'] })
    expect(at('{{ $input.lines.|')?.labels).toEqual(['price'])
    expect(at('{{ $input.lines[0].|')?.labels).toEqual(['price'])
    expect(at('{{ $sum($nodes.fetch_order.body.|')?.labels).toEqual(['sku', 'in'])
    expect(offersAt('{{ $input.customer.', 19, scope, false)?.offers[1]?.apply).toBe('`home city`')
    expect(at('{{ customer.|')?.labels).toEqual(['name', 'home city'])
  })
  it('offers nothing outside of braces, in quotes or behind what is not known', () => {
    for (const text of [
      '$|',
      'a {{ 1 }} $input.|',
      '{{ "$input.|',
      '{{ $input.total.|',
      '{{ $input.none.|',
      '{{ (1).|',
    ])
      expect(at(text), text).toBeNull()
  })
  it('begins with the item where the node evaluates per item', () => {
    const perItem: Scope = { ...scope, perItem: true, item: { value: { price: 3 }, index: 0 } }
    expect(at('pr|', perItem)).toMatchObject({ from: 0, labels: expect.arrayContaining(['price', '$sum']) })
    expect(at('$|', perItem)?.labels).not.toContain('$nodes')
    expect(at('|', perItem, true)?.labels.slice(0, 3)).toEqual(['price', '$item', '$index'])
  })
  it('reads a path from right to left in linear time', () => {
    expect(typedPath('1 + $nodes.`a b`[x > 1].c.d')).toEqual({ names: ['$nodes', 'a b', 'c'], partial: 'd', from: 26 })
    const spent = busy()
    typedPath('a.'.repeat(50_000))
    typedPath(']'.repeat(50_000))
    expect(spent()).toBeLessThan(2_000)
  })
  it('explains every function', () => {
    for (const { name, takes, help } of Object.values(FUNCTIONS).flat()) {
      expect([name, takes]).toEqual([expect.stringMatching(/^[a-zA-Z]+$/), expect.stringMatching(/^\(.*\)$/)])
      expect(help, name).toMatch(/^[A-Zm]/)
    }
  })
})

describe('what can be read', () => {
  it('is what runs before, but not inside of a loop that the node is outside of', () => {
    const nodes = [node('start', 'manual_trigger'), node('each', 'map'), node('inside'), node('after'), node('aside')]
    const edges = [edge('start', 'each'), edge('each', 'inside', 'item'), edge('each', 'after'), edge('start', 'aside')]
    const made = document(nodes, edges)
    expect(reachOf(made, 'inside')).toEqual({ nodes: ['each', 'start'], item: true })
    expect(reachOf(made, 'after')).toEqual({ nodes: ['each', 'start'], item: false })
    expect(reachOf(made, 'start')).toEqual({ nodes: [], item: false })
    expect(reachOf(document(nodes, [...edges, edge('inside', 'start')]), 'after').nodes).toEqual([])
    expect(reachOf(made, 'gone').nodes).toEqual([])
  })
  it('is listed as paths, each of which can be written', () => {
    const paths = readablePaths(scope).map(({ path }) => path)
    expect(paths.slice(0, 4)).toEqual([
      '$input',
      '$input.customer',
      '$input.customer.name',
      '$input.customer.`home city`',
    ])
    expect(paths).toContain('$nodes.fetch_order.body.`in`')
  })
})

describe('references that lead nowhere', () => {
  it('are found with what was probably meant, and mended', () => {
    const text = 'Order {{ $nodes.fetch_oder.body & "$nodes.gone" }}'
    const [broken, more] = findBrokenReferences(text, ['start', 'fetch_order'])
    expect(more).toBeUndefined()
    expect(broken).toEqual({ id: 'fetch_oder', from: 9, to: 26, nearest: 'fetch_order' })
    if (broken) expect(repairReference(text, broken, 'fetch_order')).toBe(text.replace('oder', 'order'))
  })
  it('take nothing for near that is not', () => {
    expect(nearest('fetch', ['zzzzzzzz', 'qqqqqqq'])).toBeNull()
    expect(nearest('strat', ['stop', 'start'])).toBe('start')
    expect(nearest('renamed', ['only_one'])).toBe('only_one')
  })
})

describe('values of another kind', () => {
  it('are turned into what the field takes', () => {
    const number = { kind: 'number', whole: true, least: null, most: null } as const
    expect(converterFor(number, 5)).toBeNull()
    expect(converterFor(number, undefined)).toBeNull()
    expect(converterFor(number, '5')?.wrap('$input.a')).toBe('$number($input.a)')
    expect(converterFor(number, 'five')).toBeNull()
    expect(converterFor(number, [1])?.label).toBe('Count the items')
    expect(converterFor({ kind: 'text', lines: false, most: null }, { a: 1 })?.wrap('x')).toBe('$string(x)')
    expect(converterFor({ kind: 'value', kinds: ['text', 'number'] }, 5)).toBeNull()
  })
  it('only where the field is one expression', () => {
    expect(onlySource(' {{ $input.a }} ')).toBe('$input.a')
    expect(onlySource('a {{ 1 }}')).toBeNull()
    expect(onlySource('{{ 1 }}{{ 2 }}')).toBeNull()
  })
})

it('puts values where the cursor is: in braces, or alone inside of them', () => {
  expect(insertion('Dear ', { from: 5, to: 5 }, '$input.a', false).insert).toBe('{{ $input.a }}')
  expect(insertion('{{ 1 +  }}', { from: 7, to: 7 }, '$input.a', false)).toMatchObject({
    insert: '$input.a',
    caret: 15,
  })
  expect(insertion('a > ', { from: 4, to: 4 }, 'price', true).insert).toBe('price')
  expect([appended('', 'x'), appended('Dear', 'x')]).toEqual(['{{ x }}', 'Dear {{ x }}'])
})

it('follows and names data as the language does', () => {
  expect(follow({ a: [{ b: 1 }] }, ['a', 'b'])).toBe(1)
  expect(follow({ a: 1 }, ['toString'])).toBeUndefined()
  expect([written('a_b'), written('a b'), written('in'), written('`')]).toEqual(['a_b', '`a b`', '`in`', null])
  expect([typeName([1]), typeName(null), typeName(undefined), typeName('')]).toEqual([
    'list of 1',
    'null',
    'nothing',
    'text',
  ])
  expect(previewText({ a: 'x'.repeat(100) }, 10)).toHaveLength(10)
})

it('tries an expression on the first item', async () => {
  const bindings = { input: [{ price: 3 }], nodes: {} }
  expect(await evaluateItem({ text: 'price > 2', bindings })).toEqual({ value: true })
  expect(await evaluateItem({ text: '$item.price + $index', bindings })).toEqual({ value: 3 })
  expect(await evaluateItem({ text: 'price >', bindings })).toMatchObject({ failure: expect.any(String) })
})
