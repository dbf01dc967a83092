import { expect, type Page } from '@playwright/test'
import { openInApp, test } from '#test/support/browser.ts'
import { signUp } from '#test/support/people.ts'

test.use({ reducedMotion: 'no-preference' })

const replay = (page: Page) => page.getByRole('figure', { name: /^Recorded run of/ })
const marks = (page: Page) => replay(page).locator('[data-replay]')
const below = async (page: Page) => {
  const last = page.getByRole('link', { name: 'Schedule demo call' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeVisible()
}

test('a recorded run is replayed, can be paused and played again, and leads to the agent', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const button = (name: string) => replay(page).getByRole('button', { name, exact: true })
  await expect(button('Pause')).toBeVisible()
  const read = replay(page).locator('[data-read="true"]')
  await page.clock.runFor(3000)
  await expect.poll(() => read.count()).toBeGreaterThan(3)
  await button('Pause').click()
  await expect(button('Play')).toBeFocused()
  const before = await replay(page).innerHTML()
  // Time passes; what is paused stands still.
  await page.clock.runFor(5000)
  expect(await replay(page).innerHTML()).toBe(before)
  await button('Play').click()
  await page.clock.runFor(30_000)
  await expect(replay(page).locator('[data-replay="marked"]').first()).toBeVisible()
  await expect(button('Replay')).toBeVisible()
  await expect(replay(page).locator('button[data-covered="true"]')).toHaveCount(0)
  await button('Replay').click()
  await expect(button('Pause')).toBeVisible()
  await replay(page).getByRole('link', { name: 'Run it yourself' }).click()
  await expect(page).toHaveURL('/agent/icd10-coder')
})

test('while it is still being replayed the page is whole, and its run is finished for who asks', async ({ page }) => {
  await page.goto('/')
  await test.step('a screen reader finds it as lists', async () => {
    await expect(replay(page).getByRole('list', { name: 'Run steps' }).getByRole('listitem')).toHaveCount(5)
    await expect(replay(page).getByRole('heading', { name: /billable candidates$/ })).toHaveCount(1)
    expect(await marks(page).count()).toBeGreaterThan(20)
  })
  await test.step('what nobody scrolled to is there after a moment', async () => {
    const last = page.getByRole('link', { name: 'Schedule demo call' })
    const drawn = () => last.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    await expect.poll(drawn).toBe(true)
    expect(await page.evaluate('window.scrollY')).toBe(0)
  })
  await test.step('a code shows its words in the document, from the keyboard too', async () => {
    const code = replay(page).getByRole('button', { name: /^D50\.9/ })
    await code.focus()
    await page.keyboard.press('Enter')
    await expect(code).toHaveAttribute('aria-pressed', 'true')
    const selected = replay(page).locator('[data-replay="selected"]')
    await expect(selected.first()).toHaveText('Iron deficiency anemia')
    await expect(replay(page).getByRole('button', { name: 'Replay' })).toBeVisible()
  })
})

test('with reduced motion the run is finished at once, nothing on the page moves, and its calls to action lead where §2.1 and §4 say', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(replay(page).getByRole('button', { name: 'Replay' })).toBeVisible()
  await expect(replay(page).locator('[data-covered="true"], [data-read="false"], [data-replay="coming"]')).toHaveCount(
    0,
  )
  await below(page)
  await expect(page.getByRole('button', { name: 'Pause partner animation' })).toHaveCount(0)
  for (const name of ['Arovita Clinics', 'Ledgerika']) await expect(page.getByRole('img', { name })).toBeVisible()
  const href = (name: string) => page.getByRole('main').getByRole('link', { name }).first()
  await expect(href('Start free trial')).toHaveAttribute('href', '/register')
  await expect(href('Watch demo')).toHaveAttribute('href', '/marketplace')
  await expect(href('Schedule demo call')).toHaveAttribute('href', '/contact?topic=demo')
  await expect(href('Book a Meeting')).toHaveAttribute('href', '/contact?topic=enterprise')
  await expect(href('Contact Sales')).toHaveAttribute('href', '/contact?topic=enterprise')
})

test('the page works without its recording', async ({ page }) => {
  await page.route(/recorded-run/, (route) => route.fulfill({ status: 500 }))
  await page.goto('/')
  await expect(page.getByText('The recorded run couldn’t be loaded.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Run it yourself' })).toHaveAttribute('href', '/agent/icd10-coder')
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

test('the partners pass by, and stop when one asks them to', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const stop = page.getByRole('button', { name: 'Pause partner animation' })
  await page.getByRole('region', { name: 'Partners' }).scrollIntoViewIfNeeded()
  await expect(stop).toBeVisible()
  await expect(page.locator('.swiper-initialized')).toBeVisible()
  const first = () => page.locator('.swiper-slide-active img').getAttribute('alt')
  const before = await first()
  await page.clock.runFor(4000)
  await expect.poll(first).not.toBe(before)
  await stop.click()
  await page.mouse.move(0, 0)
  const stood = await first()
  await page.clock.runFor(9000)
  expect(await first()).toBe(stood)
  await expect(page.getByRole('button', { name: 'Play partner animation' })).toBeFocused()
})

test('a partner whose picture fails is named in words', async ({ page }) => {
  await page.route('**/partners/medlattice.svg', (route) => route.fulfill({ status: 404 }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const partners = page.getByRole('region', { name: 'Partners' })
  await partners.scrollIntoViewIfNeeded()
  await expect(partners.getByText('Medlattice')).toBeVisible()
  await expect(partners.getByRole('img', { name: 'Medlattice' })).toHaveCount(0)
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
