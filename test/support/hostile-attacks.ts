/** What a person may write, send and upload to keep a server busy, each with the ends it may come to. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { node, set, wires, workflow } from './engine.ts'
import { costlyPdf } from './files.ts'

interface Named {
  name: string
  /** Codes of errors, and the status of runs that do not fail. */
  ends: readonly string[]
}
interface HostileRun extends Named {
  document: () => WorkflowDocument
  input?: () => JsonObject
  /** Uploaded first; the run is given its id as `file_id`. */
  file?: () => { name: string; mime: string; bytes: Buffer }
}
interface HostileRequest extends Named {
  body: () => [method: string, path: string, body: unknown]
}
export type Attack = HostileRun | HostileRequest

const start = node('start', 'manual_trigger')
const chain = (...nodes: WorkflowNode[]) =>
  workflow([start, ...nodes], wires(['start', ...nodes.map(({ id }) => id)].join(' > ')))
const mapping = (count: number, value: string, on_error: 'stop' | 'continue' = 'stop') =>
  workflow(
    [start, node('each', 'map', { items: `{{ [1..${count}] }}` }), { ...set('work', { value }), on_error }],
    wires('start > each', 'each:item > work'),
  )
/** About 0.2 s of the interpreter. */
const SLOW = '{{ $sum($map([1..20000], function($v) { $sum([1..20]) + $v + $index })) }}'
const OUT_OF_TIME = ['cpu_limit', 'expression_timeout']
/** Makes a text of many million characters and one of its half. */
const long = set('long', {
  text: '{{ $reduce([1..22], function($all, $_) { $all & $all }, "a") }}',
  part: '{{ "b" & $reduce([1..20], function($all, $_) { $all & $all }, "a") }}',
})
const list = set('list', { items: '{{ [1..200000].{"n": $, "t": "item " & $} }}' })

const expressions: Attack[] = [
  {
    name: '150 items of a slow expression',
    document: () => mapping(150, SLOW, 'continue'),
    ends: ['succeeded', ...OUT_OF_TIME],
  },
  {
    name: '5,000 items of a quick expression',
    document: () => mapping(5000, '{{ $sum([1..1500]) }}'),
    ends: ['succeeded', ...OUT_OF_TIME],
  },
  {
    name: 'a recursion without an end',
    document: () =>
      chain(set('a', { v: '{{ ($f := function($n) { $n > 0 ? $f($n - 1) + $f($n - 1) : 1 }; $f(60)) }}' })),
    ends: OUT_OF_TIME,
  },
  {
    name: 'a text searched in another that nearly holds it',
    document: () => chain(long, set('a', { v: '{{ $contains($input.text, $input.part) }}' })),
    ends: ['succeeded', ...OUT_OF_TIME],
  },
  {
    name: 'a list joined with a long text between',
    document: () =>
      chain(long, set('a', { v: '{{ $length($join($map([1..9000], function($v) { "" }), $input.part)) }}' })),
    ends: ['expression_too_large', 'expression_failed', ...OUT_OF_TIME],
  },
  {
    name: 'a large value written as a text',
    document: () => chain(list, set('a', { v: '{{ $string($input.items) }}' })),
    ends: ['succeeded', ...OUT_OF_TIME],
  },
]

const code = (name: string, source: string, ends: string[]): Attack => ({
  name,
  document: () => chain(node('code', 'code', { source, timeout_ms: 2000 })),
  ends,
})
const codes: Attack[] = [
  code('code that never ends', 'while (true);', ['code_timeout']),
  code('code that takes all memory', 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))', [
    'code_memory',
    'code_timeout',
  ]),
  code('code with a huge answer', 'return Array.from({ length: 3e6 }, (_, i) => i)', [
    'code_output_too_large',
    'code_timeout',
  ]),
]

const templates: Attack[] = [
  {
    name: 'a template of 2,000 expressions',
    document: () => chain(long, node('text', 'template', { text: '{{ $length($input.part) }} '.repeat(2000) })),
    ends: ['succeeded', 'expression_too_large', ...OUT_OF_TIME],
  },
  {
    name: 'a template that grows with every step',
    document: () =>
      chain(
        long,
        ...[1, 2, 3, 4].map((n) => node(`t${n}`, 'template', { text: '{{ $nodes.long.text }}{{ $nodes.long.text }}' })),
      ),
    ends: ['succeeded', 'expression_too_large', 'run_too_large'],
  },
]

let costly: Buffer | undefined
const costlyFile = () => {
  costly ??= costlyPdf()
  return { name: 'costly.pdf', mime: 'application/pdf', bytes: costly }
}
const documents: Attack[] = [
  {
    name: 'a small PDF with 198 MB of drawing instructions',
    file: costlyFile,
    document: () => chain(node('read', 'read_document', { file: '{{ $trigger }}' })),
    // A quick machine reads it within its limit.
    ends: ['succeeded', 'file_too_complex', 'file_timeout'],
  },
  {
    name: 'clauses of a text of 450,000 characters',
    document: () => chain(node('clauses', 'find_clauses', { document: '{{ $trigger.text }}' })),
    input: () => ({ text: 'The Supplier shall indemnify the Customer against all losses. '.repeat(7250) }),
    ends: ['succeeded', 'config_invalid'],
  },
]

const lists: Attack[] = [
  ['sort', { items: '{{ $input.items }}', keys: [{ by: 't', direction: 'desc' }] }],
  ['deduplicate', { items: '{{ $input.items }}' }],
  ['group_items', { items: '{{ $input.items }}', by: 't' }],
  ['write_json', { style: 'sorted' }],
].map(([type, config]) => ({
  name: `${type} with 200,000 items`,
  document: () => chain(list, node('work', type as string, config as JsonObject)),
  ends: ['succeeded', 'run_too_large', 'node_memory', ...OUT_OF_TIME],
}))

const texts: Attack[] = [
  {
    name: 'JSON searched in a text of three million brackets',
    document: () =>
      chain(
        set('text', { v: '{{ $reduce([1..21], function($all, $_) { $all & $all }, "[x]") }}' }),
        node('read', 'read_json', { value: '{{ $input.v }}', search: true }),
      ),
    ends: ['bad_json', 'timeout', ...OUT_OF_TIME],
  },
  {
    name: 'a pattern over two million characters',
    document: () =>
      chain(
        set('text', { v: '{{ $reduce([1..20], function($all, $_) { $all & $all }, "a") }}' }),
        node('find', 'find_text', { value: '{{ $input.v }}', pattern: '(a?){50}(a*)*b' }),
      ),
    ends: ['succeeded', 'timeout', 'bad_pattern', 'node_memory'],
  },
]

const everyField = (count: number, text: (n: number) => string) =>
  workflow([start, ...Array.from({ length: count }, (_, n) => set(`n${n}`, { v: text(n) }))], [])
const requests: Attack[] = [
  {
    name: 'a workflow of 900 long expressions saved',
    body: () => [
      'POST',
      '/api/v1/workflows',
      { name: 'Long', document: everyField(900, (n) => `{{ ${'($input.a + 1) * '.repeat(50)}${n} }}`) },
    ],
    ends: ['accepted'],
  },
  {
    name: 'a search for 200 words',
    body: () => ['GET', `/api/v1/agents?search=${'a+'.repeat(99)}`, undefined],
    ends: ['accepted'],
  },
]

export const ATTACKS: readonly Attack[] = [
  ...expressions,
  ...codes,
  ...templates,
  ...documents,
  ...lists,
  ...texts,
  ...requests,
]
