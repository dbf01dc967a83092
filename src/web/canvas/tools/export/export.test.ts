import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, type WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { busy } from '#test/support/busy.ts'
import { answers } from '#web/canvas/services/analysis/answers.ts'
import { documentPage } from '#web/canvas/services/analysis/page.ts'
import { drawWorkflow } from './export-svg.ts'
import { fitted, textWidth, wrapped } from './export-text.ts'

const HOSTILE = '</text><script>alert(1)</script>&"\' \u0000 \ud800 `|` **x** [a](javascript:b)'

const node = (id: string, type: string, config: WorkflowNode['config'], x = 0, title = id): WorkflowNode => ({
  id,
  type,
  version: 1,
  title,
  config,
  position: { x, y: 0 },
})
const edge = (from: string, to: string, port = 'out') => ({
  id: `${from}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
})

const DOCUMENT: WorkflowDocument = {
  ...EMPTY_DOCUMENT,
  nodes: [
    node('start', 'manual_trigger', {}),
    node('test', 'if', { condition: '{{ $input.ok }}' }, 300),
    node(
      'send',
      'http_request',
      {
        url: 'https://example.test',
        credential: '11111111-1111-4111-8111-111111111111',
        headers: [{ name: 'Authorization', value: 'Bearer very-secret-token' }],
        body: '````js\ncode\n````',
      },
      600,
      HOSTILE,
    ),
    node('gone', 'no_such_type', {}, 900),
  ],
  edges: [edge('start', 'test'), edge('test', 'send', 'true'), edge('send', 'gone')],
  notes: [
    {
      id: 'n',
      text: `# Why\n\n${HOSTILE}`,
      position: { x: 0, y: 300 },
      size: { width: 240, height: 120 },
      color: 'good',
    },
  ],
  groups: [{ id: 'g', title: HOSTILE, nodes: ['send', 'gone'] }],
}
const facesOf = (document: WorkflowDocument) => answers.analyse(document).presentations
const draw = (document: WorkflowDocument) =>
  drawWorkflow({ name: HOSTILE, document, presentations: facesOf(document), icons: {} })

/** Whether every element that is opened is closed, in order, and nothing else looks like one. */
function isWellFormed(svg: string): boolean {
  const open: string[] = []
  for (const [, close, name, self] of svg.matchAll(
    /<(\/?)([a-z]+)(?:\s[a-zA-Z-]+="[^"<>&]*(?:&#\d+;[^"<>&]*)*")*\s*(\/?)>/g,
  )) {
    if (self) continue
    if (!close) open.push(name ?? '')
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

describe('the picture', () => {
  it('shows every node, edge, note and group, and hostile text as text', () => {
    const { svg, width, height } = draw(DOCUMENT)
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain('\u0000')
    expect(svg.isWellFormed()).toBe(true)
    expect(isWellFormed(svg)).toBe(true)
    expect(svg.match(/<path/g)).toHaveLength(3)
    for (const said of ['>start<', '>test<', '>True<', '>Why<']) expect(svg).toContain(said)
    expect(width).toBeGreaterThan(1100)
    expect(height).toBeGreaterThan(400)
  })

  it('keeps a collapsed group collapsed', () => {
    const closed = { ...DOCUMENT, groups: [{ id: 'g', title: 'Both', nodes: ['send', 'gone'], collapsed: true }] }
    const { svg } = draw(closed)
    expect(svg).toContain('2 nodes')
    expect(svg.match(/<path/g)).toHaveLength(2)
  })

  const LOOP: WorkflowDocument = {
    ...EMPTY_DOCUMENT,
    nodes: [
      node('start', 'manual_trigger', {}),
      node('each', 'map', { items: '{{ $input }}' }, 300, 'Each invoice'),
      node('read', 'template', { text: 'Dear' }, 600),
      node('tell', 'gmail_send', {}, 900),
    ],
    edges: [edge('start', 'each'), edge('each', 'read', 'item'), edge('read', 'tell')],
  }

  it('draws the frame around a loop with what is inside it', () => {
    const { svg } = draw(LOOP)
    expect(isWellFormed(svg)).toBe(true)
    expect(svg).toContain('>Each invoice · 2 steps<')
    // From the card of the loop to its last step, with the room around them: 300 to 1124, and 20 at each side.
    expect(svg).toContain('<rect x="280" y="-36" width="864" height="128" rx="12"')
  })

  it('keeps a collapsed loop collapsed, and says how much is inside', () => {
    const presentations = facesOf(LOOP)
    const { svg } = drawWorkflow({
      name: 'Loop',
      document: LOOP,
      presentations,
      icons: {},
      closedLoops: new Set(['each']),
    })
    expect(isWellFormed(svg)).toBe(true)
    expect(svg).toContain('>2 steps inside<')
    expect(svg).not.toContain('>read<')
    expect(svg.match(/<path/g)).toHaveLength(1)
  })

  it('draws cards as the canvas does: the bar and the tile in the colour of the category, or the logo of a service', () => {
    const presentations = facesOf(LOOP)
    const icons = Object.fromEntries(Object.values(presentations).map(({ icon }) => [icon, '<path d="M1 1h2"/>']))
    const logos = { tell: { markup: '<path d="M0 0h24"/>', colour: '#ea4335' } }
    const { svg } = drawWorkflow({ name: 'Cards', document: LOOP, presentations, icons, logos })
    expect(isWellFormed(svg)).toBe(true)
    expect(svg.match(/<line /g)).toHaveLength(4)
    expect(svg).toContain('stroke="#0c60a3" stroke-width="4"')
    expect(svg).toContain('fill="#e4f0fd"')
    expect(svg).toContain('color="#ea4335"><path d="M0 0h24"/>')
  })

  it('says of an empty workflow that it is', () => {
    expect(draw(EMPTY_DOCUMENT).svg).toContain('This workflow is empty.')
  })

  it('draws 500 nodes at once', () => {
    const nodes = Array.from({ length: 500 }, (_, at) =>
      node(`n${at}`, 'template', { text: 'Dear {{ $input.name }}' }, at * 10),
    )
    const edges = nodes.slice(1).map(({ id }, at) => edge(`n${at}`, id))
    const document = { ...EMPTY_DOCUMENT, nodes, edges }
    const presentations = facesOf(document)
    const spent = busy()
    const { svg } = drawWorkflow({ name: 'Large', document, presentations, icons: {} })
    expect(spent()).toBeLessThan(1000)
    expect(svg.match(/<rect/g)).toHaveLength(501)
  })

  it('cuts texts where they would leave their card', () => {
    expect(fitted('short', 200, 14)).toBe('short')
    const cut = fitted('W'.repeat(100), 200, 14)
    expect(cut.endsWith('…')).toBe(true)
    expect(textWidth(cut, 14)).toBeLessThanOrEqual(200)
    const lines = wrapped('one two three four five six seven eight nine ten', 80, 12, 2)
    expect(lines).toHaveLength(2)
    expect(lines[1]?.endsWith('…')).toBe(true)
    expect(wrapped('', 80, 12, 2)).toEqual([])
  })
})

describe('the page', () => {
  const page = documentPage({
    name: HOSTILE,
    description: 'What it does',
    document: DOCUMENT,
    presentations: facesOf(DOCUMENT),
  })

  it('tells the steps in the order they run, each with what comes next', () => {
    expect(page).toContain('4 steps, 3 connections.')
    expect([...page.matchAll(/^### (\d)\./gm)].map(([, number]) => number)).toEqual(['1', '2', '3', '4'])
    expect(page).toContain('- Then: True: 3.')
    expect(page).toContain('n2 -->|"True"| n3')
    expect(page).toContain('n1(["1. start"])')
  })

  it('holds no secret and no id of its owner’s things', () => {
    expect(page).not.toContain('very-secret-token')
    expect(page).not.toContain('11111111-1111')
  })

  it('shows hostile text as it is, and code within its fence', () => {
    const title = page.split('\n')[0] ?? ''
    expect(title).toContain('\\<script\\>')
    expect(title).toContain('\\[a\\]\\(javascript:b\\)')
    expect(page).toContain('`````json')
  })
})
