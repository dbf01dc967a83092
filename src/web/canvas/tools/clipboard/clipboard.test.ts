import { describe, expect, it } from 'vitest'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { busy } from '#test/support/busy.ts'
import { pasting, sizeRefusal } from '#web/canvas/model/edits/pasting.ts'
import { type Fragment, fragmentOf } from '#web/canvas/model/graph/fragment.ts'
import { readPaste } from '#web/canvas/services/analysis/paste.ts'
import { sealFragment } from '#web/canvas/services/analysis/seal.ts'

const CREDENTIAL = '11111111-1111-4111-8111-111111111111'

const node = (id: string, config: WorkflowNode['config'] = {}, rest: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type: 'template',
  version: 1,
  title: id.replaceAll('_', ' '),
  config,
  position: { x: 0, y: 0 },
  ...rest,
})
const edge = (from: string, to: string) => ({
  id: `${from}.out-${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})

const DOCUMENT: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [
    node('start', {}, { type: 'manual_trigger' }),
    node('read', { text: '{{ $input.text }}' }, { position: { x: 304, y: 0 } }),
    node(
      'send',
      {
        url: 'https://example.test',
        credential: CREDENTIAL,
        headers: [{ name: 'Authorization', value: 'Bearer very-secret-token' }],
        body: 'Hello {{ $nodes.read.text }} and {{ $nodes.start.name }}',
      },
      { type: 'http_request', position: { x: 608, y: 0 } },
    ),
  ],
  edges: [edge('start', 'read'), edge('read', 'send')],
  notes: [{ id: 'note_1', text: '# Why', position: { x: 300, y: 200 }, size: { width: 200, height: 100 } }],
  groups: [{ id: 'group_1', title: 'Both', nodes: ['read', 'send'] }],
}

const both = fragmentOf(DOCUMENT, { nodes: new Set(['read', 'send']), notes: new Set(['note_1']) })
const paste = (document: WorkflowDocument, fragment: Fragment, at: { x: number; y: number } | null = null) => {
  const pasted = pasting(document, fragment, at)
  return { ...pasted, document: applyOperation(document, pasted.operation).document }
}
const read = (text: string) => {
  const found = readPaste(text)
  if (found.kind !== 'fragment') throw new Error(JSON.stringify(found))
  return found
}

describe('copying', () => {
  it('takes along what is between the nodes, and nothing that is the owner’s alone', () => {
    const text = sealFragment(both, [{ id: CREDENTIAL, type: 'bearer', name: 'Our API' }])
    expect(text).not.toContain(CREDENTIAL)
    expect(text).not.toContain('very-secret-token')
    const { fragment, slots } = read(text)
    expect(fragment.edges).toEqual([edge('read', 'send')])
    expect(fragment.groups.map(({ title }) => title)).toEqual(['Both'])
    expect(slots).toContainEqual({ node: 'send', field: 'credential', type: 'bearer', name: 'Our API' })
    expect(slots).toContainEqual({ node: 'send', field: 'headers.0.value', type: 'secret', name: '' })
  })

  it('leaves a group behind of which only a part is taken', () => {
    expect(fragmentOf(DOCUMENT, { nodes: new Set(['read']), notes: new Set() }).groups).toEqual([])
  })
})

describe('pasting', () => {
  it('numbers ids and titles in the same workflow, and lets expressions, edges and groups follow', () => {
    const { document, ids } = paste(DOCUMENT, both)
    expect(Object.fromEntries(ids)).toEqual({ read: 'read_2', send: 'send_2' })
    const sent = document.nodes.find(({ id }) => id === 'send_2')
    expect(sent?.title).toBe('send 2')
    // What stays behind is still spoken of by its name.
    expect(sent?.config.body).toBe('Hello {{ $nodes.read_2.text }} and {{ $nodes.start.name }}')
    expect(sent?.position).toEqual({ x: 640, y: 32 })
    expect(document.edges.at(-1)).toMatchObject({ from: { node: 'read_2' }, to: { node: 'send_2' } })
    expect(document.groups.at(-1)?.nodes).toEqual(['read_2', 'send_2'])
    expect(document.notes).toHaveLength(2)
    expect(parseDocument(document).problems).toEqual([])
    const third = paste(document, both)
    expect([...third.ids.values()]).toEqual(['read_3', 'send_3'])
    expect(third.document.nodes.at(-1)?.position).toEqual({ x: 672, y: 64 })
  })

  it('keeps ids where they are free, and puts the corner where the pointer is', () => {
    const { document } = paste(EMPTY_DOCUMENT, both, { x: 1000, y: 501 })
    expect(document.nodes.map(({ id, position }) => [id, position.x])).toEqual([
      ['read', 1004],
      ['send', 1308],
    ])
    expect(document.notes[0]?.position).toEqual({ x: 1000, y: 704 })
  })

  it('never lets an expression speak of a node by accident', () => {
    const fragment: Fragment = {
      ...both,
      nodes: [node('a', { text: '{{ $nodes.a_2 }}' }), node('b', { text: '{{ $nodes.a }}' })],
      edges: [],
      notes: [],
      groups: [],
    }
    const target = { ...EMPTY_DOCUMENT, nodes: [node('a'), node('b')] }
    const { document } = paste(target, fragment)
    const texts = document.nodes.slice(2).map(({ id, config }) => [id, config.text])
    expect(texts).toEqual([
      ['a_3', '{{ $nodes.a_2 }}'],
      ['b_2', '{{ $nodes.a_3 }}'],
    ])
  })

  it('is one edit, and taking it back gives the very same workflow', () => {
    const { operation } = pasting(DOCUMENT, both, null)
    const applied = applyOperation(DOCUMENT, operation)
    expect(applyOperation(applied.document, applied.inverse).document).toEqual(DOCUMENT)
  })

  it('says why more than a workflow holds cannot be added', () => {
    const many = Array.from({ length: 999 }, (_, index) => node(`n${index}`))
    expect(sizeRefusal({ ...EMPTY_DOCUMENT, nodes: many }, both)).toBe(
      'A workflow can have up to 1000 nodes. This would make 1001.',
    )
    const long = [node('long', { text: 'x'.repeat(999_900) })]
    expect(sizeRefusal({ ...EMPTY_DOCUMENT, nodes: long }, both)).toMatch(/million characters/)
    expect(sizeRefusal(DOCUMENT, both)).toBe(null)
  })

  it('names the nodes that start a workflow', () => {
    const all = fragmentOf(DOCUMENT, { nodes: new Set(['start', 'read']), notes: new Set() })
    expect(read(sealFragment(all, [])).triggers).toEqual(['start'])
  })
})

describe('pasting what is no workflow', () => {
  const requested = (text: string) => {
    const { fragment, notes = [] } = read(text)
    return { config: fragment.nodes[0]?.config, type: fragment.nodes[0]?.type, notes }
  }
  const offered = (text: string) => {
    const found = readPaste(text)
    return found.kind === 'refused' ? (found.offers ?? []) : []
  }

  it('makes a request of a cURL command, without its secrets', () => {
    const { type, config, notes } = requested(
      "curl -X POST https://api.example.test/orders -H 'Authorization: Bearer canary-1' -H 'X-Team: a' --json '{\"a\":1}'",
    )
    expect(type).toBe('http_request')
    expect(config).toEqual({
      method: 'POST',
      url: 'https://api.example.test/orders',
      headers: [{ name: 'X-Team', value: 'a' }],
      body_type: 'json',
      body: { a: 1 },
    })
    expect(notes.join()).toMatch(/credential/)
    expect(JSON.stringify({ config, notes })).not.toContain('canary')
  })

  it('makes a request of an address alone, without the password in it', () => {
    expect(requested(' https://me:canary-1@api.example.test/a?b=1 ').config).toEqual({
      method: 'GET',
      url: 'https://api.example.test/a?b=1',
    })
  })

  it('says why a cURL command cannot be read', () => {
    expect(readPaste("curl 'https://example.test")).toMatchObject({ kind: 'refused', reason: /A quote is not closed/ })
    expect(readPaste('curl -X PURGE https://example.test')).toMatchObject({ reason: /PURGE/ })
  })

  it('offers a note and a step for text, data for JSON, and nothing for what fits nowhere', () => {
    expect(offered('Ask Asha first.').map(({ label }) => label)).toEqual(['As note', 'As text step'])
    expect(offered('Dear {{ name }}').map(({ label }) => label)).toEqual(['As note'])
    expect(offered('[1, 2]').map(({ fragment }) => fragment.nodes[0]?.config)).toEqual([{ json: [1, 2] }])
    expect(offered('{"a": 1}').map(({ fragment }) => fragment.nodes[0]?.config)).toEqual([{ json: { a: 1 } }])
    expect(offered('x'.repeat(20_001))).toEqual([])
    expect(offered('{"__proto__": {"a": 1}}')).toEqual([])
    for (const { fragment } of [...offered('Ask Asha'), ...offered('{"a": 1}')])
      expect(parseDocument(paste(DOCUMENT, fragment).document).problems).toEqual([])
  })
})

describe('hostile pastes', () => {
  const reason = (text: string) => {
    const found = readPaste(text)
    return found.kind === 'refused' ? found.reason : found.kind
  }

  it.each([
    ['', 'The clipboard is empty.'],
    ['hello', /clipboard text isn’t a workflow/],
    ['{"half": ', /clipboard text isn’t a workflow/],
    ['42', /doesn’t contain a workflow/],
    ['null', /doesn’t contain a workflow/],
    ['{"a": 1}', /clipboard JSON isn’t a workflow/],
    ['{"format":"chowk.nodes","format_version":1,"nodes":[]}', /without nodes/],
    ['{"format":"chowk.nodes","format_version":99,"nodes":[]}', /newer version/],
    ['{"format":"chowk.nodes","nodes":[{"id":"a"}]}', /cannot be read/],
    ['{"format":"chowk.nodes","nodes":{"length":1000000000}}', /cannot be read/],
    ['{"schema_version":1,"nodes":[],"edges":[],"notes":[],"groups":[],"__proto__":{}}', /without nodes/],
    ['x'.repeat(10_000_000), /10\.0 million characters/],
    [`${'['.repeat(100_000)}`, /text isn’t a workflow/],
  ])('refuses %.60s in words', (text, expected) => {
    const spent = busy()
    expect(reason(text)).toMatch(expected)
    expect(spent()).toBeLessThan(500)
  })

  it('refuses reserved keys and what is nested too deep, and takes no key of them over', () => {
    const bad = JSON.stringify({ format: 'chowk.nodes', nodes: [node('a', { text: 'x' })] })
    expect(reason(bad.replace('"text"', '"__proto__"'))).toMatch(/“__proto__” is reserved/)
    expect(reason(bad.replace('"text"', '"constructor"'))).toMatch(/reserved/)
    expect(reason(bad.replace('"id":"a"', '"id":"constructor"'))).toMatch(/reserved/)
    const deep = bad.replace('"x"', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
    expect(reason(deep)).toMatch(/levels deep/)
    expect(({} as Record<string, unknown>).text).toBeUndefined()
  })

  it('leaves files of other makers to the importer', () => {
    expect(
      reason(JSON.stringify({ nodes: [{ name: 'Go', type: 'n8n-nodes-base.manualTrigger' }], connections: {} })),
    ).toBe('file')
    expect(reason(JSON.stringify({ format: 'chowk.workflow', format_version: 1 }))).toBe('file')
  })

  it('names the product a workflow is of that cannot be taken over, and offers plain lists as data', () => {
    const flow = { nodes: [{ id: 'a', type: 'customNode', data: {} }], edges: [] }
    expect(reason(JSON.stringify(flow))).toMatch(/This is a workflow of Flowise\..*Chowk and n8n/)
    expect(reason('app:\n  name: x\nkind: app\n')).toMatch(/workflow of Dify/)
    expect(readPaste('[{"a": 1}]')).toMatchObject({ kind: 'refused', offers: [{ label: /data/ }] })
  })

  it('refuses edges, groups and ids that do not fit together', () => {
    const nodes = [node('a')]
    expect(reason(JSON.stringify({ format: 'chowk.nodes', nodes, edges: [edge('a', 'gone')] }))).toMatch(
      /no node “gone”/,
    )
    expect(reason(JSON.stringify({ format: 'chowk.nodes', nodes: [...nodes, ...nodes] }))).toMatch(/Two nodes/)
  })
})
