/** Jobs by hand in a browser, with their clicks and seconds printed. */
import { expect, type Page } from '@playwright/test'

export const SECOND = 1000

const counted = new WeakMap<Page, { clicks: number }>()

/** Presses of keys that count: of Enter, or of all but those that are held for another one. */
const KEYS = {
  enter: "key === 'Enter'",
  all: "!['Shift', 'Control', 'Alt', 'Meta'].includes(key)",
}

/** Counts presses of the mouse and of keys from now on, on every page that the tab opens. */
export async function countClicks(page: Page, keys: keyof typeof KEYS = 'enter'): Promise<() => number> {
  const known = counted.get(page)
  const count = known ?? { clicks: 0 }
  const before = count.clicks
  if (known) return () => count.clicks - before
  counted.set(page, count)
  await page.exposeFunction('pressed', () => {
    count.clicks += 1
  })
  // At the document: a press that Playwright takes back at the window, to repeat it where its target is by then, is none of a person's.
  await page.addInitScript(`
    document.addEventListener('pointerdown', () => window.pressed(), true)
    addEventListener('keydown', ({ key }) => ${KEYS[keys]} && window.pressed(), true)
  `)
  return () => count.clicks
}

/** Does the job and holds it to its time and clicks. */
export async function timed(page: Page, job: string, limit: { ms: number; clicks: number }, work: () => Promise<void>) {
  const clicks = await countClicks(page)
  const begun = Date.now()
  await work()
  const ms = Date.now() - begun
  console.log(
    `${job}: ${clicks()} clicks, ${(ms / SECOND).toFixed(1)} s (allowed ${limit.clicks} clicks, ${limit.ms / SECOND} s)`,
  )
  expect(ms).toBeLessThan(limit.ms)
  expect(clicks()).toBeLessThanOrEqual(limit.clicks)
}
