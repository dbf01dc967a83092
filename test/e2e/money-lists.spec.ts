/** The lists of money behind their first page: refunds, disputes, money without an order and the comparison, for admins and sellers. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { manyMoneyRows } from '#test/support/money-rows.ts'
import { enter, person, SUPER_ADMIN, sellerOn, superAdmin } from '#test/support/people.ts'
import { LONG } from '#test/support/scale.ts'
import { signIn, visit } from '#test/support/visit.ts'

interface Paged {
  page: Page
  /** What counts as a row. */
  rows: string
  /** Of its pages: which of several lists on the page. */
  at?: number
  /** Its page is like another one that was reloaded and looked at. */
  alike?: boolean
}

/** From the first page to the last and back by the browser's own button: no row twice, and a reload changes nothing. */
async function walk({ page, rows, at = 0, alike = false }: Paged): Promise<void> {
  const nav = page.getByRole('navigation', { name: /^Pages/ }).nth(at)
  const shown = () => page.locator(rows).allInnerTexts()
  await expect(nav).toContainText(/1–25 of \d+/)
  const first = await shown()
  expect(first).toHaveLength(25)
  await nav.getByRole('link', { name: 'Next' }).click()
  await expect(nav).toContainText(/26–\d+ of \d+/)
  await expect(page).toHaveURL(/=2/)
  const second = await shown()
  expect(second.length).toBeGreaterThan(0)
  expect(first).not.toEqual(second)
  if (LONG || !alike) {
    await page.reload()
    await expect(nav).toContainText(/26–\d+ of \d+/)
    expect(await shown()).toEqual(second)
    await expectSoundInEveryLook(page)
  }
  await nav.getByRole('link', { name: 'Previous' }).click()
  await expect(nav).toContainText(/1–25 of \d+/)
  await page.goBack()
  await expect(nav).toContainText(/26–\d+ of \d+/)
}

test('long lists of money are walked by pages', async ({ page, context, browser, baseURL }) => {
  const { mine, url } = await sellerOn(context, baseURL)
  const { data: seller } = await mine.call('GET', '/api/v1/users/me')
  const theirs = await browser.newContext({ baseURL: url })
  const buyer = await person(theirs, 'basic_user', url)
  const { data: bought } = await visit(url, await signIn(url, buyer.email, buyer.password)).call(
    'GET',
    '/api/v1/users/me',
  )
  const database = await joinE2eDatabase(url)
  try {
    await manyMoneyRows(database, { buyer: bought.id, seller: seller.id })
  } finally {
    await database.drop()
  }

  const office = await browser.newContext({ baseURL: url })
  await enter(office, SUPER_ADMIN, url)
  const desk = await office.newPage()
  for (const [tab, rows] of [
    ['refunds', 'ul[aria-label="Refunds"] > li'],
    ['disputes', 'tbody tr'],
    ['unclaimed', 'tbody tr'],
    ['reconciliation', 'ul[aria-label="Comparisons"] > li'],
  ] as const)
    await test.step(`admins: ${tab}`, async () => {
      await openInApp(desk, `/admin/payments?tab=${tab}`)
      await walk({ page: desk, rows, alike: tab !== 'refunds' })
    })
  await office.close()

  await test.step('sellers: refunds, and disputes below them, each with pages of its own', async () => {
    await page.goto('/seller/refunds')
    await walk({ page, rows: 'ul[aria-label="Refunds"] > li' })
    await openInApp(page, '/seller/refunds?page=2')
    await walk({ page, rows: 'tbody tr', at: 1 })
    // The other list stayed where it was.
    await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toContainText('26–30 of 30')
  })

  await test.step('buyers: orders and what they asked back', async () => {
    await enter(theirs, buyer, url)
    const tab = await theirs.newPage()
    await tab.goto('/payments')
    await walk({ page: tab, rows: 'tbody tr' })
    await theirs.close()
  })
})

test('what is typed against a dispute is what is submitted', async ({ page, context, baseURL }) => {
  const { mine, url } = await sellerOn(context, baseURL)
  const { data: seller } = await mine.call('GET', '/api/v1/users/me')
  const database = await joinE2eDatabase(url)
  let dispute = ''
  try {
    const { rows } = await database.pool.query('select id from users where email = $1', [SUPER_ADMIN.email])
    const ids = await manyMoneyRows(database, { buyer: seller.id, seller: rows[0].id }, 4)
    dispute = ids[3] ?? ''
  } finally {
    await database.drop()
  }
  await context.clearCookies()
  await enter(context, SUPER_ADMIN, url)
  await page.goto(`/admin/payments?tab=disputes&dispute=${dispute}`)
  const text = page.getByLabel('Your response to the bank')
  await text.fill('It was used the same day.')
  await page.reload()
  await expect(text).toHaveValue('It was used the same day.')
  await page.getByRole('button', { name: 'Submit evidence' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit evidence' }).click()
  // The gateway does not know this dispute: what was typed is kept all the same.
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Save response/ })).toBeDisabled()
  const admin = await superAdmin(url)
  const { data } = await admin.call('GET', `/api/v1/disputes/${dispute}`)
  expect(data.evidence).toMatchObject({ summary: 'It was used the same day.', state: 'draft' })
})
