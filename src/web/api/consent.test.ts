import { afterEach, expect, it, vi } from 'vitest'

/** A browser's memory and what it says of itself. */
function browser(memory: Record<string, string> = {}, navigator: object = {}) {
  const stored = new Map(Object.entries(memory))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('navigator', navigator)
}
afterEach(() => vi.unstubAllGlobals())
let pages = 0
/** As a page that was just opened has it; modules of other tests stay as they are. */
const consent = (): Promise<typeof import('./consent.ts')> => {
  const address = `${import.meta.dirname}/consent.ts?page=${++pages}`
  return import(/* @vite-ignore */ address)
}
const GRANTED = { 'chowk.analytics-consent': '1:granted' }

it('counts nobody who was not asked or declined, and all who agreed', async () => {
  browser()
  const { mayCount, storeConsent } = await consent()
  expect(mayCount()).toBe(false)
  storeConsent('declined')
  expect(mayCount()).toBe(false)
  storeConsent('granted')
  expect(mayCount()).toBe(true)
})

it('remembers the answer, but not one to another wording', async () => {
  browser(GRANTED)
  expect((await consent()).analyticsConsent.get()).toBe('granted')
  browser({ 'chowk.analytics-consent': '0:granted' })
  expect((await consent()).analyticsConsent.get()).toBeNull()
})

it.each([
  [{ ...GRANTED, analytics_disabled: 'true' }, {}, 'flag'],
  [{ ...GRANTED, analytics_disabled: '1' }, {}, 'flag'],
  [{ ...GRANTED, analytics_disabled: 'false' }, {}, null],
  [GRANTED, { doNotTrack: '1' }, 'browser'],
  [GRANTED, { globalPrivacyControl: true }, 'browser'],
  [GRANTED, { doNotTrack: 'unspecified' }, null],
])('with %o and %o it is never counted because of %s', async (memory, navigator, why) => {
  browser(memory, navigator)
  const { reasonNotCounted, mayCount } = await consent()
  expect([reasonNotCounted(), mayCount()]).toEqual([why, why === null])
})

it('counts nobody whose browser keeps nothing', async () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  vi.stubGlobal('navigator', {})
  const { storeConsent, mayCount } = await consent()
  storeConsent('granted')
  expect(mayCount()).toBe(false)
})
