/** From a visitor's heart to what is saved, a seller's page that is followed, and the page of a category. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { person } from '#test/support/people.ts'

const CODER = 'ICD-10-CM coder with evidence'

test('a heart leads a visitor to sign in and back to what is saved, and a seller is followed', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const who = await person(context, 'basic_user', url)

  await test.step('a visitor signs in and finds it saved', async () => {
    await page.goto('/marketplace?category=healthcare')
    await page.getByRole('button', { name: `Save ${CODER}` }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/marketplace?category=healthcare')
    await expect(page.getByRole('button', { name: `Save ${CODER}` })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('only what is saved is shown, and it goes with the heart', async () => {
    await page.getByRole('link', { name: 'Saved' }).click()
    await expect(page).toHaveURL('/marketplace?category=healthcare&saved=true')
    await expect(page.getByText('1 agent', { exact: true })).toBeVisible()
    await page.reload()
    // A press before the saved ones are known would save it.
    await expect(page.getByRole('button', { name: `Save ${CODER}` })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: `Save ${CODER}` }).click()
    await expect(page.getByRole('heading', { name: 'No saved agents match' })).toBeVisible()
    await page.getByRole('link', { name: 'Search without filters' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  })

  await test.step('a refusal is told and undone', async () => {
    await page.goto('/agent/icd10-coder')
    await page.route('**/api/v1/agents/*/saved', (route) => route.abort())
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await expect(page.getByText(`${CODER} couldn’t be saved`)).toBeVisible()
    await expect(save).toBeVisible()
    // It stays until it is closed, over what stands there.
    await page.getByRole('button', { name: /^Dismiss/ }).click()
  })

  await test.step('its seller has a page, and is followed', async () => {
    const seller = page.getByRole('region', { name: 'Seller' })
    await seller.scrollIntoViewIfNeeded()
    await seller.getByRole('link', { name: 'Chowk Labs' }).click()
    await expect(page).toHaveURL('/sellers/chowk-labs')
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Following' })).toBeVisible()
    await expect(page.getByText('1 follower')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Following' }).click()
    await expect(page.getByText('0 followers')).toBeVisible()
  })
})

test('sellers and categories are drawn by the server with their heads, and are sound', async ({ page, request }) => {
  for (const [path, text, type] of [
    ['/sellers/chowk-labs', 'Chowk Labs', 'ProfilePage'],
    ['/marketplace/categories/healthcare', 'AI agents for healthcare', 'ItemList'],
  ] as const) {
    const html = await (await request.get(path)).text()
    expect(html).toContain(`<link rel="canonical" href="`)
    expect(html).toMatch(new RegExp(`<h1[^>]*>(<[^>]+>)?${text}`))
    expect(html).toContain(`"@type":"${type}"`)
    expect(html).toContain('"@type":"BreadcrumbList"')
    expect(html).toContain('/agent/icd10-coder')
  }
  expect((await request.get('/sellers/nobody-here')).status()).toBe(404)
  expect((await request.get('/marketplace/categories/nothing')).status()).toBe(404)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/sellers/chowk-labs</loc>')
  // Other tests add a category of their own.
  const listed = [...sitemap.matchAll(/\/marketplace\/categories\/([\w-]+)/g)].map(([, slug]) => slug)
  expect(listed.filter((slug) => slug !== 'paid').sort()).toEqual([
    ...['customer-service', 'developer-tools', 'document-processing', 'finance'],
    ...['healthcare', 'legal', 'marketing', 'productivity'],
  ])
  await page.goto('/marketplace')
  await page.getByRole('link', { name: 'Finance agents' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI agents for finance')
  await page.getByRole('link', { name: 'Categorise a bank statement' }).click()
  await expect(page.getByRole('link', { name: 'Bank statement categoriser' })).toBeVisible()
  await openInApp(page, '/sellers/chowk-labs')
  await expectSoundInEveryLook(page)
})
