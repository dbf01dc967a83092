import { describe, expect, it } from 'vitest'
import { findShortcut } from './shortcuts.ts'

const press = (key: string, more: object = {}) =>
  findShortcut({ key, metaKey: false, ctrlKey: false, altKey: false, typing: false, ...more })

describe('findShortcut', () => {
  it('knows its three keys', () => {
    expect(press('/')).toBe('search')
    expect(press('?')).toBe('shortcuts')
    expect(press('k', { metaKey: true })).toBe('palette')
    expect(press('K', { ctrlKey: true })).toBe('palette')
  })
  it('leaves typing and other combinations alone', () => {
    expect(press('/', { typing: true })).toBeNull()
    expect(press('?', { ctrlKey: true })).toBeNull()
    expect(press('k')).toBeNull()
    expect(press('k', { typing: true, metaKey: true })).toBe('palette')
  })
})
