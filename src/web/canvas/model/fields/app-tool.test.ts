import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { parametersOf, toolName, toolWith, withFixed, writtenFor } from './app-tool.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    channel: { type: 'string', 'x-options': { depends_on: [], search: true } },
    'x-mark': { type: 'string', default: { 'x-y': 1 } },
    id: { type: 'string', readOnly: true },
  },
  required: ['channel', 'id'],
}
const send = {
  ...{ id: 'send_message', title: 'Send a message', description: '<b>Posts</b> it.', effect: 'write' },
  input_schema: schema,
}
const slack = { id: 'piece-slack', name: 'Slack' }

describe('what the model provides', () => {
  it('is the input of the action, without hints for forms and without what only the app says', () => {
    expect(parametersOf(schema, {})).toEqual({
      type: 'object',
      properties: { channel: { type: 'string' }, 'x-mark': { type: 'string', default: { 'x-y': 1 } } },
      required: ['channel'],
    })
  })

  it('is the plain fields, without what they stand for and what can only be one thing', () => {
    const mail: JsonObject = {
      type: 'object',
      properties: {
        message: { type: 'object' },
        old: { type: 'string', 'x-hidden': true },
        product: { enum: ['mail'] },
        to: { type: 'string' },
      },
      required: ['product'],
      'x-main': ['to'],
      'x-needed': { to: 'message' },
    }
    expect(parametersOf(mail, {})).toEqual({ type: 'object', properties: { to: { type: 'string' } }, required: ['to'] })
    expect(parametersOf(mail, { message: {} })).toMatchObject({ required: [] })
  })

  it('leaves out what is fixed', () => {
    expect(withFixed({ kind: 'app' }, { channel: 'C1' }, schema)).toEqual({
      kind: 'app',
      fixed: { channel: 'C1' },
      parameters: {
        type: 'object',
        properties: { 'x-mark': { type: 'string', default: { 'x-y': 1 } } },
        required: [],
      },
    })
    expect(withFixed({ kind: 'app', fixed: { channel: 'C1' } }, {}, schema)).not.toHaveProperty('fixed')
  })
})

describe('the name of a tool', () => {
  it.each([
    ['Send a message', [], 'send_a_message'],
    ['Send a message', ['send_a_message', 'send_a_message_2'], 'send_a_message_3'],
    ['2 Rows!', [], 'rows'],
    ['संदेश', [], 'app_action'],
  ])('of “%s” is one that the node takes', (title, taken, name) => {
    expect(toolName(title, taken)).toBe(name)
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,40}$/)
    expect(toolName(title.repeat(30), taken)).toMatch(/^[a-z][a-z0-9_]{0,40}$/)
  })
})

describe('choosing an action', () => {
  it('writes what the agent needs, and never more than the action does', () => {
    const tool = toolWith(
      { kind: 'app', name: '', approved: true },
      { app: slack, action: send, account: 'a1' },
      [],
      null,
    )
    expect(tool).toMatchObject({
      ...{ kind: 'app', integration: 'piece-slack', action: 'send_message', credential: 'a1', effect: 'write' },
      ...{ name: 'send_a_message', description: 'Slack: Send a message. Posts it.', approved: false },
    })
  })

  it('keeps name and purpose that a person wrote, and replaces those of the last action', () => {
    const before = writtenFor('Slack', send, [])
    const first = toolWith({ kind: 'app' }, { app: slack, action: send, account: 'a1' }, [], null)
    const other = { ...send, id: 'find', title: 'Find a user', effect: 'read' }
    const next = { app: slack, action: other, account: null }
    expect(toolWith(first, next, [], before)).toMatchObject({ name: 'find_a_user', effect: 'read' })
    expect(toolWith({ ...first, name: 'tell_team', fixed: { channel: 'C1' } }, next, [], before)).toEqual(
      expect.objectContaining({ name: 'tell_team', description: 'Slack: Find a user. Posts it.' }),
    )
    expect(toolWith(first, next, [], before)).not.toHaveProperty('credential')
  })
})
