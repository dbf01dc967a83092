import { expect, it } from 'vitest'
import { joinWritten } from './join-written.ts'

it('joins what is written, whether pieces overlap, begin again, or were missed', () => {
  expect(joinWritten('', { at: 0, text: 'We' })).toBe('We')
  expect(joinWritten('We open', { at: 3, text: 'open at nine' })).toBe('We open at nine')
  expect(joinWritten('Let me look it up', { at: 0, text: 'We' })).toBe('We')
  expect(joinWritten('We', { at: 800, text: 'and close' })).toBe('…and close')
})
