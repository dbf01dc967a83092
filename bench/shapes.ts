/**
 * The five shapes of work that engines are compared by, as workflows of ours: W1 one node, W2 ten in a row, W3 a code node over
 * 1,000 items, W4 a branch of five nodes and a merge, W5 one HTTP call. All start at a webhook and answer with the result.
 */
import type { Json } from '#contract/core/primitives.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'

export const SHAPES = ['w1', 'w2', 'w3', 'w4', 'w5'] as const
export type Shape = (typeof SHAPES)[number]

/** What every shape is sent, and what it must answer. */
export const REQUEST_BODY = '{"n":1}'
export const ANSWERS: Record<Shape, Json> = {
  w1: { n: 2, label: 'step S1 of start' },
  w2: {
    n: 11,
    label:
      'step S10 of step S9 of step S8 of step S7 of step S6 of step S5 of step S4 of step S3 of step S2 of step S1 of start',
  },
  w3: { n: 2, sum: 484788, count: 500 },
  w4: { n: 6, label: 'step B5 of step B4 of step B3 of step B2 of step B1 of start' },
  w5: { n: 2, echo: true },
}

const node = (id: string, type: string, config: WorkflowNode['config']): WorkflowNode => ({
  id,
  type,
  version: 1,
  title: id.toUpperCase(),
  config,
  position: { x: 0, y: 0 },
})
const wire = (from: string, to: string, port = 'out'): Edge => ({
  id: `${from}.${port}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
})
const chain = (...ids: string[]): Edge[] => ids.slice(1).map((id, index) => wire(ids[index] ?? '', id))

const hook = node('hook', 'webhook_trigger', { respond: 'when_finished' })
const step = (id: string, from: string) =>
  node(id, 'set_fields', {
    fields: [
      { name: 'n', value: `{{ ${from} + 1 }}` },
      { name: 'label', value: `step ${id.toUpperCase()} of {{ $input.label ? $input.label : "start" }}` },
    ],
  })
const steps = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => step(`${prefix}${index + 1}`, index === 0 ? '$input.body.n' : '$input.n'))

const SOURCE = `const n = input.body.n;
const a = Array.from({ length: 1000 }, (_, i) => ({ id: i, v: (i * 31 + n) % 977, name: 'item ' + i }));
const b = a.filter(x => x.v % 2 === 0).map(x => ({ ...x, w: x.v * 2, up: x.name.toUpperCase() }));
return { n: n + 1, sum: b.reduce((s, x) => s + x.w, 0), count: b.length };`

/** @param echo_url what W5 calls: answers `{n: n + 1, echo: true}` */
export function shapeDocument(shape: Shape, echo_url: string): WorkflowDocument {
  const [nodes, edges] = parts(shape, echo_url)
  return { schema_version: 1, nodes, edges, notes: [], groups: [] }
}

function parts(shape: Shape, echo_url: string): [WorkflowNode[], Edge[]] {
  switch (shape) {
    case 'w1':
      return [[hook, ...steps('s', 1)], chain('hook', 's1')]
    case 'w2': {
      const ten = steps('s', 10)
      return [[hook, ...ten], chain('hook', ...ten.map(({ id }) => id))]
    }
    case 'w3':
      return [[hook, node('code', 'code', { source: SOURCE })], chain('hook', 'code')]
    case 'w4': {
      const a = steps('a', 5)
      const b = steps('b', 5)
      const decide = node('decide', 'if', { condition: '{{ $input.body.n % 2 = 0 }}' })
      const edges = [
        ...chain('hook', 'decide'),
        wire('decide', 'a1', 'true'),
        wire('decide', 'b1', 'false'),
        ...chain(...a.map(({ id }) => id), 'merge'),
        ...chain(...b.map(({ id }) => id), 'merge'),
      ]
      return [[hook, decide, ...a, ...b, node('merge', 'merge', { mode: 'first' })], edges]
    }
    case 'w5': {
      const config = { method: 'POST', url: echo_url, body_type: 'json', body: { n: '{{ $input.body.n }}' } }
      const respond = node('respond', 'set_fields', { json: '{{ $input.body }}' })
      return [[hook, node('call', 'http_request', config), respond], chain('hook', 'call', 'respond')]
    }
  }
}
