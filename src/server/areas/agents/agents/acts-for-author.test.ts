import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { actsForAuthor, storedActsForAuthor } from './acts-for-author.ts'

const start = node('start', 'manual_trigger')
const acts = (type: string, config: JsonObject = {}, more: object = {}) =>
  actsForAuthor(workflow([start, { ...node('a', type, config), ...more }], wires('start > a')))

/** Of each group, the node types that act in the name of the author whatever their settings are. */
const ACTING: Readonly<Record<string, readonly string[]>> = {
  trigger: [],
  flow: ['marketplace_agent', 'sub_workflow'],
  data: [],
  people: [],
  integration: [
    'app_action',
    'data_table',
    'gmail_send',
    'graphql_request',
    'http_request',
    'knowledge_document',
    'postgres_query',
    'remote_agent',
    'rss_read',
    's3',
    'send_email',
    'slack_message',
    'vector_store',
    'webhook_call',
  ],
  code: [],
  document: [],
  healthcare: [],
  legal: [],
  finance: [],
  ai: [],
  output: [],
}

const groups = Map.groupBy(catalogue.all, ({ category }) => category)

it.each([...groups])(
  'a model of a buyer may be asked next to the nodes of the group %s but for those that act',
  (group, nodes) => {
    const acting = nodes.map(({ type }) => type).filter((type) => acts(type))
    expect(acting.sort()).toEqual(ACTING[group])
  },
)

it('no node that calls a server, a database or a mailbox is left out', () => {
  const folder = join(import.meta.dirname, '../../../../nodes/golden')
  const calling = readdirSync(folder).flatMap((file) => {
    const cases = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { ports?: object; config: JsonObject }[]
    const calls = cases.filter(({ ports = {} }) => ['http', 'sql', 'mail'].some((port) => port in ports))
    return calls.map(({ config }) => [file, acts(file.replace('.json', ''), config)] as const)
  })
  expect(calling.length).toBeGreaterThan(10)
  expect(calling.filter(([, isActing]) => !isActing)).toEqual([])
})

describe('settings with which a step acts in the name of its author', () => {
  const tool = { kind: 'node', name: 'f', node: 'filter', description: 'x', config: {} }
  const id = '01890000-0000-7000-8000-000000000001'
  it.each<[string, string, JsonObject]>([
    ['a tool', 'ai_agent', { tools: [tool] }],
    ['a tool by an expression', 'ai_agent', { tools: [`{{ ${JSON.stringify(tool)} }}`] }],
    ['all tools by an expression', 'ai_agent', { tools: '{{ $input.tools }}' }],
    ['a credential of a model server', 'ai_prompt', { credential: id }],
    ['a credential by an expression', 'ai_prompt', { credential: '{{ $input.credential }}' }],
    ['a credential inside a list', 'ai_prompt', { more: [{ deep: { credential: id } }] }],
    ['a model of the seller', 'ai_prompt', { model: id }],
    ['a second model of the seller', 'ai_prompt', { model: 'environment', fallback_model: id }],
    ['a model by an expression', 'ai_prompt', { model: '{{ $input.model }}' }],
    ['a type that is not known', 'no_such_node', {}],
  ])('%s', (_what, type, config) => expect(acts(type, config)).toBe(true))

  it.each<[string, string, JsonObject]>([
    ['no tools', 'ai_agent', { task: 'x', tools: [] }],
    ['a text by an expression', 'ai_prompt', { prompt: '{{ $input.text }}' }],
    ['the model of this installation', 'ai_prompt', { model: 'environment', credential: '' }],
  ])('but not %s', (_what, type, config) => expect(acts(type, config)).toBe(false))
})

it('steps that are switched off do nothing', () => {
  expect(acts('http_request', {}, { disabled: true })).toBe(false)
})

it('a stored workflow that cannot be read counts as one that acts', () => {
  expect([storedActsForAuthor(undefined), storedActsForAuthor({ nodes: 1 })]).toEqual([true, true])
})
