import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { busy } from '#test/support/busy.ts'
import type { WorkflowDocument, WorkflowNode } from './document.ts'
import { MigrationError, migrateNodes, migrateSchema } from './migrate.ts'
import type { NodeType, NodeTypes } from './node-types.ts'
import { parseDocument } from './parse-document.ts'
import { validate } from './validate.ts'

const anything = z.looseObject({ text: Json.optional() })
const TYPES: NodeType[] = [
  { type: 'begin', title: 'Begin', version: 1, trigger: true, config: z.strictObject({}) },
  { type: 'step', title: 'Step', version: 1, config: anything },
  {
    type: 'strict',
    title: 'Strict',
    version: 3,
    config: z
      .strictObject({
        url: z.url(),
        count: z.number().int().min(1),
        rules: z
          .array(z.strictObject({ port: z.string(), when: z.string().max(30).meta({ expression: 'per_item' }) }))
          .default([]),
      })
      .refine((config) => config.count < 10, { path: [], message: 'Too many' }),
    ports: (config: { rules: { port: string }[] }) => [
      ...config.rules.map(({ port }) => ({ name: port })),
      { name: 'out' },
    ],
    migrate(config: JsonObject, from) {
      if (from < 2) throw new Error('too old')
      return { ...config, count: 1 }
    },
  },
  { type: 'map', title: 'For each', version: 1, config: anything, ports: [{ name: 'item' }, { name: 'out' }] },
]
const types: NodeTypes = { get: (type) => TYPES.find((known) => known.type === type) }

/** `a:begin>b b.item>c`; a node without a type is a step. */
function draw(text: string, more: { [id: string]: Partial<WorkflowNode> } = {}): WorkflowDocument {
  const kinds = new Map<string, string>()
  const edges: WorkflowDocument['edges'] = []
  for (const part of text.split(/\s+/)) {
    const [left = '', right] = part.split('>')
    const [source = '', port = 'out'] = left.split('.')
    const [from = '', type] = source.split(':')
    kinds.set(from, type ?? kinds.get(from) ?? 'step')
    if (!right) continue
    if (!kinds.has(right)) kinds.set(right, 'step')
    edges.push({ id: `${edges.length}`, from: { node: from, port }, to: { node: right, port: 'in' } })
  }
  const nodes = [...kinds].map(([id, type]) => {
    const base = { id, type, version: 1, title: id, config: {}, position: { x: 0, y: 0 } }
    return { ...base, ...more[id] }
  })
  return { schema_version: 1, nodes, edges, notes: [], groups: [] }
}
const found = (document: unknown) => validate(document, types).map(({ code, node, field }) => [code, node, field])
const codes = (document: unknown) => [...new Set(validate(document, types).map(({ code }) => code))]

describe('validate', () => {
  it('finds nothing wrong with a workflow that runs', () => {
    const good = draw('t:begin>a a>m m:map m.item>b b>c m>z', {
      a: { config: { text: '{{ $trigger.x & $input }}' } },
      c: { config: { text: '{{ $nodes.b.x & $nodes.a & $item & $index }}' } },
      z: { config: { text: '{{ $nodes.m.items }}' } },
    })
    expect(found(good)).toEqual([])
  })

  it('names what is wrong with the shape', () => {
    expect(codes(draw('x'))).toEqual(['no_trigger'])
    expect(codes({ schema_version: 1, nodes: [], edges: [], notes: [], groups: [] })).toEqual(['no_trigger'])
    expect(found(draw('t:begin>a u:begin'))).toContainEqual(['two_triggers', 'u', null])
    expect(found(draw('t:begin>a a>t'))).toContainEqual(['trigger_has_input', 't', null])
    expect(found(draw('t:begin>a b>c'))).toEqual([
      ['unreachable', 'b', null],
      ['unreachable', 'c', null],
    ])
    expect(validate(draw('t:begin>a b>c'), types).every(({ warning }) => warning)).toBe(true)
    expect(found(draw('t:begin>a a>b b>c c>b c>d'))).toEqual([
      ['cycle', 'b', null],
      ['cycle', 'c', null],
    ])
    expect(found(draw('t:begin>a', { a: { type: 'nothing' } }))).toContainEqual(['unknown_type', 'a', 'type'])
    expect(found(draw('t:begin>a', { a: { version: 9 } }))).toContainEqual(['unknown_version', 'a', 'version'])
    expect(found(draw('t:begin.nope>a'))).toContainEqual(['unknown_port', 't', 'edges.0.from.port'])
    expect(found(draw('t:begin>a a.error>b', { a: { on_error: 'error_port' } }))).toEqual([])
    expect(found(draw('t:begin>a a.error>b'))).toContainEqual(['unknown_port', 'a', 'edges.1.from.port'])
  })

  it('keeps the body of a map closed', () => {
    expect(found(draw('t:begin>m m:map m.item>b m>z b>z'))).toContainEqual(['map_body_leak', 'z', null])
    expect(found(draw('t:begin>m m:map'))).toContainEqual(['map_body_empty', 'm', null])
    const outside = draw('t:begin>m m:map m.item>b m>z', {
      z: { config: { text: '{{ $nodes.b }}', more: ['{{ $item }}'] } },
    })
    expect(found(outside)).toEqual([
      ['not_upstream', 'z', 'text'],
      ['item_outside_map', 'z', 'more.0'],
    ])
  })

  it('names references that cannot be read, with the setting', () => {
    const document = draw('t:begin>a a>b t>c', {
      a: { config: { text: '{{ $nodes.b & $nodes.c & $nodes.zz & $nodes.a & $nodes.t }}' } },
      b: { config: { deep: { list: ['{{ 1 + }}'] } } },
    })
    expect(found(document)).toEqual([
      ['expression_syntax', 'b', 'deep.list.0'],
      ['not_upstream', 'a', 'text'],
      ['not_upstream', 'a', 'text'],
      ['unknown_reference', 'a', 'text'],
      ['not_upstream', 'a', 'text'],
    ])
  })

  it('checks settings by their schema, but not what is still an expression', () => {
    const strict = (config: JsonObject, more: Partial<WorkflowNode> = {}) =>
      found(draw('t:begin>s', { s: { type: 'strict', version: 3, config, ...more } }))
    expect(strict({ url: 'https://a.b', count: 2 })).toEqual([])
    expect(strict({ url: 'no', count: 0 })).toEqual([
      ['bad_config', 's', 'url'],
      ['bad_config', 's', 'count'],
    ])
    expect(strict({ url: '{{ $input.url }}', count: '{{ $input.n }}' })).toEqual([])
    expect(strict({ url: 'https://a.b' })).toEqual([['bad_config', 's', 'count']])
    expect(strict({ url: 'https://a.b', count: 20 })).toEqual([['bad_config', 's', '']])
    expect(strict({ url: 'no', count: 0 }, { disabled: true })).toEqual([])
    expect(strict({ url: 'https://a.b', count: 1, rules: [{ port: 'x', when: 'a {{ b' }] })).toEqual([])
  })

  it('lets no expression choose settings that are taken as they are', () => {
    const strict = (rules: Json) =>
      found(draw('t:begin>s', { s: { type: 'strict', version: 3, config: { url: 'https://a.b', count: 1, rules } } }))
    expect(strict('{{ $input.rules }}')).toEqual([['expression_not_allowed', 's', 'rules']])
    expect(strict(['{{ $input.rule }}'])).toEqual([['expression_not_allowed', 's', 'rules.0']])
    expect(strict([{ port: '{{ $input.port }}', when: '{{ 1 }}' }])).toEqual([])
    // Braces in them stay braces, so what does not fit will not fit later either.
    expect(
      strict([
        { port: 'x', when: 'short' },
        { port: 'y', when: '{{ this is longer than it may be }}' },
      ]),
    ).toEqual([['bad_config', 's', 'rules.1.when']])
  })

  it('follows ports that depend on the settings', () => {
    const config = { url: 'https://a.b', count: 1, rules: [{ port: 'yes', when: 'a' }] }
    const document = draw('t:begin>s s.yes>a s.no>b', { s: { type: 'strict', version: 3, config } })
    expect(found(document)).toEqual([['unknown_port', 's', 'edges.2.from.port']])
  })

  it('brings older nodes up to date first', () => {
    const document = draw('t:begin>s', { s: { type: 'strict', version: 2, config: { url: 'https://a.b' } } })
    expect(found(document)).toEqual([])
    expect(migrateNodes(document, types).nodes[1]).toMatchObject({ version: 3, config: { count: 1 } })
    const current = draw('t:begin>a')
    expect(migrateNodes(current, types)).toBe(current)
    expect(found(draw('t:begin>s', { s: { type: 'strict' } }))).toContainEqual(['not_migratable', 's', null])
    expect(() => migrateSchema({ schema_version: 2 })).toThrow(MigrationError)
  })
})

describe('documents from outside', () => {
  const base = () => draw('t:begin>a')
  const deep = (levels: number) => {
    let value: Json = 1
    for (let level = 0; level < levels; level++) value = { a: value }
    return value
  }

  it.each([
    ['nothing', null, 'bad_document'],
    ['a text', 'x', 'bad_document'],
    ['an unknown field', { ...base(), more: 1 }, 'bad_document'],
    ['an older unknown schema', { ...base(), schema_version: 0 }, 'bad_document'],
    ['a newer schema', { ...base(), schema_version: 2 }, 'schema_too_new'],
    ['a date', { ...base(), notes: new Date() }, 'bad_document'],
    ['a function', { ...base(), notes: () => 1 }, 'not_json'],
    ['a reserved key', JSON.parse('{"nodes":[{"config":{"__proto__":{"x":1}}}]}'), 'reserved_key'],
    ['a reserved key in settings', { ...base(), nodes: [{ config: { constructor: 1 } }] }, 'reserved_key'],
    ['depth 100,000', { ...base(), nodes: [deep(100_000)] }, 'too_deep'],
    ['10,000 nodes', { ...base(), nodes: Array.from({ length: 10_000 }, () => ({ id: 'a' })) }, 'too_many_nodes'],
    ['3,000 edges', { ...base(), edges: Array.from({ length: 3000 }, () => 1) }, 'too_many_edges'],
    ['300,000 notes', { ...base(), notes: Array(300_000).fill({}) }, 'too_many_notes'],
    ['300,000 groups', { ...base(), groups: Array(300_000).fill({}) }, 'too_many_groups'],
    ['a group of 200,000', { ...base(), groups: [{ nodes: Array(200_000).fill('') }] }, 'too_many_members'],
    [
      'a thousand groups of 300',
      { ...base(), groups: Array(1000).fill({ nodes: Array(300).fill(0) }) },
      'too_many_members',
    ],
    [
      'names of snippets without end',
      { ...base(), groups: Array(500).fill({ snippet: { nodes: Object.fromEntries(Array(90).fill(0).entries()) } }) },
      'too_many_members',
    ],
    ['6,000 expressions', { ...base(), notes: ['{{ 1 }}'.repeat(6000)] }, 'too_many_expressions'],
    ['50 MB of text', { ...base(), nodes: [{ title: 'x'.repeat(50_000_000) }] }, 'too_large'],
    ['a million numbers', { ...base(), nodes: [Array.from({ length: 1_000_000 }, () => 1)] }, 'too_large'],
    ['two nodes of one id', { ...base(), nodes: [...base().nodes, ...base().nodes] }, 'duplicate_id'],
    ['an edge to nowhere', { ...base(), nodes: base().nodes.slice(0, 1) }, 'unknown_node'],
    ['a group of strangers', { ...base(), groups: [{ id: 'g', title: '', nodes: ['zz'] }] }, 'unknown_node'],
    ['a reserved id', { ...base(), nodes: [{ ...base().nodes[0], id: 'constructor' }] }, 'bad_document'],
  ])('refuses %s with a named error, immediately', (_what, raw, code) => {
    const spent = busy()
    const { document, problems } = parseDocument(raw)
    expect(spent()).toBeLessThan(1000)
    expect(document).toBeNull()
    expect(problems.map((problem) => problem.code)).toContain(code)
    expect(codes(raw)).toContain(code)
  })

  it('says where in which node', () => {
    const broken = {
      ...base(),
      nodes: [
        { ...base().nodes[0], title: '' },
        { ...base().nodes[1], version: 'x' },
      ],
    }
    expect(parseDocument(broken).problems.map(({ node, field }) => [node, field])).toEqual([
      ['t', 'title'],
      ['a', 'version'],
    ])
  })

  it('judges the largest workflow in time', () => {
    const chain = Array.from({ length: 998 }, (_, index) => `n${index}>n${index + 1}`).join(' ')
    const long = draw(`t:begin>n0 ${chain}`)
    const last = long.nodes.at(-1)
    if (last) last.config = { text: Array.from({ length: 900 }, (_, index) => `{{ $nodes.n${index} }}`) }
    const spent = busy()
    expect(found(long)).toEqual([])
    expect(spent()).toBeLessThan(3000)
  })
})
