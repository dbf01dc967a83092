import { expect, it } from 'vitest'
import { fits, matching, SETTINGS_SECTIONS } from './palette-entries.ts'

it('knows the sections that the settings have', () => {
  const source = import.meta.glob<string>('/src/web/screens/settings/settings.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const keys = [...(Object.values(source)[0] ?? '').matchAll(/key: '([\w-]+)'/g)].map(([, key]) => key)
  expect(keys).toEqual(Object.keys(SETTINGS_SECTIONS))
})

it('finds an entry by words of its name or hint, in any order', () => {
  const entry = { key: 'x', label: 'Account Settings: Security', hint: 'Two-factor', act: () => {} }
  expect(fits(entry, 'secur account')).toBe(true)
  expect(fits(entry, 'two')).toBe(true)
  expect(fits(entry, '')).toBe(true)
  expect(fits(entry, 'security billing')).toBe(false)
})

it('puts what begins as one types before what only holds the words', () => {
  const entry = (label: string, hint = '') => ({ key: label, label, hint, act: () => {} })
  const entries = [entry('Make it smaller', 'Select a note first.'), entry('Select all'), entry('Other')]
  expect(matching(entries, 'select all').map(({ label }) => label)).toEqual(['Select all', 'Make it smaller'])
  expect(matching(entries, '')).toHaveLength(3)
})
