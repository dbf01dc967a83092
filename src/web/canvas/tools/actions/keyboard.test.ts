import { describe, expect, it } from 'vitest'
import type { ActionContext, CanvasAction } from './action.ts'
import { actionOf } from './keyboard.ts'
import { caps, matches } from './keys.ts'

const press = (key: string, more: object = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

describe('keys', () => {
  it('are matched with what is held, on a PC and on a Mac', () => {
    expect(matches('mod+shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
    expect(matches('mod+Z', press('z', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
    expect(matches('mod+Z', press('z', { metaKey: true }), true)).toBe(true)
    expect(matches('mod+Z', press('z', { ctrlKey: true }), true)).toBe(false)
    expect(matches('D', press('d', { ctrlKey: true }), false)).toBe(false)
    expect(matches('shift+ArrowLeft', press('ArrowLeft'), false)).toBe(false)
    expect(matches('alt+C', press('ç', { altKey: true, code: 'KeyC' }), true)).toBe(true)
  })
  it('take signs with and without Shift', () => {
    expect(matches('+', press('+', { shiftKey: true }), false)).toBe(true)
    expect(matches('+', press('+'), false)).toBe(true)
    expect(matches('-', press('-'), false)).toBe(true)
  })
  it('are shown as they are on the keyboard', () => {
    expect(caps('mod+shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z'])
    expect(caps('mod+D', true)).toEqual(['⌘', 'D'])
    expect(caps('shift+ArrowLeft', false)).toEqual(['Shift', '←'])
    expect(caps('+', false)).toEqual(['+'])
  })
})

describe('the action of a press', () => {
  const action = (id: string, may: true | string, more: Partial<CanvasAction> = {}): CanvasAction => ({
    id,
    label: id,
    group: 'edit',
    keys: ['D'],
    enabled: () => may,
    perform: () => {},
    ...more,
  })
  const context = {} as ActionContext
  it('is the first that can be done, else the first that says why not', () => {
    expect(actionOf(press('d'), [action('one', 'no'), action('two', true)], context, false)?.id).toBe('two')
    expect(actionOf(press('d'), [action('one', 'no'), action('two', 'no')], context, false)?.id).toBe('one')
    expect(actionOf(press('x'), [action('one', true)], context, false)).toBeNull()
  })
  it('is none while one types, unless it says otherwise', () => {
    expect(actionOf(press('d'), [action('one', true)], context, true)).toBeNull()
    expect(actionOf(press('d'), [action('one', true, { whileTyping: true })], context, true)?.id).toBe('one')
  })
})
