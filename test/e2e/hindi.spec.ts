/** The interface in Hindi: on pages of visitors, buyers and sellers is no English of ours. The long form looks at all of them. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Role } from '#contract/core/access.ts'
import { test } from '#test/support/browser.ts'
import { enter, person, SUPER_ADMIN } from '#test/support/people.ts'
import { LONG } from '#test/support/scale.ts'
import { thingsOf } from '#test/support/sight-things.ts'
import { SIGHTS, type Sight } from '#test/support/sights.ts'
import { findEnglish, hearData } from '#test/support/untranslated.ts'

/** With `PICTURES=yes` each page is kept as a picture: light, dark, and 390 px wide. */
const FOLDER = join(import.meta.dirname, '../../.data/screenshots-hindi')
const LOOKS = [
  { name: 'light', width: 1440, height: 1400, colorScheme: 'light' },
  { name: 'dark', width: 1440, height: 1400, colorScheme: 'dark' },
  { name: '390px', width: 390, height: 1500, colorScheme: 'light' },
] as const

/** What decision 0347 leaves in English: documentation, law, and what administers an installation. */
const IN_ENGLISH = /^(docs|api|terms|privacy|refund-policy|design-system|admin|plugin)/

const DECISIVE: Record<string, readonly string[]> = {
  visitor: [
    'home',
    'marketplace',
    'agent-id-',
    'marketplace-categories-slug-',
    'pricing',
    'login',
    'about-us',
    'join-token-',
    '404',
  ],
  basic_user: [
    'dashboard',
    'runs-id-',
    'subscription',
    'payments-id-',
    'settings-appearance',
    'settings-policy',
    'knowledge',
    'access-denied',
    'my-ai-services-id-',
    'workspace',
    'subscription-invoices',
    'inbox',
  ],
  seller: [
    'seller-overview',
    'seller-agents',
    'seller-payouts',
    'seller-coupons',
    'seller-refunds',
    'seller-invoices',
    'publish-price',
    'designer',
    'designer-list',
    'designer-history',
    'designer-comments',
  ],
  super_admin: ['service-share', 'service-usage', 'service-settings', 'service-api'],
}

const sightsOf = (role: Role | null): Sight[] => {
  const decisive = DECISIVE[role ?? 'visitor'] ?? []
  return SIGHTS.filter(
    ({ role: whose, name }) =>
      whose === role &&
      !IN_ENGLISH.test(name) &&
      // What the super admin has is what a buyer has, where it is of their services.
      (decisive.includes(name) || (LONG && role !== 'super_admin')),
  )
}

for (const role of [null, 'basic_user', 'seller', 'super_admin'] as const satisfies (Role | null)[])
  test(`nothing of ours is in English for ${role ?? 'a visitor'}`, async ({ context, page, baseURL }) => {
    test.setTimeout(LONG ? 600_000 : 120_000)
    const url = baseURL ?? ''
    await context.addCookies([{ name: 'chowk_language', value: 'hi', url }])
    const who = role === null ? SUPER_ADMIN : await person(context, role, url)
    if (role !== null) await enter(context, who, url)
    const things = await thingsOf(url, role, who)
    const data = hearData(page)
    for (const sight of sightsOf(role))
      await test.step(sight.name, async () => {
        await page.goto(sight.path.replace(/\{(\w+)\}/g, (_, key: string) => things[key] ?? key))
        await expect(page.locator('html')).toHaveAttribute('data-live', '')
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        // The heading of what stands in for a page.
        await expect(page.getByRole('heading', { name: 'Chowk लोड हो रहा है' })).toHaveCount(0)
        await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await page.evaluate('window.scrollTo(0, 0)')
        if (process.env.PICTURES === 'yes')
          for (const { name, width, height, colorScheme } of LOOKS) {
            await page.setViewportSize({ width, height })
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            // What changes its colour with the theme has done so.
            await page.screenshot({ path: join(FOLDER, `${sight.name}.${name}.png`), animations: 'disabled' })
          }
        expect.soft(await findEnglish(page, data), sight.name).toEqual([])
      })
  })

test('nothing of ours is in English where a seller builds', async ({ context, page, baseURL }) => {
  test.setTimeout(180_000)
  const url = baseURL ?? ''
  await context.addCookies([{ name: 'chowk_language', value: 'hi', url }])
  const seller = await person(context, 'seller', url)
  await enter(context, seller, url)
  const { workflow = '' } = await thingsOf(url, 'seller', seller)
  const data = hearData(page)
  const look = async (what: string) => expect.soft(await findEnglish(page, data), what).toEqual([])
  await page.goto(`/workflows/designer?workflow=${workflow}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const canvas = page.locator('[data-canvas]')
  await canvas.locator('.react-flow__node').first().click()
  await page.keyboard.press('Enter')
  await expect(page.locator('aside [data-scroller]')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await look('the settings of a node')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await look('the choice of a node')
  await page.keyboard.press('Escape')
  await canvas.locator('.react-flow__node').first().click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await look('the menu of a node')
})
