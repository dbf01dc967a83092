import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { analyse } from '#nodes/import/analyse.ts'
import { type Rest, step } from '#test/support/n8n-exports.ts'
import { importN8n } from './import-n8n.ts'

/**
 * A chat that leads to an agent, on which the parts hang: `[kind, step]`. One workflow is made of it, unless further triggers make
 * `others`, named by their triggers.
 */
function withAgent(
  parts: [kind: string, step: Rest][],
  parameters: Rest = {},
  { triggers = [], others = [] }: { triggers?: Rest[]; others?: string[] } = {},
) {
  const link = (type: string, node: string) => ({ [type]: [[{ node, type, index: 0 }]] })
  const chat = step('Chat', 'lc:chatTrigger')
  const [made, ...more] = importN8n({
    name: 'Assistant',
    nodes: [chat, ...triggers, step('Agent', 'lc:agent', parameters), ...parts.map(([, part]) => part)],
    connections: {
      Chat: link('main', 'Agent'),
      ...Object.fromEntries(triggers.map(({ name }) => [String(name), link('main', 'Agent')])),
      ...Object.fromEntries(parts.map(([kind, part]) => [String(part.name), link(kind, 'Agent')])),
    },
  })
  if (!made) throw new Error('nothing was made')
  expect(more.map(({ document }) => document.nodes[0]?.type)).toEqual(others)
  const agent = made.document.nodes.find(({ type }) => type === 'ai_agent')
  const open = made.slots.map(({ node, field }) => `${node}.${field}`)
  const problems = validate(made.document, catalogue).filter(({ node, field }) => !open.includes(`${node}.${field}`))
  const how = Object.fromEntries(made.report.steps.map((one) => [one.name, one.how]))
  return { made, agent, tools: (agent?.config.tools ?? []) as Rest[], problems, how }
}

describe('an agent of n8n', () => {
  it('comes with its model, its conversation, its tools and the form of its answer', () => {
    const { agent, tools, problems, how, made } = withAgent(
      [
        [
          'ai_languageModel',
          step('GPT', 'lc:lmChatOpenAi', { model: { __rl: true, value: 'gpt-4o' }, options: { temperature: 0.2 } }),
        ],
        ['ai_memory', step('Window', 'lc:memoryBufferWindow')],
        ['ai_outputParser', step('Form', 'lc:outputParserStructured', { jsonSchemaExample: '{"city":"Pune"}' })],
        [
          'ai_tool',
          step('Find order', 'httpRequestTool', {
            method: 'POST',
            url: "=https://shop.example/orders/{{ $fromAI('id', 'The number', 'string') }}",
            toolDescription: 'Finds an order',
            authentication: 'genericCredentialType',
            genericAuthType: 'httpHeaderAuth',
            sendHeaders: true,
            headerParameters: { parameters: [{ name: 'X-Shop', value: 'north' }] },
            sendBody: true,
            bodyParameters: {
              parameters: [
                { name: 'mode', value: 'full' },
                {
                  name: 'note',
                  value: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('why', `A reason`, 'string') }}",
                },
              ],
            },
          }),
        ],
        [
          'ai_tool',
          step('Weather', 'lc:toolHttpRequest', {
            url: 'https://weather.example/{city}',
            toolDescription: 'The weather',
            parametersQuery: {
              values: [
                { name: 'days', valueProvider: 'modelOptional' },
                { name: 'units', valueProvider: 'fieldValue', value: 'metric' },
              ],
            },
            placeholderDefinitions: { values: [{ name: 'city', type: 'string', description: 'A town' }] },
          }),
        ],
        [
          'ai_tool',
          step('Refund', 'lc:toolWorkflow', {
            description: 'Refunds an order',
            workflowId: { __rl: true, mode: 'list', value: 'x', cachedResultName: 'Refunds' },
            workflowInputs: { value: { order: "={{ $fromAI('order', '', 'number') }}", operation: 'refund' } },
          }),
        ],
        [
          'ai_tool',
          step('Double', 'lc:toolCode', { description: 'Doubles', jsCode: 'return String(Number(query) * 2)' }),
        ],
        ['ai_tool', step('Tell', 'slackTool', { channel: '#a', text: "={{ $fromAI('text') }}" })],
      ],
      {
        promptType: 'define',
        text: '={{ $json.chatInput }}',
        options: { systemMessage: 'Be brief', maxIterations: 5 },
      },
    )
    expect(problems).toEqual([])
    expect(agent?.config).toMatchObject({
      task: '{{ $input.chatInput }}',
      data: '{{ $nodes.chat.history }}',
      system: 'Be brief',
      max_steps: 5,
      temperature: 0.2,
      schema: { type: 'object', properties: { city: { type: 'string' } } },
    })
    expect(tools).toMatchObject([
      {
        kind: 'http',
        name: 'find_order',
        description: 'Finds an order',
        method: 'POST',
        url: 'https://shop.example/orders/{id}',
        headers: [{ name: 'X-Shop', value: 'north' }],
        body: { mode: 'full', note: '{why}' },
        parameters: { properties: { id: { description: 'The number' }, why: {} }, required: ['id', 'why'] },
      },
      {
        kind: 'http',
        name: 'weather',
        method: 'GET',
        url: 'https://weather.example/{city}?units=metric',
        parameters: { properties: { city: { description: 'A town' }, days: {} }, required: ['city'] },
      },
      {
        kind: 'workflow',
        name: 'refund',
        fixed: { operation: 'refund' },
        parameters: { properties: { order: { type: 'number' } } },
      },
      { kind: 'node', name: 'double', node: 'code', acts: false },
      {
        kind: 'app',
        name: 'tell',
        integration: 'slack',
        action: 'send_message',
        effect: 'write',
        fixed: { channel: '#a' },
        parameters: { properties: { text: {} }, required: ['text'] },
      },
    ])
    expect(made.slots.map(({ field, type, name }) => `${field} ${type} ${name}`)).toEqual([
      'model model gpt-4o (OpenAi)',
      'tools.0.credential api_key_header httpHeaderAuth',
      'tools.2.workflow_id workflow Refunds',
      'tools.4.credential app_account Slack',
    ])
    expect(Object.values(how)).not.toContain('lost')
    expect(how).toMatchObject({ GPT: 'mapped', Window: 'mapped', Refund: 'mapped', Tell: 'mapped' })
  })

  it('reads its conversation in Postgres and adds to it, in the form of n8n', () => {
    const { made, agent, problems, how } = withAgent(
      [
        [
          'ai_memory',
          step('Memory', 'lc:memoryPostgresChat', {
            sessionIdType: 'customKey',
            sessionKey: '={{ $json.chat }}',
            contextWindowLength: 3,
          }),
        ],
        [
          'ai_tool',
          step('Refund', 'lc:toolWorkflow', {
            workflowId: { __rl: true, mode: 'list', value: 'x' },
            workflowInputs: { value: { chat: '={{ $json.chat }}' } },
          }),
        ],
      ],
      { promptType: 'define', text: '={{ $json.question }}' },
    )
    expect(problems).toEqual([])
    expect(how.Memory).toBe('mapped')
    const line = made.document.nodes.slice(2).map(({ id, type }) => `${id}: ${type}`)
    expect(line).toEqual([
      'agent_input: set_fields',
      'agent_look_up: postgres_query',
      'agent_look_up_2: postgres_query',
      'agent_call: ai_agent',
      'agent_after: postgres_query',
      'agent: set_fields',
    ])
    const config = (id: string) => made.document.nodes.find((node) => node.id === id)?.config
    expect(config('agent_look_up_2')).toMatchObject({
      query: 'select message from "n8n_chat_histories" where session_id = $1 order by id desc limit $2',
      parameters: ['{{ $nodes.agent_input.item.chat }}', 6],
      mode: 'read',
    })
    expect(agent?.config).toMatchObject({
      task: '{{ $nodes.agent_input.item.question }}',
      data: expect.stringContaining('$reverse([$input.rows])'),
      tools: [{ fixed: { chat: '{{ $nodes.agent_input.item.chat }}' } }],
    })
    expect(config('agent_after')?.parameters).toMatchObject([
      '{{ $nodes.agent_input.item.chat }}',
      { type: 'human', content: '{{ $nodes.agent_input.item.question }}' },
      { type: 'ai', content: '{{ $nodes.agent_call.text }}' },
    ])
    expect(config('agent')).toMatchObject({ json: '{{ $nodes.agent_call }}', fields: [{ name: 'output' }] })
    expect(made.slots.filter(({ type }) => type === 'postgres').map(({ node }) => node)).toEqual([
      'agent_look_up',
      'agent_look_up_2',
      'agent_after',
    ])
  })

  it('reads a conversation of n8n’s table as ours, the oldest message first', async () => {
    const rows: Json = [
      { message: { type: 'ai', data: { content: 'Hello!' } } },
      { message: { type: 'human', content: 'Hi' } },
    ]
    const { agent } = withAgent([['ai_memory', step('Memory', 'lc:memoryPostgresChat')]])
    const source = String(agent?.config.data).slice(3, -3)
    expect(await compileExpression(source).evaluate({ input: { rows } })).toEqual([
      { role: 'person', text: 'Hi' },
      { role: 'workflow', text: 'Hello!' },
    ])
    expect(await compileExpression(source).evaluate({ input: { rows: [] } })).toEqual([])
  })

  it('is what a node of a model maker with tools becomes, and its tools read the run as fixed input', () => {
    const [made] = importN8n({
      name: 'Write',
      nodes: [
        step('Start', 'manualTrigger'),
        step('Write', 'lc:openAi', {
          messages: { values: [{ role: 'system', content: 'Be brief' }, { content: '=About {{ $json.topic }}' }] },
        }),
        step('Wikipedia', 'lc:toolWikipedia'),
        step('Tell', 'slackTool', { channel: "={{ $('Start').item.json.channel }}", text: "={{ $fromAI('text') }}" }),
        step('Refund', 'lc:toolWorkflow', {
          workflowId: { __rl: true, mode: 'list', value: 'x', cachedResultName: 'Refunds' },
          workflowInputs: { value: { session: '={{ $json.session }}', order: "={{ $fromAI('order') }}" } },
        }),
        step('Mixed', 'lc:toolWorkflow', {
          workflowId: { __rl: true, mode: 'list', value: 'x' },
          workflowInputs: { value: { both: "={{ $json.session + $fromAI('order') }}" } },
        }),
      ],
      connections: {
        Start: { main: [[{ node: 'Write', type: 'main', index: 0 }]] },
        ...Object.fromEntries(
          ['Wikipedia', 'Tell', 'Refund', 'Mixed'].map((name) => [
            name,
            { ai_tool: [[{ node: 'Write', type: 'ai_tool', index: 0 }]] },
          ]),
        ),
      },
    })
    const agent = made?.document.nodes.find(({ type }) => type === 'ai_agent')
    expect(agent?.config).toMatchObject({ task: 'About {{ $input.topic }}', system: 'Be brief' })
    const tools = agent?.config.tools as Rest[]
    expect(tools.map(({ name }) => name)).toEqual(['wikipedia', 'tell', 'refund'])
    expect(tools[1]).toMatchObject({ kind: 'app', fixed: { channel: '{{ $nodes.start.channel }}' } })
    expect(tools[2]).toMatchObject({
      kind: 'workflow',
      fixed: { session: '{{ $input.session }}' },
      parameters: { properties: { order: { type: 'string' } } },
    })
    expect(made?.report.steps).toContainEqual(expect.objectContaining({ name: 'Mixed', how: 'lost' }))
    const problems = validate(made?.document ?? { nodes: [] }, catalogue).map(({ field }) => field)
    expect(problems).toEqual(['tools.2.workflow_id'])
  })

  it.each([
    ['a store of vectors', step('Lost', 'lc:toolVectorStore'), 'its embeddings have no equivalent'],
    ['a tool of an MCP server', step('Lost', 'lc:mcpClientTool'), 'connect the server'],
    ['a call whose host the model chooses', step('Lost', 'httpRequestTool', { url: "={{ $fromAI('url') }}" }), 'host'],
    [
      'a call that reads another step',
      step('Lost', 'httpRequestTool', { url: "=https://a.example/{{ $('Chat').item.json.sessionId }}" }),
      'computes|not translated',
    ],
    ['Python', step('Lost', 'lc:toolCode', { language: 'python', jsCode: 'x' }), 'Python'],
  ])('counts %s as lost and says why', (_name, tool, why) => {
    const { tools, how, made } = withAgent([['ai_tool', tool]])
    expect(tools).toEqual([])
    expect(how.Lost).toBe('lost')
    expect(made.report.warnings.map(({ message }) => message).join()).toMatch(
      new RegExp(`Lost” has no equivalent here: .*(?:${why})`),
    )
    // All it held stays as a note.
    expect(made.document.notes.map(({ text }) => text).join()).toContain('Lost')
  })

  it('counts a memory that has no counterpart as lost, and what is switched off as a note', () => {
    const { how, problems } = withAgent([
      ['ai_memory', step('Store', 'lc:memoryRedisChat')],
      ['ai_tool', step('Off', 'lc:toolVectorStore', {}, { disabled: true })],
    ])
    expect(problems).toEqual([])
    expect(how).toMatchObject({ Store: 'lost', Off: 'note' })
  })

  it.each([
    ['works on a database of its own', step('Other', 'lc:agent', { agent: 'sqlAgent', text: 'Count them' })],
    ['has its instructions at OpenAI', step('Other', 'lc:openAiAssistant', { assistantId: 'a', text: 'Hello' })],
    ['is an assistant at OpenAI', step('Other', 'lc:openAi', { resource: 'assistant', prompt: 'Hello' })],
  ])('is a placeholder where it %s: that is not in the file', (_name, other) => {
    const [made] = importN8n({
      name: 'W',
      nodes: [step('Start', 'manualTrigger'), other],
      connections: { Start: { main: [[{ node: 'Other', type: 'main', index: 0 }]] } },
    })
    expect(made?.report.steps).toMatchObject([{ how: 'mapped' }, { name: 'Other', how: 'placeholder' }])
  })

  it('is as risky as its tools and its task are', () => {
    const { made } = withAgent(
      [
        ['ai_tool', step('Weather', 'lc:toolHttpRequest', { url: 'http://weather.example/x' })],
        ['ai_tool', step('Double', 'lc:toolCode', { jsCode: 'return query' })],
      ],
      { promptType: 'define', text: '={{ $json.chatInput }}' },
    )
    const risks = analyse(made.document, made.slots).risks.map(({ code, field }) => `${code} ${field}`)
    expect(risks).toEqual(
      expect.arrayContaining([
        'not_encrypted tools.0.url',
        'leaves_machine tools.0.url',
        'code tools.1.config',
        'untrusted_in_prompt task',
      ]),
    )
  })

  it('is in a workflow of its own for a second trigger that runs unattended; the one by hand is a note', () => {
    const triggers = [step('Daily', 'scheduleTrigger'), step('Hand', 'manualTrigger')]
    const { how } = withAgent([], {}, { triggers, others: ['schedule_trigger'] })
    expect(how).toMatchObject({ Chat: 'mapped', Hand: 'note' })
    expect(how).not.toHaveProperty('Daily')
  })
})
