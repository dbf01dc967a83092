import { expect, it } from 'vitest'
import { unsentFiles } from './words.ts'

it('says which files of an answer stay behind, in the language of the question', () => {
  expect(unsentFiles([], 'Send it')).toBe('')
  expect(unsentFiles(['a.pdf', 'b.pdf'], 'Send them')).toBe('Files can’t be sent here. Not sent: a.pdf, b.pdf')
  expect(unsentFiles(['a.pdf'], 'रसीद भेजें')).toContain('a.pdf')
  expect(unsentFiles(['a.pdf'], 'रसीद भेजें')).not.toContain('Not sent')
})
