/** A bucket as a source of knowledge: it is connected in place, chosen, synced, and answers a question; then it is paused and removed. */
import { expect } from '@playwright/test'
import { startS3Peer } from '#peers/s3/server.ts'
import { expectSoundInEveryLook, openInApp, signUpHere, test } from '#test/support/browser.ts'
import { portOf } from '#test/support/e2e-ports.ts'

test('a folder of a bucket is connected, answers a question, and stays in sync', async ({ page, baseURL }) => {
  const s3 = await startS3Peer(portOf(String(baseURL), 'storage of knowledge-sources.spec.ts'))
  const put = (key: string, text: string) => s3.objects.set(key, { bytes: Buffer.from(text), mime: 'text/plain' })
  put('hr/leave.md', '# Annual leave\n\nEvery employee has 24 days of annual leave a year.')
  put('hr/film.mp4', 'no text')
  put('finance/pay.md', 'Salaries are paid on the last day of the month.')
  await page.goto('/register')
  await signUpHere(page)
  await expect(page).toHaveURL(/dashboard/)
  await openInApp(page, '/knowledge')
  await page.getByRole('button', { name: 'New knowledge base' }).click()
  await page.getByLabel('Name').fill('From the bucket')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'Add from Google Drive, OneDrive, S3 or Notion' }).click()
  await expect(page.getByText('No sources yet')).toBeVisible()
  await expectSoundInEveryLook(page)

  await page.getByText('S3', { exact: true }).click()
  await page.getByRole('button', { name: 'New connection to S3' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of [
    ['Name', 'Papers'],
    ['Address', s3.url],
    ['Region', s3.region],
    ['Access key ID', s3.access_key_id],
    ['Secret access key', s3.secret_access_key],
    ['Bucket', s3.bucket],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Save credential' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Connection', { exact: true })).toContainText('Papers')
  await page.getByRole('button', { name: 'Browse S3' }).click()
  await expect(dialog.getByRole('button', { name: 'Choose hr' })).toBeVisible()
  await expectSoundInEveryLook(page)
  await dialog.getByRole('button', { name: 'Choose hr' }).click()
  await page.getByLabel('Sync', { exact: true }).selectOption({ label: 'Every hour' })
  await page.getByRole('button', { name: 'Add source' }).click()
  const sources = page.getByRole('list', { name: 'Sources' })
  await expect(sources.getByText('In sync · 1 read · 1 skipped')).toBeVisible({ timeout: 90_000 })
  await expect(sources.getByText('Next sync')).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.getByRole('button', { name: 'Files of hr' }).click()
  await expect(dialog.getByText('Files of this type can’t be read as documents.')).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^Documents/ }).click()
  await expect(page.getByText('kept in sync')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chunks of leave.md' })).toBeVisible({ timeout: 90_000 })
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByLabel('Search this knowledge base').fill('How many days of leave do I have?')
  await page.keyboard.press('Enter')
  const passages = page.getByRole('list', { name: 'Passages' })
  await expect(passages.getByRole('listitem').first()).toContainText('24 days of annual leave')

  await page.getByRole('link', { name: 'Sources' }).click()
  put('hr/visa.md', 'Visa forms are at the desk.')
  await page.getByRole('button', { name: 'Sync now: hr' }).click()
  await expect(sources.getByText('In sync · 2 read · 1 skipped')).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Remove hr' }).click()
  await dialog.getByText('Remove documents').click()
  await expectSoundInEveryLook(page)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No sources yet')).toBeVisible()
  await page.getByRole('link', { name: /^Documents/ }).click()
  await expect(page.getByText('No documents yet')).toBeVisible()
  await s3.close()
})
