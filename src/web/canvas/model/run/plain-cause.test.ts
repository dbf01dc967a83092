import { expect, it } from 'vitest'
import { plainCause } from './plain-cause.ts'

it.each([
  [
    "TypeError: Cannot read properties of undefined (reading 'total') (line 3)",
    'The code reads “total” of an empty value. Check that the input has it.',
  ],
  ['items.mapp is not a function', 'The code calls “items.mapp”, which is not a function here.'],
  ['ReferenceError: prise is not defined', 'The code uses “prise”, which doesn’t exist here.'],
  ['TypeError: input is not iterable', 'The code uses “input” as a list, but it isn’t one.'],
  ['SyntaxError: Unexpected token < in JSON at position 0', 'The code parses a text as JSON, but it isn’t valid JSON.'],
  ['SyntaxError: Unexpected identifier', 'The code has a syntax error.'],
])('tells the cause of “%s” before the words of the program', (message, cause) => {
  expect(plainCause(message)).toBe(cause)
})

it('leaves messages for people as they are', () => {
  expect(plainCause('The server answered 404')).toBeNull()
  expect(plainCause('The order has no total')).toBeNull()
})
