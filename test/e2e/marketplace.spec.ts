import { expect } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'

const agents = ['ICD-10-CM coder with evidence', 'Contract clause analyst', 'PDF insight']
const search = (page: import('@playwright/test').Page) =>
  page.getByRole('searchbox', { name: 'Search the marketplace' })

test('searches while one types; the address carries it; Back and reload keep it', async ({ page }) => {
  await page.goto('/marketplace')
  for (const name of agents) await expect(page.getByRole('link', { name })).toBeVisible()
  await search(page).pressSequentially('contract', { delay: 30 })
  await expect(page).toHaveURL('/marketplace?search=contract')
  await expect(page.getByRole('link', { name: 'Contract clause analyst' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ICD-10-CM coder with evidence' })).toBeHidden()
  await page.reload()
  await expect(search(page)).toHaveValue('contract')
  await page.getByRole('link', { name: 'Contract clause analyst' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contract clause analyst')
  await page.goBack()
  await expect(page).toHaveURL('/marketplace?search=contract')
  await expect(search(page)).toHaveValue('contract')
  await page.goBack()
  await expect(page).toHaveURL('/marketplace')
  await expect(search(page)).toHaveValue('')
  for (const name of agents) await expect(page.getByRole('link', { name })).toBeVisible()
})

test('Back leaves a search, however long the way takes', async ({ page }) => {
  await page.goto('/marketplace')
  await search(page).fill('contract')
  await expect(page).toHaveURL('/marketplace?search=contract')
  await expect(page.getByRole('link', { name: 'ICD-10-CM coder with evidence' })).toBeHidden()
  // Everything that the page asks for takes longer than the pause after which a search begins; nothing is kept from before.
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await page.goBack()
  await expect(page.getByRole('link', { name: 'ICD-10-CM coder with evidence' })).toBeVisible()
  await expect(page).toHaveURL('/marketplace')
  await expect(search(page)).toHaveValue('')
})

test('facets narrow the list with counts, and go together with the search', async ({ page }) => {
  await page.goto('/marketplace')
  const categories = page.getByRole('navigation', { name: 'Category', exact: true })
  await expect(categories.getByRole('link', { name: /^Healthcare/ })).toContainText('4')
  await categories.getByRole('link', { name: /^Healthcare/ }).click()
  await expect(page).toHaveURL('/marketplace?category=healthcare')
  await expect(page.getByText('4 agents', { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Price' }).getByRole('link', { name: /^Free/ }).click()
  await expect(page).toHaveURL('/marketplace?category=healthcare&price=free')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('link', { name: /^No language model/ }).click()
  await expect(page).toHaveURL('/marketplace?category=healthcare&price=free&model=none')
  await expect(page.getByRole('link', { name: /^No language model/ })).toHaveAttribute('aria-current', 'true')
  // Without a letter or digit: what looks like a word may be close in meaning to what another test has published.
  await page.goto('/marketplace?search=%E2%99%AA&category=healthcare')
  await expect(page.getByRole('heading', { name: 'No agents match' })).toBeVisible()
  await page.getByRole('link', { name: 'Search without filters' }).click()
  await page.getByRole('link', { name: 'Show all agents' }).click()
  for (const name of agents) await expect(page.getByRole('link', { name })).toBeVisible()
})

test('an address that says nonsense shows the marketplace all the same', async ({ page }) => {
  await page.goto('/marketplace?page=-3&sort=evil&price=gold&category=%2e%2e%2f&compare=,,nobody-here')
  for (const name of agents) await expect(page.getByRole('link', { name })).toBeVisible()
})

test('up to three agents stand side by side, kept in the address', async ({ page }) => {
  await page.goto('/marketplace')
  const tray = page.getByRole('region', { name: 'Agents to compare' })
  // Also a press before the page is live: it is done once it is.
  await page.getByRole('checkbox', { name: 'Compare ICD-10-CM coder with evidence' }).click()
  await expect(tray.getByRole('button', { name: /^Compare 1/ })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Compare PDF insight' }).check()
  await expect(page).toHaveURL(/compare=icd10-coder(,|%2C)pdf-insight/)
  await page.reload()
  await expect(tray.getByRole('button', { name: 'Compare 2' })).toBeVisible()
  await expectSoundInEveryLook(page)
  await tray.getByRole('button', { name: 'Compare 2' }).click()
  const table = page.getByRole('dialog', { name: 'Compare agents' })
  for (const row of ['Price', 'Runs', 'Success rate', 'Median time']) {
    await expect(table.getByRole('row', { name: new RegExp(`^${row}`) })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await tray.getByRole('button', { name: 'Clear' }).click()
  await expect(tray).toBeHidden()
})

test('no letter is lost when an older search arrives while the user keeps typing', async ({ page }) => {
  await page.goto('/marketplace')
  for (const name of agents) await expect(page.getByRole('link', { name })).toBeVisible()
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/search=cont(&|$)/, async (route) => {
    await held
    await route.continue()
  })
  const older = page.waitForRequest(/search=cont(&|$)/)
  await search(page).pressSequentially('cont')
  await older
  await search(page).pressSequentially('r')
  go()
  await search(page).pressSequentially('act', { delay: 100 })
  await expect(page).toHaveURL('/marketplace?search=contract')
  await expect(search(page)).toHaveValue('contract')
  // Letters typed while the first search was on its way belong to its entry in the history.
  await page.goBack()
  await expect(page).toHaveURL('/marketplace')
})

test('a choice made while another change is on its way undoes neither', async ({ page }) => {
  await page.goto('/marketplace')
  const box = (name: string) => page.getByRole('checkbox', { name: `Compare ${name}` })
  for (const name of agents) await expect(box(name)).toBeVisible()
  // Earlier presses count, too (`presses.spec.ts`), a moment later than the browser checks the box.
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  // The addresses of two choices and a search wait for what these fetch.
  await page.route(/\/api\/v1\/agents[/?]/, async (route) => {
    await held
    await route.continue()
  })
  await box('ICD-10-CM coder with evidence').check()
  await search(page).fill('contract')
  await page.waitForRequest(/search=contract/)
  await box('PDF insight').check()
  await box('Contract clause analyst').check()
  await box('PDF insight').uncheck()
  go()
  await expect(page).toHaveURL(/search=contract&compare=icd10-coder(,|%2C)contract-analyst$/)
  await expect(box('Contract clause analyst')).toBeChecked()
})

test('a page left open over a deployment opens the next page all the same', async ({ page }) => {
  await page.goto('/marketplace')
  await expect(page.getByRole('link', { name: 'PDF insight' })).toBeVisible()
  // The code of the next page is gone, as after a build; the page loaded anew would name the new code.
  let anew = false
  page.on('framenavigated', () => {
    anew = true
  })
  await page.route(/\/assets\/agent-[\w-]{8}\.js$/, (route) =>
    anew ? route.continue() : route.fulfill({ status: 404 }),
  )
  await page.getByRole('link', { name: 'PDF insight' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PDF insight')
})
