/** Knowledge as a person meets it: a base is made, a PDF is dropped and read, a question leads to its place on the page. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, mark, openInApp, signUpHere, test } from '#test/support/browser.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { pdf } from '#test/support/files.ts'
import { startWebsite } from '#test/support/website.ts'

const handbook = () =>
  pdf((page) => {
    page.fontSize(20).text('Staff handbook').moveDown()
    page.fontSize(11).text('A company vehicle is booked with the front desk.')
    page.addPage().fontSize(16).text('Annual leave').moveDown()
    page.fontSize(11).text('Every employee has 24 days of annual leave a year. Unused days expire in March.')
  })

test('a question is answered from a document, at its place on the page', async ({ page }) => {
  await page.goto('/register')
  await signUpHere(page)
  await expect(page).toHaveURL(/dashboard/)
  await openInApp(page, '/knowledge')
  await page.getByRole('button', { name: 'New knowledge base' }).click()
  await page.getByLabel('Name').fill('Handbook')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Handbook' })).toBeVisible()

  const files = [
    { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: await handbook() },
    {
      name: 'locked.pdf',
      mimeType: 'application/pdf',
      buffer: await pdf((one) => one.text('x'), { userPassword: 'x' }),
    },
  ]
  await page.getByLabel('Add documents').setInputFiles(files)
  const documents = page.getByRole('list', { name: 'Documents' })
  await expect(documents.getByText('password')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('button', { name: 'Chunks of handbook.pdf' })).toBeVisible({ timeout: 90_000 })
  await expectSoundInEveryLook(page)

  await page.getByRole('button', { name: 'Edit handbook.pdf' }).click()
  await page.getByRole('button', { name: 'Add value' }).click()
  await page.getByLabel('Name 1').fill('year')
  await page.getByLabel('Kind 1').selectOption({ label: 'Number' })
  await page.getByLabel('Value 1').fill('20x6')
  await expect(page.getByText('Enter a number')).toBeVisible()
  await page.getByLabel('Value 1').fill('2026')
  await expectSoundInEveryLook(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(documents.getByText('year: 2026')).toBeVisible()

  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByLabel('Search this knowledge base').fill('How many days of leave do I have?')
  await page.keyboard.press('Enter')
  const passages = page.getByRole('list', { name: 'Passages' })
  await expect(passages.getByRole('listitem').first()).toContainText('24 days of annual leave')
  await expect(passages.getByRole('listitem').first()).toContainText('Page 2')
  const answer = page.getByRole('list', { name: 'Answer' })
  await expect(answer.getByRole('listitem').first()).toContainText('Every employee has 24 days of annual leave a year.')
  await expect(mark(page).first()).toBeInViewport()
  await expect(page.getByText(/^Searched \d+ passages? in \d/)).toBeVisible()
  await expect(passages.getByRole('button').first()).toContainText('Match')
  await expect(passages.getByRole('listitem').first().locator('mark').filter({ hasText: 'leave' })).toBeVisible()
  await passages.getByRole('button').first().press('End')
  const last = passages.getByRole('button').last()
  await expect(last).toBeFocused()
  await expect(last).toHaveAttribute('aria-pressed', 'true')
  await last.press('Home')
  await expect(passages.getByRole('button').first()).toBeFocused()
  const source = answer.getByRole('button').first()
  await expect(source).toHaveAttribute('aria-pressed', 'false')
  await source.press('Enter')
  await expect(source).toHaveAttribute('aria-pressed', 'true')
  await expect(mark(page).first()).toBeInViewport()
  await expectSoundInEveryLook(page)
  await page.getByLabel('Search this knowledge base').fill('Which telescope sees the rings of Saturn?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No answer found' })).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.getByLabel('Search this knowledge base').fill('How many days of leave do I have?')
  await page.getByRole('button', { name: 'Add filter' }).click()
  // What documents have under this name is a number.
  await page.getByLabel('Name 1').fill('year')
  await page.getByLabel('Value 1').fill('2025')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No passages found')).toBeVisible()
  await page.getByLabel('Value 1').fill('2026')
  await page.keyboard.press('Enter')
  await expect(passages.getByRole('listitem').first()).toContainText('24 days of annual leave')
  await expectSoundInEveryLook(page)

  await page.getByRole('link', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: 'Chunks of handbook.pdf' }).click()
  await page.getByRole('button', { name: 'Edit chunk 2' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Every employee has 30 days of annual leave a year.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('Edited')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Email address').fill('friend@example.com')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove friend@example.com' })).toBeVisible()
  await expectSoundInEveryLook(page)

  await page.getByRole('link', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: 'Remove locked.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(documents.getByRole('listitem')).toHaveCount(1)
})

test('a page of the web answers, and a website is read, stopped and removed', async ({ page, baseURL }) => {
  const leave = '<title>Leave</title><h1>Annual leave</h1><p>Every employee has 24 days of annual leave a year.</p>'
  const port = portOf(String(baseURL), 'website of knowledge.spec.ts')
  const site = await startWebsite({ '/leave': { body: leave }, '/broken': { status: 500 } }, port)
  await page.goto('/register')
  await signUpHere(page)
  await expect(page).toHaveURL(/dashboard/)
  await openInApp(page, '/knowledge')
  await page.getByRole('button', { name: 'New knowledge base' }).click()
  await page.getByLabel('Name').fill('From the web')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const address = page.getByLabel('Add from a web address')
  await address.fill(site.at('/broken'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The website answered with the status 500. Try again later.')).toBeVisible()
  await expectSoundInEveryLook(page)
  await address.fill(site.at('/leave'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added Leave.html')).toBeVisible()
  await expect(page.getByRole('link', { name: site.at('/leave') })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chunks of Leave.html' })).toBeVisible({ timeout: 90_000 })

  await page.getByRole('button', { name: 'Read again: Leave.html' }).click()
  await expect(page.getByText('The page hasn’t changed.')).toBeVisible()
  site.pages['/leave'] = { body: leave.replace('24', '30') }
  await page.getByRole('button', { name: 'Read again: Leave.html' }).click()
  await expect(page.getByText('The page changed. Searches find the new text soon.')).toBeVisible()
  await expect(page.getByText('version 2')).toBeVisible()
  await expectSoundInEveryLook(page)

  await page.getByRole('link', { name: 'Websites' }).click()
  site.pages['/docs/'] = {
    body: '<title>Docs</title><h1>Docs</h1><a href="parking">1</a><a href="gone">2</a><a href="slow">3</a>',
  }
  site.pages['/docs/parking'] = {
    body: '<title>Parking</title><h1>Parking</h1><p>Cars are parked behind the house.</p>',
  }
  site.pages['/docs/slow'] = { hangs: true }
  await page.getByLabel('Add a website').fill('http://example.com/')
  await page.getByRole('button', { name: 'Add website' }).click()
  await expect(page.getByText('The web address must start with https://')).toBeVisible()
  await page.getByLabel('Page limit').fill('2000')
  await page.getByLabel('Add a website').fill(site.at('/docs/'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a whole number from 1 to 1,000')).toBeVisible()
  await page.getByLabel('Page limit').fill('10')
  await page.getByRole('button', { name: 'Add website' }).click()
  const websites = page.getByRole('list', { name: 'Websites' })
  await expect(websites.getByText('Reading · 2 read · 1 failed')).toBeVisible({ timeout: 30_000 })
  await expectSoundInEveryLook(page)
  await websites.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(websites.getByText('Stopped · 2 read · 1 failed')).toBeVisible()
  site.pages['/docs/slow'] = { body: '<title>Slow</title><h1>Slow</h1><p>It took a while.</p>' }
  await websites.getByRole('button', { name: 'Pages of' }).click()
  const pages = page.getByRole('dialog')
  await expect(pages.getByText('There is no page at this address.')).toBeVisible()
  await expectSoundInEveryLook(page)
  await pages.getByLabel('Show').selectOption({ label: 'Read (2)' })
  await expect(pages.getByRole('list', { name: 'Pages' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await websites.getByRole('button', { name: 'Continue' }).click()
  await expect(websites.getByText('Done · 3 read · 1 failed')).toBeVisible({ timeout: 30_000 })
  delete site.pages['/docs/parking']
  for (const outcome of ['Done · 2 read · 2 failed', 'Done · 2 read · 1 failed · 1 gone']) {
    await websites.getByRole('button', { name: /^Read again: / }).click()
    await expect(websites.getByText(outcome)).toBeVisible({ timeout: 30_000 })
  }
  await websites.getByLabel(/^How often .* is read again$/).selectOption({ label: 'Every day' })
  await expect(websites.getByText('Next reading')).toBeVisible()
  await expectSoundInEveryLook(page)
  await websites.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No websites yet')).toBeVisible()
  await page.getByRole('link', { name: /^Documents/ }).click()
  await expect(page.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(1)
  site.close()
})
