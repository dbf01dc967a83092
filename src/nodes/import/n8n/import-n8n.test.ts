import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { ImportError, readUntrusted } from '#nodes/import/untrusted.ts'
import { busy } from '#test/support/busy.ts'
import { importN8n } from './import-n8n.ts'
import { KNOWN_TYPES } from './mappers.ts'

type Rest = { [key: string]: Json }

/** A node of n8n in one line. */
const step = (name: string, type: string, parameters: Rest = {}, rest: Rest = {}): Rest => ({
  id: `id of ${name}`,
  name,
  type: type.startsWith('lc:') ? type.replace('lc:', '@n8n/n8n-nodes-langchain.') : `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [100, 200],
  parameters,
  ...rest,
})

/** `'A > B'`, `'A:1 > B'` for its second way out. */
function links(...lines: string[]): Rest {
  const made: { [from: string]: { main: Json[][] } } = {}
  for (const line of lines) {
    const [left = '', to = ''] = line.split(' > ')
    const [from = '', output = '0'] = left.split(':')
    made[from] ??= { main: [] }
    const main = made[from].main
    for (let index = 0; index <= Number(output); index++) main[index] ??= []
    main[Number(output)]?.push({ node: to, type: 'main', index: 0 })
  }
  return made
}

const file = (nodes: Rest[], connections: Rest = {}): Json => ({ name: 'Orders', nodes, connections })
function only(raw: Json) {
  const [first, ...others] = importN8n(raw)
  if (!first) throw new Error('nothing was made')
  expect(others).toEqual([])
  return first
}
const codes = (document: unknown) => validate(document, catalogue).map(({ code }) => code)
const config = (made: ReturnType<typeof only>, id: string) => made.document.nodes.find((node) => node.id === id)?.config

describe('an export of n8n', () => {
  it('becomes a workflow that passes every check, its expressions translated and its credentials slots', () => {
    const made = only(
      file(
        [
          step('When called', 'webhook', { httpMethod: 'POST', responseMode: 'responseNode' }),
          step('Big order?', 'if', {
            conditions: {
              combinator: 'and',
              conditions: [
                {
                  leftValue: '={{ $json.body.total }}',
                  rightValue: 100,
                  operator: { type: 'number', operation: 'gt' },
                },
              ],
            },
          }),
          step(
            'Name it',
            'set',
            {
              mode: 'manual',
              assignments: {
                assignments: [{ name: 'title', value: '=Order of {{ $json.body.customer.name }}', type: 'string' }],
              },
            },
            { typeVersion: 3 },
          ),
          step(
            'Tell',
            'slack',
            { channel: '#orders', text: '={{ $json.title.toUpperCase() }}' },
            { credentials: { slackApi: { id: '42', name: 'Our Slack' } } },
          ),
          step('Answer', 'respondToWebhook', {
            respondWith: 'json',
            responseBody: '={ "big": true, "of": "{{ $(\'When called\').item.json.body.customer.name }}" }',
          }),
          step('Note', 'stickyNote', { content: 'Ask Asha' }),
        ],
        links('When called > Big order?', 'Big order? > Name it', 'Name it > Tell', 'Tell > Answer'),
      ),
    )
    expect(codes(made.document)).toEqual([])
    expect(made.document.nodes.map(({ type }) => type)).toEqual([
      'webhook_trigger',
      'if',
      'set_fields',
      'app_action',
      'respond',
    ])
    expect(config(made, 'big_order')).toEqual({ condition: '{{ ($input.body.total > 100) }}' })
    expect(config(made, 'name_it')).toEqual({
      fields: [{ name: 'title', value: 'Order of {{ $input.body.customer.name }}' }],
    })
    expect(config(made, 'tell')).toMatchObject({
      integration: 'slack',
      action: 'send_message',
      title: 'Send a message',
      input: { channel: '#orders', text: '{{ $uppercase($input.title) }}' },
    })
    expect(config(made, 'answer')).toMatchObject({
      body: { big: true, of: '{{ $nodes.when_called.body.customer.name }}' },
    })
    expect(made.slots).toEqual([{ node: 'tell', field: 'credential', type: 'app_account', name: 'Slack' }])
    expect(made.document.notes).toMatchObject([{ text: 'Ask Asha' }])
    expect(made.report.steps.map(({ how }) => how)).toEqual(['mapped', 'mapped', 'mapped', 'mapped', 'mapped'])
    expect(JSON.stringify(made)).not.toContain('"42"')
  })

  it('keeps a step without counterpart as a visible placeholder, with all it held and its ways out', () => {
    const strange = step('Strange', 'notInvented', { secret: '={{ $json.x }}', list: [1, 2] })
    const made = only(
      file(
        [step('Start', 'manualTrigger'), strange, step('A', 'noOp'), step('B', 'noOp')],
        links('Start > Strange', 'Strange > A', 'Strange:1 > B'),
      ),
    )
    expect(codes(made.document)).toEqual(['placeholder'])
    expect(config(made, 'strange')).toMatchObject({
      from: 'n8n: n8n-nodes-base.notInvented',
      original: strange,
      ways_out: ['out', 'out_1'],
    })
  })

  it('puts steps that ran once per item into "For each", and reads the list there as the present item', () => {
    const made = only(
      file(
        [
          step('Start', 'manualTrigger'),
          step('Split', 'splitOut', { fieldToSplitOut: 'lines' }),
          step(
            'Price',
            'httpRequest',
            { method: 'GET', url: "=https://shop.example/{{ $('Split').item.json.sku }}" },
            { typeVersion: 4 },
          ),
          step('Sum', 'aggregate', { aggregate: 'aggregateAllItemData' }),
        ],
        links('Start > Split', 'Split > Price', 'Price > Sum'),
      ),
    )
    expect(codes(made.document)).toEqual([])
    expect(made.document.nodes.map(({ id, type }) => `${id} ${type}`)).toEqual([
      'start manual_trigger',
      'split split',
      'price http_request',
      'sum set_fields',
      'for_each_split map',
      'for_each_split_results set_fields',
    ])
    expect(config(made, 'price')).toMatchObject({ url: 'https://shop.example/{{ $item.sku }}' })
  })

  it.each([
    [1, 'Loop > Body', 'Loop:1 > After'],
    [3, 'Loop:1 > Body', 'Loop > After'],
  ])('makes a "For each" of a loop over batches (version %i)', (typeVersion, body, after) => {
    const made = only(
      file(
        [
          step('Start', 'manualTrigger'),
          step('Loop', 'splitInBatches', { batchSize: 1 }, { typeVersion }),
          step('Body', 'set', { values: { string: [{ name: 'x', value: '={{ $json.id }}' }] } }),
          step('After', 'limit', { maxItems: 2 }),
        ],
        links('Start > Loop', body, 'Body > Loop', after),
      ),
    )
    expect(codes(made.document)).toEqual([])
    expect(made.document.edges.map(({ id }) => id)).toContain('loop.item-body')
  })

  it('repeats a circle without an end, and says how often', () => {
    const steps = [
      step('Start', 'manualTrigger'),
      step('Try', 'httpRequest', { url: 'https://a.example' }),
      step('Wait', 'wait'),
    ]
    const made = only(file(steps, links('Start > Try', 'Try > Wait', 'Wait > Try')))
    expect(codes(made.document)).toEqual([])
    expect(made.document.nodes.map(({ type }) => type)).toContain('loop')
    expect(made.report.warnings).toMatchObject([{ code: 'loop', step: 'Try' }])
  })

  it('makes one workflow per trigger that leads somewhere of its own, and keeps what nothing leads to as notes', () => {
    const made = importN8n(
      file(
        [
          step('By hand', 'manualTrigger'),
          step('Daily', 'scheduleTrigger'),
          step('Work', 'noOp'),
          step('On failure', 'errorTrigger'),
          step('Cry', 'noOp'),
          step('Forgotten', 'noOp'),
        ],
        links('By hand > Work', 'Daily > Work', 'On failure > Cry'),
      ),
    )
    expect(made.map(({ name }) => name)).toEqual(['Orders', 'Orders (On failure)'])
    expect(made.flatMap(({ document }) => codes(document))).toEqual([])
    expect(made[0]?.document.nodes[0]?.type).toBe('schedule_trigger')
    expect(made[0]?.report.steps.filter(({ how }) => how === 'note').map(({ name }) => name)).toEqual([
      'By hand',
      'Forgotten',
    ])
  })

  it('says that a step is lost where what led to it is not here, and drops none in silence', () => {
    const names = Array.from({ length: 12 }, (_, index) => `Hook ${index}`)
    const made = importN8n(
      file(
        names.flatMap((name) => [step(name, 'webhook', { path: name }), step(`Behind ${name}`, 'noOp')]),
        links(...names.map((name) => `${name} > Behind ${name}`)),
      ),
    )
    expect(made).toHaveLength(10)
    const steps = made.flatMap(({ report }) => report.steps)
    for (const name of names)
      expect(steps.map((one) => one.name)).toEqual(expect.arrayContaining([name, `Behind ${name}`]))
    expect(steps.filter(({ how }) => how === 'lost')).toHaveLength(4)
    expect(made[0]?.document.notes).toHaveLength(4)
  })

  it('gives names of their own to steps with the same, an empty or a hostile name', () => {
    const names = ['Schritt', 'schritt!', '   ', 'constructor', 'प्रारंभ', '"; drop table', 'a'.repeat(400), '🚀']
    const made = only(
      file(
        [step('Start', 'manualTrigger'), ...names.map((name) => step(name, 'noOp'))],
        links(...names.map((name) => `Start > ${name}`)),
      ),
    )
    expect(codes(made.document)).toEqual([])
    expect(new Set(made.document.nodes.map(({ id }) => id)).size).toBe(names.length + 1)
  })

  it('says which expression of which step was not translated, and lets it fail in plain words instead of computing something wrong', () => {
    const made = only(
      file(
        [
          step('Start', 'manualTrigger'),
          step('S', 'set', { values: { string: [{ name: 'k', value: '={{ $execution.id }}' }] }, keepOnlySet: true }),
        ],
        links('Start > S'),
      ),
    )
    expect(made.report.warnings).toMatchObject([{ code: 'expression', step: 'S', node: 's', field: 'k' }])
    expect(config(made, 's')).toEqual({
      fields: [{ name: 'k', value: '{{ $error("Not translated from n8n: $execution.id") }}' }],
    })
  })

  it('takes texts with braces as texts, where n8n does', () => {
    const made = only(
      file(
        [
          step('Start', 'manualTrigger'),
          step('S', 'set', { values: { string: [{ name: 'k', value: 'a {{ b }}' }] }, keepOnlySet: true }),
        ],
        links('Start > S'),
      ),
    )
    expect(codes(made.document)).toEqual([])
    expect(config(made, 's')).toEqual({ fields: [{ name: 'k', value: 'a {{ "{{" }} b }}' }] })
  })

  it('binds values of a query instead of writing them into it', () => {
    const query = "=select * from orders where customer = '{{ $json.name }}' and total > {{ $json.least }}"
    const made = only(
      file(
        [step('Start', 'manualTrigger'), step('Q', 'postgres', { operation: 'executeQuery', query })],
        links('Start > Q'),
      ),
    )
    expect(config(made, 'q_call')).toEqual({
      query: 'select * from orders where customer = $1 and total > $2',
      parameters: ['{{ $input.name }}', '{{ $input.least }}'],
      mode: 'read',
    })
    expect(made.slots).toEqual([{ node: 'q_call', field: 'credential', type: 'postgres', name: 'Postgres' }])
  })

  it('keeps retries, what happens on failure, and what is switched off', () => {
    const rest = {
      retryOnFail: true,
      maxTries: 4,
      waitBetweenTries: 2000,
      onError: 'continueErrorOutput',
      disabled: true,
    }
    const made = only(
      file(
        [
          step('Start', 'manualTrigger'),
          step('H', 'httpRequest', { url: 'https://a.example' }, rest),
          step('Sorry', 'noOp'),
        ],
        links('Start > H', 'H:1 > Sorry'),
      ),
    )
    expect(made.document.nodes[1]).toMatchObject({
      retry: { max_attempts: 4, delay_ms: 2000 },
      on_error: 'error_port',
      disabled: true,
    })
    expect(made.document.edges[1]?.from).toEqual({ node: 'h', port: 'error' })
  })

  it('knows at least 120 types of n8n', () => {
    expect(KNOWN_TYPES.length).toBeGreaterThanOrEqual(120)
  })

  it.each(KNOWN_TYPES)('makes %s without settings into something, never into a crash', (type) => {
    const made = importN8n(file([step('Start', 'manualTrigger'), step('It', type)], links('Start > It')))
    expect(made.length).toBeGreaterThan(0)
  })
})

describe('a file that is no workflow', () => {
  const read = (source: unknown) => importN8n(readUntrusted(source))
  const refusal = (source: unknown): string => {
    try {
      read(source)
    } catch (error) {
      if (error instanceof ImportError) return error.code
      throw error
    }
    return 'taken'
  }
  const deep = (depth: number): string => `{"nodes":[{"parameters":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
  it.each([
    ['text that is no JSON', 'hello', 'not_json'],
    ['a list', '[]', 'not_a_workflow'],
    ['null', 'null', 'not_a_workflow'],
    ['nodes that are none', '{"nodes":{}}', 'not_a_workflow'],
    ['a reserved key', '{"nodes":[{"__proto__":{"polluted":true}}]}', 'reserved_key'],
    ['another reserved key', '{"nodes":[],"constructor":{"prototype":{}}}', 'reserved_key'],
    ['100,000 levels', deep(100_000), 'too_deep'],
    ['100 levels', deep(100), 'too_deep'],
    ['6 MB', `{"nodes":[],"x":"${'a'.repeat(6_000_000)}"}`, 'too_large'],
    ['600,000 values', `{"nodes":[],"x":[${'1,'.repeat(600_000)}1]}`, 'too_large'],
    [
      '10,000 nodes',
      JSON.stringify({
        nodes: Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}`, type: 'n8n-nodes-base.noOp' })),
      }),
      'too_many_nodes',
    ],
    ['nodes that are not nodes', '{"nodes":[1,null,"x",[],{}]}', 'taken'],
    ['nothing in it', '{"nodes":[]}', 'taken'],
  ] as const)('with %s', (_name, source, code) => {
    expect(refusal(source)).toBe(code)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('that holds itself is refused', () => {
    const loop: { nodes: unknown[]; self?: unknown } = { nodes: [] }
    loop.self = loop
    expect(refusal(loop)).toBe('circular')
  })
})

it.each(['emailSend', 'gmail'])('a subject of blanks alone is read once by %s', (type) => {
  const subject = `Your\n  order ${' '.repeat(400_000)}is here`
  const spent = busy()
  const { document } = only(file([step('Mail', type, { subject, message: 'x', text: 'x', sendTo: 'a@example.com' })]))
  expect(JSON.stringify(document)).toContain('Your order')
  expect(spent()).toBeLessThan(1000)
})

const oldSwitch = (rules: number) =>
  step('Which', 'switch', {
    dataType: 'string',
    value1: '={{ $json.a }}',
    rules: { rules: Array(rules).fill({ value2: 'a', output: 1 }) },
  })
const oldSet = (value: string) => step('Set', 'set', { values: { string: [{ name: 'a', value }] } })
const refusalOf = (raw: Json): unknown => {
  try {
    return importN8n(raw)
  } catch (error) {
    return error
  }
}

it.each<[string, Json, string]>([
  ['in one step', file([oldSet('={{ 1 }}'), oldSet(`=${'{{a}}'.repeat(150_000)}`)]), 'nodes.1'],
  ['in all its steps', file(Array.from({ length: 500 }, () => oldSet(`=${'{{a}}'.repeat(200)}`))), 'nodes'],
])(
  'a file with very many expressions %s is refused with a named error before one is translated',
  (_where, raw, field) => {
    const spent = busy()
    expect(refusalOf(raw)).toMatchObject({ code: 'too_many_expressions', field })
    expect(spent()).toBeLessThan(500)
  },
)

it('a Switch with very many rules is translated about as fast as it is long', () => {
  const spent = busy()
  const { document } = only(file([oldSwitch(12_000)]))
  const made = document.nodes.find(({ type }) => type === 'switch')?.config
  expect(JSON.stringify(made).split(' or ')).toHaveLength(12_000)
  expect(spent()).toBeLessThan(1000)
})

it('a step with very many warnings is imported with the first of them', () => {
  const string = Array.from({ length: 200_000 }, (_, index) => ({ name: `a${index}.b`, value: 'x' }))
  const { report } = only(file([step('Set', 'set', { values: { string } })]))
  expect(report.warnings.length).toBe(500)
})

it('an expression that cannot be translated ends where it can be read', () => {
  const { document } = only(file([oldSet('={{ unheardOf }} and {{ $json.a }} and {{ "}}" }}')]))
  const made = document.nodes.find(({ type }) => type === 'set_fields')?.config
  const value = expect.stringMatching(/^\{\{ \$error\(.*\) \}\} and \{\{ \$input\.a \}\} and \{\{ "\}\}" \}\}$/)
  expect(made).toMatchObject({ fields: [{ value }] })
})
