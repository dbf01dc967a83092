import { expect, it } from 'vitest'
import { cronText } from './cron-text.ts'

it.each([
  ['0 9 * * *', 'Every day at 09:00'],
  ['30 18 * * 1-5', 'Monday to Friday at 18:30'],
  ['0 9 * * 1,4', 'Every Monday and Thursday at 09:00'],
  ['0 9 22 * *', 'On the 22nd of every month at 09:00'],
  ['5 0 11 * *', 'On the 11th of every month at 00:05'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['0 * * * *', 'Every hour'],
  ['0 9 * 1 *', 'Schedule 0 9 * 1 *'],
  ['nonsense', 'Schedule nonsense'],
])('says %s as a person would', (cron, text) => {
  expect(cronText(cron)).toBe(text)
})
