/**
 * Every served page, seen by whom it is for: axe finds nothing and nothing is wider than the window, there and at 390 px, and lists and tables have room at 1,024 and 390 px. `npm run screenshots` runs this alone; the pictures go to `.data/screenshots`.
 */
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Role } from '#contract/core/access.ts'
import { expectSound, expectSoundInEveryLook, LOOKS, openInApp, test } from './browser.ts'
import { enter, person, SUPER_ADMIN } from './people.ts'
import { findSqueezed, WIDTHS } from './room.ts'
import { thingsOf } from './sight-things.ts'
import { SIGHTS, type Sight } from './sights.ts'

const FOLDER = join(import.meta.dirname, '../../.data/screenshots')
const PICTURES = process.env.PICTURES === 'yes'

async function look(page: Page, { path, name, role }: Sight): Promise<void> {
  await openInApp(page, path)
  await expect(page.locator('main').first()).toBeVisible()
  await expect(page.getByText('Initializing')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  // Down to the end and back: what loads when it comes into sight is part of the picture.
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  // The design system shows what waiting looks like.
  if (!name.startsWith('design-system')) {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  }
  await page.evaluate('window.scrollTo(0, 0)')
  await expectSoundInEveryLook(page, PICTURES ? (shade) => picture(page, name, shade.name) : undefined)
  // Tables in the texts of public pages are prose.
  if (role !== null) await expectRoom(page)
  if (!name.startsWith('design-system')) return
  // Every part of the product is shown there, also what is half transparent, so its dark colours are looked at as they are drawn.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectSound(page, { only: 'color-contrast' })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Lists and tables keep room for their text where a window is not wide. */
async function expectRoom(page: Page): Promise<void> {
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    expect(await findSqueezed(page), `at ${viewport.width} px`).toEqual([])
  }
  await page.setViewportSize(LOOKS[0].viewport)
}

async function picture(page: Page, name: string, look: string): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await page.screenshot({ path: join(FOLDER, `${name}.${look.replace(' ', '')}.png`), fullPage: true })
}

/** Cards and the page of an agent show what its samples gave, which a server runs a minute after its start. */
async function samplesOf(url: string): Promise<void> {
  const ran = async () => {
    const answer = await fetch(`${url}/api/v1/agents/phi-redactor/sample-runs`)
    const { data } = (await answer.json()) as { data: { items: unknown[] } }
    return data.items.length
  }
  await expect.poll(ran, { timeout: 150_000 }).toBeGreaterThan(0)
}

/** A test for each page that is for people of this role; null is a visitor. */
export function everyPageFor(role: Role | null): void {
  let context: BrowserContext
  /** One for all: a new one begins with nothing compiled, which costs more than the page itself. */
  let page: Page
  let things: Record<string, string> = {}
  test.beforeAll(async ({ browser }, info) => {
    const url = info.project.use.baseURL ?? ''
    context = await browser.newContext({ baseURL: url })
    page = await context.newPage()
    const who = role === null ? SUPER_ADMIN : await person(context, role, url)
    if (role !== null) await enter(context, who, url)
    things = await thingsOf(url, role, who)
    if (PICTURES) await samplesOf(url)
  })
  test.afterAll(() => context.close())
  for (const sight of SIGHTS.filter((one) => one.role === role)) {
    test(`${sight.name} is sound`, async () => {
      const path = sight.path.replace(/\{(\w+)\}/g, (_, key: string) => {
        if (things[key] === undefined)
          throw new Error(`${sight.path} needs “${key}”, which people of this role do not have`)
        return things[key]
      })
      expect(path).not.toContain('*')
      await look(page, { ...sight, path })
    })
  }
}
