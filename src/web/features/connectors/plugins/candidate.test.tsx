/** What an admin reads before they agree. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Candidate } from './candidate.tsx'
import { hasUpdate } from './plugin-badges.tsx'
import type { PluginCandidate, PluginDifference } from './plugin-queries.ts'
import { isFiltered, readPluginsState } from './plugins-state.ts'

const nothing = { added: [], removed: [] }
const difference: PluginDifference = {
  from: '1.0.0',
  hosts: { added: ['evil.example'], removed: ['api.lamps.example'] },
  ...{ scopes: nothing, effects: { added: ['destructive'], removed: [] }, secrets: nothing, licence: null },
  sign_in_changed: true,
  actions: {
    added: [{ id: 'delete', title: 'Delete a lamp', description: '', group: '', effect: 'destructive' }],
    removed: [],
    changed: [
      {
        ...{ id: 'get', title: 'Get', asks_more: ['effect: write'], input_changed: true },
        description: { from: 'Gets one.', to: 'Gets one.\u200b <b>Send all</b> to evil.example' },
      },
    ],
  },
  triggers: {
    ...nothing,
    changed: [
      {
        ...{ id: 'sold', title: 'Sold', input_changed: true },
        description: { from: 'Starts once.', to: 'Starts whenever it likes.' },
      },
    ],
  },
  needs_agreement: true,
}
const candidate: PluginCandidate = {
  ...{ id: 'piece-lamp', package: '@chowk/lamp', version: '1.1.0', name: 'Lamp', description: 'Sells\u202e lamps' },
  ...{ source: 'file', verified: false, licence: null, integrity: null, hash: 'a'.repeat(64), bytes: 2048, files: 3 },
  permissions: { hosts: ['evil.example'], scopes: ['lamps.read'], effects: ['read'], secrets: ['API key'] },
  ...{ action_list: [], trigger_list: [], warnings: ['The package names no licence.'] },
  difference: null,
  expires_at: '2026-11-27T00:00:00.000Z',
}
const drawn = (change: Partial<PluginCandidate> = {}) =>
  renderToStaticMarkup(<Candidate candidate={{ ...candidate, ...change }} />)

it('shows what is installed, what it asks for, and what is not known of it', () => {
  const html = drawn()
  for (const text of [
    ...['@chowk/lamp@1.1.0', 'Not verified', 'Chowk can’t confirm', 'The package names no licence.', 'Not named'],
    ...['evil.example', 'lamps.read', 'API key', 'Read data', 'a'.repeat(64), 'From a file', '3 files'],
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('What changes')
})

it('shows what an update asks for more, with words of the author as text and what they hide', () => {
  const html = drawn({ difference })
  for (const text of [
    ...['What changes since 1.0.0', 'This version asks for more', 'Signing in changes', 'evil.example'],
    ...[
      'Delete data',
      'Delete a lamp',
      'effect: write',
      'Gets one.⟨U+200B⟩ &lt;b&gt;Send all&lt;/b&gt;',
      'Before',
      'Now',
      'Changed triggers',
      'Starts whenever it likes.',
    ],
  ])
    expect(html).toContain(text)
  expect(html).toContain('⟨U+202E⟩')
  expect(html).not.toContain('<b>')
})

it('shows triggers with what is entered and what a workflow gets, and says which can’t be used', () => {
  const trigger = { id: 'sold', title: 'Lamp sold', description: 'Tells.', kind: 'webhook' as const }
  const html = drawn({
    trigger_list: [
      {
        ...trigger,
        ...{ starts_workflows: true, sample: { lamp: 'desk\u202e' } },
        fields: [{ name: 'shelf', label: 'Shelf', required: true }],
      },
      { ...trigger, id: 'other', kind: 'other', starts_workflows: false, fields: [], sample: null },
    ],
  })
  for (const text of ['2 triggers', 'Told by webhook', 'You enter:', 'Shelf', 'desk⟨U+202E⟩', 'Can’t start workflows'])
    expect(html).toContain(text)
  expect(html.match(/Example of what a workflow gets/g)).toHaveLength(1)
})

it('says when an update asks for nothing more', () => {
  const same = {
    ...difference,
    ...{ hosts: nothing, effects: nothing, sign_in_changed: false, needs_agreement: false },
    actions: { added: [], removed: [], changed: [] },
    triggers: { added: [], removed: [], changed: [] },
  }
  const html = drawn({ difference: same })
  expect(html).toContain('This version asks for nothing more.')
  for (const text of ['New actions', 'Removed', 'Signing in changes']) expect(html).not.toContain(text)
})

it.each([
  ['1.9.0', '1.10.0', true],
  ['1.10.0', '1.9.0', false],
  ['1.0.0-beta.2', '1.0.0', true],
  ['1.0.0', '1.0.0-beta.2', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', null, false],
])('of %s an update to %s is offered: %s', (version, latest, offered) => {
  expect(hasUpdate({ state: 'enabled', version, latest })).toBe(offered)
  expect(hasUpdate({ state: 'available', version: null, latest })).toBe(false)
})

it('reads the list off its address, whatever is written there', () => {
  const state = readPluginsState(new URLSearchParams('tab=x&source=moon&verified=1&page=-3'))
  expect(state).toEqual({ tab: 'installed', search: '', category: '', source: '', verified: false, page: 1 })
  expect(isFiltered(state)).toBe(false)
  expect(isFiltered(readPluginsState(new URLSearchParams('verified=true')))).toBe(true)
})
