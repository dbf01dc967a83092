/** What an owner decides about the data of a workspace. */
import { expect, test } from '@playwright/test'
import { expectSoundInEveryLook } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { sellerOn } from '#test/support/people.ts'

test('an owner sets how long data is kept, sees what goes before it is saved, and keeps exports to admins', async ({
  context,
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  await sellerOn(context, url)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.getByLabel('Name').fill('Practice with a policy')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page).toHaveURL(/\/w\/practice-with-a-policy(-\d+)?\/dashboard$/)
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  const database = await joinE2eDatabase(url)
  try {
    await database.pool.query(
      `insert into files (owner_id, name, mime, bytes, sha256, created_at)
       select id, 'old.txt', 'text/plain', 1, repeat('0', 64), now() - interval '60 days' from workspaces where slug = $1`,
      [slug],
    )
  } finally {
    await database.pool.end()
  }

  await page.goto(`/w/${slug}/workspace?tab=data`)
  const days = page.getByLabel('Days that uploaded documents are kept')
  await days.fill('0')
  await page.getByRole('button', { name: 'Save retention' }).click()
  await expect(days).toBeFocused()
  await days.fill('30')
  await days.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete older content now?' })
  await expect(dialog.getByRole('listitem')).toHaveText(/^Documents from before .+: 1$/)
  await expect(dialog).toContainText(/backups/i)
  await expectSoundInEveryLook(page)
  await dialog.getByRole('button', { name: 'Save and delete' }).click()
  await expect(page.getByText('Retention saved')).toBeVisible()

  await page.getByLabel('Members may export').uncheck()
  await page.getByLabel('Allow all apps').uncheck()
  await page.getByLabel('Find an app to allow').fill('slack')
  await page.getByRole('button', { name: 'Allow Slack', exact: true }).click()
  await expectSoundInEveryLook(page)
  await page.getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('Policy saved')).toBeVisible()

  await page.reload()
  await expect(days).toHaveValue('30')
  await expect(page.getByLabel('Members may export')).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Remove slack' })).toBeVisible()
})
