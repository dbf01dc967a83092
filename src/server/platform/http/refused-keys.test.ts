import { expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import { countRefusedKeys } from './refused-keys.ts'

const GUESSER = '203.0.113.9'

it('holds off who guesses for the rest of the minute, and nobody else', () => {
  let now = 0
  const keys = countRefusedKeys(3, () => now)
  for (let guess = 0; guess < 3; guess++) {
    keys.check(GUESSER)
    keys.note(GUESSER)
  }
  now = 20_000
  expect(() => keys.check(GUESSER)).toThrow(expect.objectContaining({ code: 'too_many_requests', retryAfter: 40 }))
  expect(() => keys.check('198.51.100.1')).not.toThrow()
  now = 60_000
  expect(() => keys.check(GUESSER)).not.toThrow(AppError)
})

it('counts nothing for the machine itself', () => {
  const keys = countRefusedKeys(1)
  for (let guess = 0; guess < 5; guess++) keys.note('127.0.0.1')
  expect(() => keys.check('127.0.0.1')).not.toThrow()
})
