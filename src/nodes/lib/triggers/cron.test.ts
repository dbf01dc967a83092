import { describe, expect, it } from 'vitest'
import { cronProblem } from './cron.ts'

describe('cron lines', () => {
  it.each(['* * * * *', '0 9 * * 1-5', '*/15 0-23/2 1,15 JAN-mar sun', '5 4 * * 7', '0 0 29 2 *'])(
    'takes %s',
    (line) => {
      expect(cronProblem(line)).toBeNull()
    },
  )

  it.each([
    ['', 'five fields'],
    ['* * * *', 'five fields'],
    ['* * * * * *', 'five fields'],
    ['60 * * * *', 'not a minute'],
    ['* 24 * * *', 'not a hour'],
    ['* * 0 * *', 'not a day of month'],
    ['* * * 13 *', 'not a month'],
    ['* * * * 8', 'not a day of week'],
    ['5-1 * * * *', 'backwards'],
    ['*/0 * * * *', 'not a step'],
    ['1/2/3 * * * *', 'not a step'],
    ['a * * * *', 'not a minute'],
    ['1-2-3 * * * *', 'not a minute'],
    [', * * * *', 'not a minute'],
    ['@daily', 'five fields'],
  ])('refuses %s', (line, reason) => {
    expect(cronProblem(line)).toContain(reason)
  })
})
