import { expect, type Page } from '@playwright/test'
import { expectSound, openInApp, test } from '#test/support/browser.ts'
import { signUp } from '#test/support/people.ts'

test.use({ reducedMotion: 'no-preference' })

const replay = (page: Page) => page.getByRole('figure', { name: /^Recorded run of/ })
const marks = (page: Page) => replay(page).locator('[data-replay]')
const below = async (page: Page) => {
  const last = page.getByRole('link', { name: 'Schedule demo call' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeVisible()
}

test('the result of a recorded run is there at once, plays when asked to, can be paused, and leads to the agent', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const button = (name: string) => replay(page).getByRole('button', { name, exact: true })
  const covered = replay(page).locator('[data-covered="true"], [data-read="false"], [data-replay="coming"]')
  await expect(replay(page).getByRole('heading', { name: /billable candidates$/ })).toHaveCount(1)
  expect(await marks(page).count()).toBeGreaterThan(20)
  await expect(covered).toHaveCount(0)
  await button('Replay').click()
  await expect(button('Pause')).toBeVisible()
  const read = replay(page).locator('[data-read="true"]')
  await page.clock.runFor(3000)
  await expect.poll(() => read.count()).toBeGreaterThan(3)
  expect(await covered.count()).toBeGreaterThan(0)
  await button('Pause').click()
  await expect(button('Play')).toBeFocused()
  const before = await replay(page).innerHTML()
  // Time passes; what is paused does not move.
  await page.clock.runFor(5000)
  expect(await replay(page).innerHTML()).toBe(before)
  await button('Play').click()
  await page.clock.runFor(30_000)
  await expect(button('Replay')).toBeVisible()
  await expect(covered).toHaveCount(0)
  await button('Replay').click()
  await expect(button('Pause')).toBeVisible()
  await page.getByRole('link', { name: 'Try it on a sample' }).click()
  await expect(page).toHaveURL('/agent/icd10-coder')
})

test('while it plays, a code shows the finished run with its words, from the keyboard too', async ({ page }) => {
  await page.goto('/')
  await replay(page).getByRole('button', { name: 'Replay' }).click()
  const code = replay(page).getByRole('button', { name: /^D50\.9/ })
  await code.focus()
  await page.keyboard.press('Enter')
  await expect(code).toHaveAttribute('aria-pressed', 'true')
  const selected = replay(page).locator('[data-replay="selected"]')
  await expect(selected.first()).toHaveText('Iron deficiency anemia')
  await expect(selected.first()).toBeInViewport()
  await expect(replay(page).getByRole('button', { name: 'Replay' })).toBeVisible()
})

test('the page claims nothing that is not proved, and its calls to action lead where §2.1 and §4 say', async ({
  page,
}) => {
  await page.goto('/')
  await test.step('what nobody scrolled to is there after a moment', async () => {
    const last = page.getByRole('link', { name: 'Schedule demo call' })
    const drawn = () => last.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    await expect.poll(drawn).toBe(true)
    expect(await page.evaluate('window.scrollY')).toBe(0)
  })
  await below(page)
  for (const name of ['For clinics and hospitals', 'For law firms, accountants and shops'])
    await expect(page.getByRole('region', { name }).getByRole('listitem').getByRole('heading')).toHaveCount(4)
  await expect(page.getByText(/500\+|4\.9\/5|₹2Cr/)).toHaveCount(0)
  const href = (name: string) => page.getByRole('main').getByRole('link', { name }).first()
  await expect(href('Start free trial')).toHaveAttribute('href', '/register')
  await expect(href('Watch demo')).toHaveAttribute('href', '/marketplace')
  await expect(href('Schedule demo call')).toHaveAttribute('href', '/contact?topic=demo')
  await expect(href('Book a Meeting')).toHaveAttribute('href', '/contact?topic=enterprise')
  await expect(href('Contact Sales')).toHaveAttribute('href', '/contact?topic=enterprise')
})

test('the bar above public pages leads to categories and plans, on a phone behind one button', async ({ page }) => {
  await page.goto('/')
  const site = page.getByRole('navigation', { name: 'Site' })
  const solutions = site.getByRole('button', { name: 'Solutions' })
  await solutions.click()
  await expect(site.getByRole('link', { name: /^Legal/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(site.getByRole('link', { name: /^Legal/ })).toHaveCount(0)
  await expect(solutions).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await site.getByRole('button', { name: 'Menu' }).click()
  await expectSound(page)
  await site.getByRole('link', { name: /^Healthcare/ }).click()
  await expect(page).toHaveURL('/marketplace/categories/healthcare')
  await expect(site.getByRole('link', { name: /^Healthcare/ })).toHaveCount(0)
})

for (const path of ['/', '/pricing']) {
  test(`the billing of the plans on ${path} is in the address and outlives a reload`, async ({ page }) => {
    await page.goto(path)
    const starter = page.locator('[data-plan="starter"]')
    await starter.scrollIntoViewIfNeeded()
    await expect(starter).toContainText('₹1,000')
    const top = () => page.evaluate('window.scrollY')
    await page.getByText('Yearly', { exact: true }).click()
    await expect(page).toHaveURL(`${path}?billing=yearly`)
    await expect(starter).toContainText('₹833')
    await expect(starter).toContainText('Save ₹2,000 per year')
    if (path === '/') expect(await top()).toBeGreaterThan(1000)
    await expect(starter.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute(
      'href',
      /(\/|%2F)subscribe(\/|%2F)starter(\?|%3F)billing(=|%3D)yearly$/,
    )
    await page.reload()
    await expect(page.locator('[data-plan="enterprise"]')).toContainText('₹12,500')
    await page.getByText('Monthly', { exact: true }).click()
    await expect(page).toHaveURL(path)
  })
}

test('a signed-in user sees on /pricing why a plan waits, or where it is bought', async ({ page }) => {
  await signUp(page, { at: '/pricing' })
  const starter = page.locator('[data-plan="starter"]')
  const waiting = starter.getByRole('button', { name: /Start Free Trial/ })
  const bought = starter.getByRole('link', { name: 'Start Free Trial' })
  await expect(waiting.or(bought)).toBeVisible()
  if ((await waiting.count()) > 0) {
    await expect(waiting).toBeDisabled()
    await expect(starter).toContainText('Checkout opens soon')
  }
})

test('the company pages have contents that lead to their sections', async ({ page }) => {
  for (const path of ['/about-us', '/terms', '/privacy', '/refund-policy']) {
    await openInApp(page, path)
    const entries = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    expect(await entries.count()).toBeGreaterThan(3)
    for (const entry of await entries.all())
      await expect(page.locator(`h2${await entry.getAttribute('href')}`)).toHaveCount(1)
  }
  await page.goto('/terms#grievances')
  await expect(page.locator('#grievances')).toBeInViewport()
})
