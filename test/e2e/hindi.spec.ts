/** The interface in Hindi: on its pages is no English of ours, and it is there from the first HTML on. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Role } from '#contract/core/access.ts'
import { test } from '#test/support/browser.ts'
import { enter, person, SUPER_ADMIN } from '#test/support/people.ts'
import { thingsOf } from '#test/support/sight-things.ts'
import { SIGHTS } from '#test/support/sights.ts'
import { findEnglish, hearData } from '#test/support/untranslated.ts'

const FOLDER = join(import.meta.dirname, '../../.data/screenshots-hindi')
const PICTURES = process.env.PICTURES ?? ''

/** Written in English: documentation, law, and what is for those who build. */
const IN_ENGLISH = /^(docs|api|terms|privacy|refund-policy|design-system|admin|designer|node-config|workflows-designer)/

for (const role of [null, 'basic_user', 'seller', 'super_admin'] as const satisfies (Role | null)[])
  test(`nothing of ours is in English for ${role ?? 'a visitor'}`, async ({ context, page, baseURL }) => {
    test.setTimeout(600_000)
    const url = baseURL ?? ''
    await context.addCookies([{ name: 'chowk_language', value: 'hi', url }])
    const who = role === null ? SUPER_ADMIN : await person(context, role, url)
    if (role !== null) await enter(context, who, url)
    const things = await thingsOf(url, role, who)
    const data = hearData(page)
    const found: Record<string, string[]> = {}
    for (const sight of SIGHTS.filter((one) => one.role === role && !IN_ENGLISH.test(one.name))) {
      if (role === 'super_admin' && !/service|ai-services|my-workflows/.test(sight.name)) continue
      const path = sight.path.replace(/\{(\w+)\}/g, (_, key: string) => things[key] ?? key)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
      await page.evaluate('new Promise((done) => setTimeout(done, 300))')
      const english = await findEnglish(page, data)
      if (english.length > 0) found[sight.name] = english
      if (!new RegExp(PICTURES || '^$').test(sight.name)) continue
      await page.evaluate('window.scrollTo(0, 0)')
      for (const [look, width, colorScheme] of [
        ['light', 1440, 'light'],
        ['dark', 1440, 'dark'],
        ['390', 390, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: width === 390 ? 1500 : 1400 })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(FOLDER, `${sight.name}.${look}.png`) })
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
    }
    console.log(JSON.stringify(found, null, 1))
    expect(found).toEqual({})
  })
