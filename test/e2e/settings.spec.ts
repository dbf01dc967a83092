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
  await page.getByLabel('Email').fill('kavya@clinic.example')
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
