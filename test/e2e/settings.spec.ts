/** Settings of the whole installation, on a product of its own: other tests would notice them. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectSound, test } from '#test/support/browser.ts'
import { enter, SUPER_ADMIN } from '#test/support/people.ts'
import { type Program, startProgram, temporaryFolder } from '#test/support/program.ts'

let folder: ReturnType<typeof temporaryFolder>
let program: Program
test.beforeAll(async () => {
  folder = temporaryFolder()
  program = await startProgram({
    DATA_DIR: folder.path,
    ADMIN_EMAIL: SUPER_ADMIN.email,
    ADMIN_PASSWORD: SUPER_ADMIN.password,
    TEST_GATEWAY: 'yes',
  })
})
test.afterAll(async () => {
  await program?.end('SIGTERM')
  folder?.remove()
})

/** The super admin on the settings page. */
async function openSettings(context: BrowserContext, page: Page): Promise<void> {
  await enter(context, SUPER_ADMIN, program.url)
  await page.goto(`${program.url}/admin/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

test('maintenance is turned on with a reason, told to visitors, and ended', async ({ page, context, browser }) => {
  await openSettings(context, page)
  const section = page.getByRole('region', { name: 'Maintenance mode' })
  await section.getByRole('button', { name: 'Turn on maintenance' }).click()
  await expect(section.getByText('Write what people are told')).toBeVisible()
  await section.getByLabel('Message').fill('We move the database')
  await section.getByLabel('Reason').fill('Ticket 4711')
  await section.getByRole('button', { name: 'Turn on maintenance' }).click()
  await expect(section.getByText('No runs are waiting.')).toBeVisible()
  await expectSound(page)

  const visitor = await browser.newPage()
  await visitor.goto(`${program.url}/marketplace`)
  const banner = visitor.getByRole('region', { name: 'Maintenance' })
  await expect(banner).toContainText('We move the database')
  await expect(banner).toContainText('Changes are paused. New runs wait until maintenance ends.')
  await banner.getByRole('button', { name: 'Dismiss maintenance message' }).click()
  await expect(banner).toHaveCount(0)
  await visitor.goto(`${program.url}/register`)
  await visitor.getByLabel('Name').fill('Meera')
  await visitor.getByLabel('Email').fill('meera@clinic.example')
  for (const label of ['Password', 'Confirm password'])
    await visitor.getByLabel(label, { exact: true }).fill('quiet otter on a log 17')
  await visitor.getByRole('button', { name: 'Create account' }).click()
  await expect(visitor.getByText('Changes are paused for maintenance: We move the database')).toBeVisible()

  await section.getByRole('button', { name: 'End maintenance' }).click()
  const dialog = page.getByRole('dialog', { name: 'End maintenance?' })
  await dialog.getByLabel('Reason').fill('Done')
  await dialog.getByRole('button', { name: 'End maintenance' }).click()
  // Until it is closed, its own field says the reason too.
  await expect(dialog).toHaveCount(0)
  await expect(section.getByText('No runs are waiting.')).toHaveCount(0)
  await expect(section.getByText('Done')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: 'Create account' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('sign-up by invitation is explained, and the mailed link opens it', async ({ page, context, browser }) => {
  await openSettings(context, page)
  const section = page.getByRole('region', { name: 'Sign-up' })
  await section.getByText('By invitation', { exact: true }).click()
  await section.getByRole('button', { name: 'Save sign-up' }).click()
  await expect(section.getByText('Enter a reason')).toBeVisible()
  await section.getByLabel('Reason').fill('A closed trial')
  await section.getByRole('button', { name: 'Save sign-up' }).click()
  await expect(section.getByText('A closed trial')).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.goto(`${program.url}/register`)
  await expect(visitor.getByRole('heading', { name: 'Accounts are by invitation' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Create account' })).toHaveCount(0)
  await expectSound(visitor)

  await section.getByRole('link', { name: 'Invitations' }).click()
  await page.getByLabel('Email', { exact: true }).fill('kavya@clinic.example')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'kavya@clinic.example' })).toBeVisible()
  await expectSound(page)
  await page.goto(`${program.url}/admin/outbox`)
  await page.getByRole('link', { name: 'You’re invited to Chowk' }).click()
  const link = page.getByRole('region', { name: 'Link' }).getByText(/invitation=/)
  await visitor.goto((await link.textContent()) ?? '')
  await expect(visitor.getByLabel('Email')).toHaveValue('kavya@clinic.example')
  await visitor.getByLabel('Name').fill('Kavya')
  for (const label of ['Password', 'Confirm password'])
    await visitor.getByLabel(label, { exact: true }).fill('quiet otter on a log 17')
  await visitor.getByRole('button', { name: 'Create account' }).click()
  await expect(visitor).toHaveURL(/\/dashboard/)
  await page.goto(`${program.url}/admin/invitations`)
  await expect(page.getByText('No invitations')).toBeVisible()
})

test('company details are checked, and pages name them', async ({ page, context, browser }) => {
  await openSettings(context, page)
  const section = page.getByRole('region', { name: 'Company details' })
  await section.getByLabel('Registered name').fill('Asha Software Private Limited')
  await section.getByLabel('GSTIN').fill('27AABCC1234D1Z0')
  await section.getByLabel('Reason').fill('Registered')
  await section.getByRole('button', { name: 'Save company details' }).click()
  await expect(section.getByText(/check character/)).toBeVisible()
  await section.getByLabel('GSTIN').fill('')
  await section.getByRole('button', { name: 'Save company details' }).click()
  await expect(page.getByText('Company details saved')).toBeVisible()
  await expectSound(page)

  // Drawn by the server, and the same once a browser has taken the page over.
  const reader = await browser.newContext({ javaScriptEnabled: false })
  const plain = await reader.newPage()
  await plain.goto(`${program.url}/about-us`)
  await expect(plain.locator('main')).toContainText('Asha Software Private Limited')
  const visitor = await browser.newPage()
  await visitor.goto(`${program.url}/contact`)
  await expect(visitor.locator('[data-placeholder=support_phone]').first()).toBeVisible()
  await expect(visitor.getByRole('contentinfo')).toContainText('© Asha Software Private Limited')
  await expect(visitor.locator('[data-placeholder=name]')).toHaveCount(0)
})

/** A logo of two colours, wide as a word. */
async function drawLogo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 100 })
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('There is no canvas here')
    pen.fillStyle = '#0f766e'
    pen.fillRect(0, 0, 400, 100)
    pen.fillStyle = '#ffffff'
    pen.fillRect(20, 20, 60, 60)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

test('the brand is changed with the keyboard, and is in the first answer of every page', async ({
  page,
  context,
  browser,
}) => {
  await openSettings(context, page)
  const section = page.getByRole('region', { name: 'Brand', exact: true })
  await section.getByRole('textbox', { name: 'Name (optional)' }).fill('Asha AI')
  const buffer = await drawLogo(page)
  await section
    .getByLabel('Choose a logo')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(section.getByText(/file type isn’t supported/)).toBeVisible()
  await section.getByLabel('Choose a logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(section.getByRole('button', { name: 'Remove logo' })).toBeVisible()
  const light = section.getByLabel('Accent colour, light theme')
  await light.fill('#ffcc00')
  await section.getByLabel('Accent colour, dark theme').fill('#5eead4')
  await section.getByLabel('Reason').fill('Our own brand')
  await page.keyboard.press('Enter')
  const refusal = section.getByText(/and 4\.5:1 is needed/)
  await expect(refusal).toBeVisible()
  await light.fill('#0f766e')
  await section.getByLabel('Reason').focus()
  await page.keyboard.press('Enter')
  await expect(section.getByText('Our own brand')).toBeVisible()
  await expectSound(page)

  const visitor = await browser.newPage()
  const answer = await visitor.request.get(`${program.url}/login`)
  const html = await answer.text()
  expect(html).toContain('<meta name="brand" content="Asha AI"')
  expect(html).toContain('--indigo:#0f766e')
  expect(html).toMatch(/<img src="\/brand\/[0-9a-f]{32}\.webp"/)
  const errors: string[] = []
  visitor.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await visitor.goto(`${program.url}/login`)
  await expect(visitor).toHaveTitle(/Asha AI/)
  const picture = visitor.getByRole('banner').locator('img[src^="/brand/"]')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(errors).toEqual([])

  // §2.3: a picture that can't be loaded becomes the first letter.
  await visitor.route('**/brand/**', (route) => route.abort())
  await visitor.goto(`${program.url}/login`)
  await expect(visitor.getByRole('banner').getByText('A', { exact: true })).toBeVisible()
  await visitor.close()
})

test('texts of mail are tried and changed, a part is switched off, a limit is set', async ({
  page,
  context,
  browser,
}) => {
  await openSettings(context, page)
  const mail = page.getByRole('region', { name: 'Email texts' })
  await mail.getByLabel('Kind of email').selectOption({ label: 'Receipts' })
  await mail.getByLabel('Subject').fill('Thank you for {title}')
  await mail.getByRole('button', { name: 'Preview' }).click()
  await expect(mail.getByText('Include {amount} in the subject')).toBeVisible()
  await mail.getByLabel('Subject').fill('Paid: {amount}')
  await mail.getByRole('button', { name: 'Preview' }).click()
  await expect(mail.getByRole('region', { name: 'Preview' })).toContainText('Paid: ₹499')
  await mail.getByLabel('Reason').fill('Shorter')
  await mail.getByRole('button', { name: 'Save texts' }).click()
  await expect(mail.getByText('Shorter')).toBeVisible()

  const parts = page.getByRole('region', { name: 'Parts of the product' })
  await parts.getByRole('group', { name: 'Runs without an account' }).getByText('Off', { exact: true }).click()
  await parts.getByLabel('Reason').fill('Accounts alone')
  await parts.getByRole('button', { name: 'Save parts' }).click()
  await expect(parts.getByText('Accounts alone')).toBeVisible()
  const visitor = await browser.newPage()
  await visitor.goto(`${program.url}/agent/contract-analyst`)
  await expect(visitor.getByText('Agents can’t be run without an account here.')).toBeVisible()
  await visitor.close()

  const limits = page.getByRole('region', { name: 'Limits', exact: true })
  await limits.getByLabel('Size of a file').fill('50')
  await limits.getByLabel('Reason').fill('Small disk')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits.getByText('Enter a whole number from 1 to 25')).toBeVisible()
  await limits.getByLabel('Size of a file').fill('5')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits.getByText('Small disk')).toBeVisible()
  await expectSound(page)
})
