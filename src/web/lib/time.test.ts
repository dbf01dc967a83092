import { expect, it } from 'vitest'
import { formatDay, formatExactTime } from './time.ts'

it('shows the date of a document as it is written, wherever its reader is', () => {
  // Midnight in UTC is the day before in America, and a time is another day in the Pacific.
  expect(formatDay('2026-11-20', 'America/Los_Angeles')).toBe('20 Nov 2026')
  expect(formatDay('2026-11-20', 'Pacific/Kiritimati')).toBe('20 Nov 2026')
  expect(formatDay('2026-11-20T00:00:00Z', 'America/Los_Angeles')).toBe('19 Nov 2026')
})

it('shows a time on the clock it is asked for', () => {
  expect(formatExactTime('2026-11-20T20:00:00Z', 'Asia/Kolkata')).toMatch(/^21 Nov 2026, 1:30:00 am$/)
})
