import { expect, it } from 'vitest'
import { showHidden } from './hidden-characters.ts'

it('shows what a server hides in a text, and leaves the rest', () => {
  expect(showHidden('Reads\u200b a \u{e0041}note\u202e')).toBe('Reads⟨U+200B⟩ a ⟨U+E0041⟩note⟨U+202E⟩')
  expect(showHidden('नोट पढ़ता है 📝')).toBe('नोट पढ़ता है 📝')
})
