/** The audit log: read, filtered, checked and exported. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { enter, person, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

test('an admin reads who did what, narrows it down, checks the chain and takes a copy', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const other = await browser.newContext({ baseURL: url })
  const user = await person(other, 'basic_user', url)
  await other.close()
  const root = await superAdmin(url)
  const { data: found } = await root.call('GET', `/api/v1/users?search=${encodeURIComponent(user.email)}`)
  const hostile = '<img src=x onerror=alert(1)> \u202Eevil\u202C sold twice'
  const block = { reason: hostile, duration_days: 3 }
  await root.call('POST', `/api/v1/user-management/${found.items[0].id}/block`, block)
  await enter(context, SUPER_ADMIN, url)

  await test.step('who, what, on whom, why, from where, before and after', async () => {
    await page.goto('/admin/audit')
    await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
    const entry = page.getByRole('listitem').filter({ hasText: 'sold twice' })
    await expect(entry.getByRole('heading', { name: 'Changed an account’s status' })).toBeVisible()
    await expect(entry.getByText(hostile)).toBeVisible()
    await expect(entry.getByText('from this server')).toBeVisible()
    await expect(entry).toContainText('active')
    await expect(entry).toContainText('blocked')
    await expectSoundInEveryLook(page)
  })

  await test.step('filtered by person, reason and day', async () => {
    await page.getByLabel('Person or thing').fill(user.email)
    await page.getByLabel('Reason contains').fill('so')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByText('Use at least 3 characters')).toBeVisible()
    await page.getByLabel('Reason contains').fill('SOLD')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/person=.*reason=SOLD/)
    await expect(page.getByRole('list', { name: 'Entries, newest first' }).getByRole('heading')).toHaveCount(1)
    await page.getByLabel('To').fill('2020-01-01')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('sold twice').first()).toBeVisible()
  })

  await test.step('exported as it is filtered, which is an entry itself', async () => {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await started
    expect(file.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/)
    const lines = (await readFile((await file.path()) ?? '', 'utf8')).split('\r\n').filter(Boolean)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('sold twice')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page.getByRole('heading', { name: 'Exported the audit log' }).first()).toBeVisible()
  })

  await test.step('complete, by its chain', async () => {
    const chain = page.getByRole('region', { name: 'State of the log' })
    await expect(chain.getByText(/^Complete since/)).toBeVisible()
    await chain.getByRole('button', { name: 'Check now' }).click()
    await expect(chain.getByText('Last checked just now.')).toBeVisible()
  })
})
