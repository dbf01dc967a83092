import { describe, expect, it } from 'vitest'
import { formatBytes, formatDuration, formatPaise } from './format.ts'
import { initials } from './initials.ts'
import { resolveTheme } from './theme.ts'
import { formatRelative } from './time.ts'

describe('formatting', () => {
  it('writes money in lakh and crore, paise only where there are some', () => {
    expect(formatPaise(10_000_000)).toBe('₹1,00,000')
    expect(formatPaise(123_456)).toBe('₹1,234.56')
    expect(formatPaise(250)).toBe('₹2.50')
    expect(formatPaise(0)).toBe('₹0')
    expect(formatPaise(-50_000)).toBe('-₹500')
  })
  it('writes durations and sizes', () => {
    expect([480, 2400, 59_940, 185_000, 3_840_000].map(formatDuration)).toEqual([
      '480 ms',
      '2.4 s',
      '59.9 s',
      '3 min 5 s',
      '1 h 4 min',
    ])
    expect([640, 12_500, 25_000_000].map(formatBytes)).toEqual(['640 B', '12.5 kB', '25 MB'])
  })
  it('writes times relative to now', () => {
    const now = Date.parse('2026-01-31T09:30:00.000Z')
    const at = (seconds: number) => formatRelative(now + seconds * 1000, now)
    expect([-10, -60, -185, -7200, -86_400, 86_400].map(at)).toEqual([
      'just now',
      '1 minute ago',
      '3 minutes ago',
      '2 hours ago',
      'yesterday',
      'tomorrow',
    ])
  })
  it('takes the first letters of the first and the last name', () => {
    expect(['Asha Rao', 'meera', 'Dr A P J Abdul Kalam', '  '].map(initials)).toEqual(['AR', 'M', 'AK', '?'])
  })
})

describe('resolveTheme', () => {
  it('follows the machine only when the choice is the system', () => {
    expect(resolveTheme('system', true)).toBe('dark')
    expect(resolveTheme('system', false)).toBe('light')
    expect(resolveTheme('light', true)).toBe('light')
    expect(resolveTheme('dark', false)).toBe('dark')
  })
})
