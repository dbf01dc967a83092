/** The main way of credentials: kept, connected, tried out, named before they are deleted, and never shown again. */
import { expect } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { enter, person } from '#test/support/people.ts'

test('a credential is kept, replaced and deleted, and its secret is never shown again', async ({
  page,
  context,
}, info) => {
  const url = info.project.use.baseURL ?? ''
  await enter(context, await person(context, 'basic_user', url), url)
  await page.goto('/settings?section=credentials')
  await page.getByRole('button', { name: 'Add credential' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption({ label: 'Bearer token' })
  await dialog.getByLabel('Name').fill('Clinic <b>records</b>')
  await dialog.getByLabel('Token', { exact: true }).fill('canary-token-4412')
  await dialog.getByLabel('Allowed hosts').fill('https://not-a-host/')
  await dialog.getByRole('button', { name: 'Save credential' }).click()
  await expect(dialog.getByText('Use host names such as api.example.com')).toBeVisible()
  // What was typed stays where it was refused.
  await expect(dialog.getByLabel('Token', { exact: true })).toHaveValue('canary-token-4412')
  await dialog.getByLabel('Allowed hosts').fill('api.clinic.example')
  await dialog.getByRole('button', { name: 'Save credential' }).click()
  await expect(page.getByText('Clinic <b>records</b>')).toBeVisible()
  await expect(page.getByText('…4412')).toBeVisible()
  expect(await page.content()).not.toContain('canary-token')

  await page.getByRole('button', { name: 'More for Clinic' }).click()
  await page.getByRole('menuitem', { name: 'Rename or replace' }).click()
  await expect(dialog.getByLabel('Token', { exact: true })).toHaveValue('')
  await dialog.getByLabel('Name').fill('Clinic')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Clinic', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More for Clinic' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('Nothing uses it')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete credential' }).click()
  await expect(page.getByText('No credentials yet')).toBeVisible()
})

test('Gmail is connected on the page of Google, and comes back ready', async ({ page, context }, info) => {
  const url = info.project.use.baseURL ?? ''
  await enter(context, await person(context, 'basic_user', url), url)
  await page.goto('/settings?section=credentials')
  await page.getByRole('button', { name: 'Add credential' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption({ label: 'Gmail' })
  await dialog.getByLabel('Name').fill('My Gmail')
  await dialog.getByRole('button', { name: 'Save and connect' }).click()
  await page.getByRole('link', { name: /Asha/ }).click()
  await expect(page.getByRole('heading', { name: 'Account connected' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your credentials' }).click()
  await expect(page.getByText('My Gmail')).toBeVisible()
  await expect(page.getByText('Not connected')).toBeHidden()
  await page.getByRole('button', { name: 'Test My Gmail' }).click()
  await expect(page.getByText('The account is connected.')).toBeVisible()
})
