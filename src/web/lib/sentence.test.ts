import { expect, it } from 'vitest'
import { toSentence } from './sentence.ts'

it.each([
  ['The code could not start', 'The code could not start.'],
  ['The file is protected by a password. ', 'The file is protected by a password.'],
  ['Is it a PDF?', 'Is it a PDF?'],
  ['It said “no.”', 'It said “no.”'],
  ['It said “no”', 'It said “no”.'],
  ['Use PDF, DOCX or text (at most 25 MB)', 'Use PDF, DOCX or text (at most 25 MB).'],
  ['', ''],
])('%j before another sentence is %j', (words, shown) => {
  expect(toSentence(words)).toBe(shown)
})
