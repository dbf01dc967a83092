import { afterEach, describe, expect, it } from 'vitest'
import { findLanguage } from '#contract/core/languages.ts'
import { formatDuration, formatPaise } from './format.ts'
import { locale, memoisePerLocale, speak, t } from './language.ts'
import { formatRelative } from './time.ts'

afterEach(() => speak('en'))

describe('t', () => {
  it('is the English text itself, with its values', () => {
    expect(t('just now')).toBe('just now')
    expect(t('{hours} h {minutes} min', { hours: 1, minutes: 4 })).toBe('1 h 4 min')
  })
  it('speaks Hindi once it is chosen, and English where Hindi has no words', async () => {
    await speak('hi')
    expect(t('just now')).toBe('अभी-अभी')
    expect(t('{count} s', { count: 3 })).toBe('3 से॰')
    expect(t('A text nobody has translated')).toBe('A text nobody has translated')
  })
  it('puts values in as they are, with no second look at what they contain', () => {
    const text: string = '{count} s'
    expect(t(text, { count: '{count}$&' })).toBe('{count}$& s')
  })
})

describe('numbers, money and times', () => {
  it('follow the language', async () => {
    const now = Date.parse('2026-01-31T09:30:00.000Z')
    await speak('hi')
    expect(locale()).toBe('hi-IN')
    expect(formatPaise(10_000_000)).toBe('₹1,00,000')
    expect(formatDuration(185_000)).toBe('3 मि॰ 5 से॰')
    expect(formatRelative(now - 185_000, now)).toBe('3 मिनट पहले')
    await speak('en')
    expect(formatRelative(now - 185_000, now)).toBe('3 minutes ago')
  })
  it('make a formatter once for a language', async () => {
    let made = 0
    const formatter = memoisePerLocale((of) => `${of} ${++made}`)
    expect([formatter(), formatter()]).toEqual(['en-IN 1', 'en-IN 1'])
    await speak('hi')
    expect([formatter(), formatter()]).toEqual(['hi-IN 2', 'hi-IN 2'])
  })
})

it('knows its languages and no other', () => {
  expect(findLanguage('en')).toBe('en')
  expect(findLanguage('hi')).toBe('hi')
  expect(findLanguage('fr')).toBeNull()
  expect(findLanguage(null)).toBeNull()
})
