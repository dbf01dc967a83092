import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { buildPassport, findSubWorkflowSteps } from './passport.ts'

const ADDED = '01890000-0000-7000-8000-000000000001'
const HOSTS = new Map([[`mcp-${ADDED}`, ['notes.example']]])

it.each([
  ['ai_prompt', true, 'The runner’s default model'],
  ['ai_prompt', false, 'The default model of this installation'],
  ['ai_classify', false, 'The default model of this installation, where one is set up'],
])('names whose model a step %s asks, by whether its workflow is open (%s)', (type, isOpen, text) => {
  const document = workflow([node('start', 'manual_trigger'), node('ask', type, {})], wires('start > ask'))
  expect(buildPassport(document, { names: new Map(), hosts: new Map(), isOpen }).models).toEqual([text])
})

it('names no model of a buyer where an open workflow sends something, which that model could forge', () => {
  const document = workflow(
    [node('start', 'manual_trigger'), node('ask', 'ai_prompt', {}), node('call', 'http_request', {})],
    wires('start > ask > call'),
  )
  const { models } = buildPassport(document, { names: new Map(), hosts: new Map(), isOpen: true })
  expect(models).toEqual(['The default model of this installation'])
})

const tool = { kind: 'http', name: 'find', description: 'x', url: 'https://crm.example/x' }
it.each([
  ['as they are', [tool], 'crm.example'],
  ['one by an expression', [`{{ ${JSON.stringify(tool)} }}`], 'An address that is only known when it runs (“ask”)'],
  ['all by an expression', `{{ [${JSON.stringify(tool)}] }}`, 'An address that is only known when it runs (“ask”)'],
  [
    'their kind by an expression',
    [{ ...tool, kind: '{{ "node" }}', node: 'send_email', url: '' }],
    'An address that is only known when it runs (“ask”)',
  ],
])('names where an agent sends data whose tools are written %s', (_way, tools, host) => {
  const ask = node('ask', 'ai_agent', { task: 'x', tools: tools as Json })
  const document = workflow([node('start', 'manual_trigger'), ask], wires('start > ask'))
  expect(buildPassport(document, { names: new Map(), hosts: HOSTS, isOpen: false }).sends_to).toEqual([host])
  expect(findSubWorkflowSteps(document).length).toBe(host === 'crm.example' ? 0 : 1)
})

const LOOK = { store: 'qdrant', collection: 'handbook', embeddings: { model: 'm' } }
it.each([
  ['a step', node('look', 'vector_store', LOOK), ['A vector database', 'A model server of the seller’s (“look”)']],
  ['with vectors of ours', node('look', 'vector_store', { collection: 'x' }), ['A vector database']],
  [
    'a tool of an agent',
    node('look', 'ai_agent', {
      task: 'x',
      tools: [{ kind: 'node', name: 'find', description: 'x', node: 'vector_store', config: LOOK }],
    }),
    ['A vector database', 'A model server of the seller’s (“look”)'],
  ],
])('names the vector database and who makes its vectors: %s', (_what, step, names) => {
  const document = workflow([node('start', 'manual_trigger'), step], wires('start > look'))
  const passport = buildPassport(document, { names: new Map(), hosts: HOSTS, isOpen: false })
  expect(passport.sends_to).toEqual(names)
  expect(passport.models).toEqual(step.type === 'ai_agent' ? ['The default model of this installation'] : [])
})

it('names the knowledge that the person who runs it chooses, next to where its data goes', () => {
  const form = node('start', 'input_form', { fields: [{ name: 'base', label: 'Policies', type: 'knowledge' }] })
  const steps = [node('look', 'chosen_knowledge', {}), node('send', 'http_request', { url: 'https://x.example.com/a' })]
  const document = workflow([form, ...steps], wires('start > look > send'))
  const { reads, sends_to } = buildPassport(document, { names: new Map(), hosts: HOSTS, isOpen: false })
  expect(reads).toEqual(['What a search finds in the knowledge base you choose as “Policies”'])
  expect(sends_to).toEqual(['x.example.com'])
})

it('names tables, knowledge and skills of the seller that are read, and what is written to', () => {
  const steps = [
    node('row', 'data_table', {}),
    node('bot', 'ai_agent', { task: 'x', skills: [ADDED] }),
    node('ask', 'knowledge_search', {}),
    node('keep', 'knowledge_document', {}),
  ]
  const document = workflow(
    [node('start', 'manual_trigger'), ...steps],
    wires('start > row', 'row > bot', 'bot > ask', 'ask > keep'),
  )
  const { reads, sends_to } = buildPassport(document, { names: new Map(), hosts: HOSTS, isOpen: false })
  expect(reads).toEqual([
    'A table of the seller’s (“row”)',
    'A knowledge base of the seller’s (“ask”)',
    'Skills that the seller gave it (“bot”)',
  ])
  expect(sends_to).toEqual(['A table of the seller’s', 'A knowledge base of the seller’s'])
})

it.each([
  [
    'a step',
    node('row', 'app_action', { integration: 'google-sheets', action: 'add_row', input: {} }),
    'Google Sheets',
  ],
  [
    'a tool of an agent',
    node('ask', 'ai_agent', {
      task: 'x',
      tools: [{ kind: 'app', name: 'row', description: 'x', integration: 'google-sheets', action: 'add_row' }],
    }),
    'Google Sheets',
  ],
  [
    'an app from a document',
    node('row', 'app_action', { integration: `api-${ADDED}`, action: 'look', input: {} }),
    'An app the seller added (“row”)',
  ],
  [
    'an MCP server',
    node('row', 'app_action', { integration: `mcp-${ADDED}`, action: 'look', input: {} }),
    'An MCP server the seller connected at notes.example (“row”)',
  ],
])('names the app that data is sent to by %s', (_what, step, name) => {
  const document = workflow([node('start', 'manual_trigger'), step], wires(`start > ${step.id}`))
  expect(buildPassport(document, { names: new Map(), hosts: HOSTS, isOpen: false }).sends_to).toEqual([name])
})
