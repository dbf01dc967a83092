/** The main way of models: added, tried out, bounded by a budget and removed; the key is never shown again. */
import { expect } from '@playwright/test'
import { startModelPeer } from '#peers/model/server.ts'
import { test } from '#test/support/browser.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { enter, person } from '#test/support/people.ts'

const KEY = 'sk-canary-0123456789-7731'

test('a model is added, tried out, bounded and removed', async ({ page, context }, info) => {
  const url = info.project.use.baseURL ?? ''
  const peer = await startModelPeer({ port: portOf(url, 'model of models.spec.ts'), key: KEY })
  peer.behave({ type: 'answer', text: 'ready <b>now</b>', usage: { input: 20, output: 2 } })
  await enter(context, await person(context, 'basic_user', url), url)
  await page.goto('/settings?section=models')
  await page.getByRole('button', { name: 'Add model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').selectOption({ label: 'Other (OpenAI-compatible)' })
  await dialog.getByLabel('Model', { exact: true }).fill('small')
  await dialog.getByLabel('API key').fill(KEY)
  await dialog.getByLabel('Name', { exact: true }).fill('Everyday <i>one</i>')
  await dialog.getByLabel('Input').fill('much')
  await dialog.getByRole('button', { name: 'Add model' }).click()
  await expect(dialog.getByText('Enter an amount in rupees')).toBeVisible()
  await dialog.getByLabel('Input').fill('40')
  await dialog.getByLabel('Output').fill('160')
  await dialog.getByRole('button', { name: 'Add model' }).click()
  await expect(dialog.getByText('Enter the model server’s address')).toBeVisible()
  // What was typed stays where it was refused.
  await expect(dialog.getByLabel('API key')).toHaveValue(KEY)
  await dialog.getByLabel('Address').fill(peer.url)
  await dialog.getByRole('button', { name: 'Add model' }).click()
  await expect(page.getByText('Everyday <i>one</i>', { exact: true })).toBeVisible()
  await expect(page.getByText('₹40 in, ₹160 out per million tokens')).toBeVisible()
  await expect(page.getByText('…7731')).toBeVisible()
  expect(await page.content()).not.toContain('sk-canary')

  await page.getByRole('button', { name: 'Test Everyday' }).click()
  await expect(page.getByText('small replied “ready <b>now</b>” (22 tokens, ₹0.0011)')).toBeVisible()
  await page.getByLabel('Tokens per day').fill('100')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Test Everyday' }).click()
  await expect(page.getByText('Today’s budget allows 100 tokens')).toBeVisible()
  expect(peer.asked).toHaveLength(1)

  await page.getByRole('button', { name: 'More for Everyday' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove model' }).click()
  await expect(page.getByText('No models yet')).toBeVisible()
  await peer.close()
})
