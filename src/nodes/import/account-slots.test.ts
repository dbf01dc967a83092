import { expect, it } from 'vitest'
import { EMPTY_DOCUMENT } from '#graph/document.ts'
import { appsToConnect, withAccounts } from './account-slots.ts'

const node = (id: string, config: object) => ({
  id,
  type: 'x',
  version: 1,
  title: id,
  position: { x: 0, y: 0 },
  config,
})
const document = {
  ...EMPTY_DOCUMENT,
  nodes: [
    node('read', { integration: 'google-sheets', action: 'read_rows' }),
    node('add', { integration: 'google-sheets', action: 'add_row' }),
    node('agent', {
      tools: [
        { kind: 'http', name: 'a' },
        { kind: 'app', integration: 'slack', action: 'send_message' },
        { kind: 'node', node: 'app_action', config: { integration: 'google-sheets' } },
      ],
    }),
    node('call', {}),
  ],
} as unknown as typeof EMPTY_DOCUMENT
const slot = (id: string, field: string, type = 'app_account') => ({ node: id, field, type, name: '' })
const slots = [
  slot('read', 'credential'),
  slot('add', 'credential'),
  slot('agent', 'tools.1.credential'),
  slot('agent', 'tools.2.config.credential'),
  slot('call', 'credential', 'bearer'),
  slot('gone', 'credential'),
]

it('an app is asked for once, for all of its steps and tools', () => {
  expect([...appsToConnect(document, slots)]).toEqual([
    ['google-sheets', ['read', 'add', 'agent']],
    ['slack', ['agent']],
  ])
})

it('the account of an app goes to all of its steps and tools, and nowhere else', () => {
  const { nodes } = withAccounts(document, slots, new Map([['google-sheets', 'G']]))
  expect(nodes.map(({ config }) => config)).toMatchObject([
    { credential: 'G' },
    { credential: 'G' },
    { tools: [{ name: 'a' }, { integration: 'slack' }, { config: { credential: 'G' } }] },
    {},
  ])
  expect(JSON.stringify(nodes[2]).match(/"credential"/g)).toHaveLength(1)
  expect(nodes[3]).toBe(document.nodes[3])
})
