import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'
import { type Guard, ROLES, type Role } from '#contract/core/access.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { decideAdmission } from '#web/app/guards/admission.ts'
import { filterEntries, matchesWords, pageEntries, SETTINGS_SECTIONS } from './palette-entries.ts'

/** Reached on the way through something, or the same as another page. */
const PASSING =
  /^\/(?:auth|forgot-password|reset-password|verify-email|oauth2\/.*|oauth\/authorize|subscription-success|workflows\/designer|workflow-builder|admin-dashboard|)$/

const mayOpen = (guard: Guard, role: Role | null, path: string) =>
  decideAdmission(guard, role, new URL(path, 'https://chowk.example')).type === 'enter'

it.each([null, ...ROLES])('offers %s every page that they may open, also those that no other page links to', (role) => {
  const found = new Set(pageEntries(role).map(({ href }) => href.replace(/\?.*/, '')))
  const pages = PAGES.filter(({ path, guard }) => !/[{*]/.test(path) && mayOpen(guard, role, path))
  const missing = pages.map(({ path }) => path).filter((path) => !found.has(path) && !PASSING.test(path))
  expect(missing).toEqual([])
})

it('finds where money is: invoices, credits and payments', () => {
  const labels = (typed: string) =>
    pageEntries('basic_user')
      .filter(({ name }) => name.toLowerCase().includes(typed))
      .map(({ name }) => name)
  expect(labels('invoi')).toEqual(['Invoices'])
  expect(labels('credit')).toEqual(['Credits'])
  expect(labels('pay')).toEqual(['Payments'])
})

it('knows the sections that the settings have', () => {
  const source = import.meta.glob<string>('/src/web/features/accounts/settings/settings.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const [file = '', text = ''] = Object.entries(source)[0] ?? []
  const keys: unknown[] = []
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'key' && value.type === 'Literal') keys.push(value.value)
    },
  }).visit(parseSync(file, text).program)
  expect(keys).toEqual(Object.keys(SETTINGS_SECTIONS))
})

it('finds an entry by words of its name or hint, in any order', () => {
  const entry = { key: 'x', label: 'Account Settings: Security', hint: 'Two-factor', act: () => {} }
  expect(matchesWords(entry, 'secur account')).toBe(true)
  expect(matchesWords(entry, 'two')).toBe(true)
  expect(matchesWords(entry, '')).toBe(true)
  expect(matchesWords(entry, 'security billing')).toBe(false)
})

it('puts what begins as one types before what only holds the words', () => {
  const entry = (label: string, hint = '') => ({ key: label, label, hint, act: () => {} })
  const entries = [entry('Make it smaller', 'Select a note first.'), entry('Select all'), entry('Other')]
  expect(filterEntries(entries, 'select all').map(({ label }) => label)).toEqual(['Select all', 'Make it smaller'])
  expect(filterEntries(entries, '')).toHaveLength(3)
})
