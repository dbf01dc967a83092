/** Files that look like workflows of n8n or of ours, and are not quite: every value may be of any kind. */
import fc from 'fast-check'
import { KNOWN_TYPES } from '#nodes/import/n8n/mappers.ts'

const SCRIPTS = [
  '={{ $json.a }}',
  '={{ $json["a"].map(x => x.b) }}',
  "={{ $('B').item.json.x ?? $node.A.json['y'] }}",
  ['={{ `a $', '{$json.b} c` }}'].join(''),
  '={{ $now.minus({days: 1}).toFormat("yyyy") }}',
  '={{ {a: {b: 1}} }}',
  '={{',
  '={{ }}',
  '={{ (((((( }}',
  '={{ /a+/.test($json.x) }}',
  '={ "a": {{ $json.a }}, "b": "{{ $json.b }}" }',
  '=plain {{ "}}" }} text',
  '{{ not ours }}',
  '\u{1F680}'.repeat(70),
  'a'.repeat(300),
  '$nodes.x',
  '={{ $json.constructor }}',
  '=\uE0001\uE001',
]
const text = fc.oneof(
  fc.constantFrom(...SCRIPTS),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const NAMES = [
  'parameters',
  'name',
  'type',
  'conditions',
  'values',
  'string',
  'number',
  'rules',
  'value',
  'operation',
  'resource',
  'url',
  'jsonBody',
  'options',
  'assignments',
  'mode',
  'output',
  'rule',
  'interval',
  'field',
  'messages',
  'query',
  'columns',
  '__rl',
  'cachedResultName',
  '__proto__',
  'constructor',
]
const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ maxLength: 6 }))

const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer({ min: -5, max: 100 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('anything'), { maxLength: 4 }),
    fc.dictionary(key, tie('anything'), { maxKeys: 5 }),
  ),
}))

const type = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(...KNOWN_TYPES)
      .map((known) =>
        known.startsWith('lc:') ? known.replace('lc:', '@n8n/n8n-nodes-langchain.') : `n8n-nodes-base.${known}`,
      ),
  },
  text,
)
const either = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: anything })

/** Settings as mappers look for them, of every kind. */
const settings = fc.record(
  {
    conditions: either(
      fc.record({
        conditions: fc.array(
          fc.record({
            leftValue: anything,
            rightValue: anything,
            operator: fc.record({
              type: text,
              operation: fc.constantFrom('equals', 'gt', 'regex', 'contains', 'constructor'),
            }),
          }),
          { maxLength: 3 },
        ),
      }),
    ),
    rules: anything,
    values: anything,
    assignments: fc.record({ assignments: fc.array(anything, { maxLength: 3 }) }),
    resource: fc.oneof(fc.constantFrom('message', 'sheet', 'row'), anything),
    operation: fc.oneof(
      fc.constantFrom('get', 'getAll', 'create', 'executeQuery', 'select', 'toString', 'constructor'),
      anything,
    ),
    url: either(text),
    query: either(text),
    jsonBody: either(text),
    jsCode: either(text),
    sendBody: fc.boolean(),
    text: either(text),
    fieldToSplitOut: either(text),
    rule: anything,
    options: anything,
  },
  { requiredKeys: [] },
)

const NODES = ['A', 'B', 'C', 'D', 'constructor', 'é', '']
const node = fc.record(
  {
    name: either(fc.constantFrom(...NODES)),
    type: either(type),
    typeVersion: either(fc.constantFrom(1, 2, 3, 4.2)),
    position: either(fc.tuple(fc.integer(), fc.integer())),
    parameters: either(settings),
    credentials: anything,
    onError: either(fc.constantFrom('continueErrorOutput', 'stopWorkflow')),
    disabled: either(fc.boolean()),
    notes: either(text),
  },
  { requiredKeys: ['name', 'type'] },
)
const target = fc.record({ node: fc.constantFrom(...NODES), type: fc.constant('main'), index: fc.nat(3) })
const connections = fc.dictionary(
  fc.constantFrom(...NODES),
  either(
    fc.dictionary(
      fc.constantFrom('main', 'ai_tool', 'ai_languageModel'),
      either(fc.array(fc.array(either(target), { maxLength: 3 }), { maxLength: 4 })),
      { maxKeys: 2 },
    ),
  ),
  { maxKeys: 6 },
)

const n8n = fc.record({
  name: either(text),
  nodes: either(fc.array(either(node), { maxLength: 7 })),
  connections: either(connections),
})
const ours = fc.record({
  format: fc.constantFrom('chowk.workflow', 'chowk.other'),
  format_version: either(fc.constant(1)),
  name: either(text),
  description: either(text),
  document: anything,
  node_versions: anything,
  slots: anything,
  samples: anything,
  docs: either(text),
  content_hash: either(fc.constant(`sha256:${'0'.repeat(64)}`)),
})
const document = fc.record({
  schema_version: either(fc.constantFrom(1, 2)),
  nodes: anything,
  edges: anything,
  notes: anything,
  groups: anything,
})

/** Text with one character changed, and the value it was. */
const written = (value: unknown): string => JSON.stringify(value) ?? 'null'
const broken = fc.tuple(n8n, fc.nat(), fc.string({ maxLength: 2 })).map(([value, where, put]) => {
  const whole = written(value)
  const place = where % whole.length
  return whole.slice(0, place) + put + whole.slice(place + 1)
})

export const hostileFile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: n8n },
  { weight: 1, arbitrary: n8n.map(written) },
  { weight: 1, arbitrary: broken },
  { weight: 1, arbitrary: ours },
  { weight: 1, arbitrary: document },
  { weight: 1, arbitrary: anything },
)
