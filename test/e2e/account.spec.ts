/** What a person does with their own account: profile and picture, API keys, the copy of their data, the end of it. */
import { readFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { expect } from '@playwright/test'
import { expectSound, openInApp, signUpHere, somebody, test } from '../support/browser.ts'
import { signUp } from '../support/people.ts'

test('a profile with a picture, seen at once wherever the user appears', async ({ page }) => {
  await signUp(page, { at: '/profile' })
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible()

  const canvas = createCanvas(640, 480)
  const context = canvas.getContext('2d')
  context.fillStyle = 'teal'
  context.fillRect(0, 0, 640, 480)
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await canvas.encode('png') }
  await page.getByLabel('Picture file').setInputFiles({ ...picture, name: 'me.gif', mimeType: 'image/gif' })
  await expect(page.getByText('This file type isn’t supported.')).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles({ ...picture, buffer: Buffer.from('not a picture at all') })
  await expect(page.getByText('Use a PNG, JPEG or WebP picture.')).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles(picture)
  const shown = page.locator('main img[src^="/api/v1/avatars/"]')
  await expect(shown).toBeVisible()
  // In the menu of the user too.
  await expect(page.locator('aside img[src^="/api/v1/avatars/"]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()

  const save = page.getByRole('button', { name: 'Save profile' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await expect(page.getByText('Use an address that starts with http:// or https://')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.getByLabel('Website').fill('https://asha.example')
  await page.getByLabel('Bio').fill('<script>alert(1)</script> \u202e right to left')
  await page.getByLabel('Name').fill('Dr Asha Rao')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.locator('aside').getByText('Dr Asha Rao').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Website')).toHaveValue('https://asha.example')
  await expect(page.getByLabel('Bio')).toHaveValue('<script>alert(1)</script> \u202e right to left')

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(shown).toHaveCount(0)
})

test('an API key is shown once, runs an agent from outside, and is dead when revoked', async ({ page, request }) => {
  await signUp(page, { at: '/settings?section=api-keys' })
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill('Clinic server')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByRole('region', { name: 'API key', exact: true }).textContent()
  expect(secret).toMatch(/^chowk_/)
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  await expect(page.getByText(String(secret))).toHaveCount(0)

  const execute = () =>
    request.post('/api/v1/workflows/execute', {
      headers: { authorization: `Bearer ${secret}` },
      data: { agent_id: 'icd10-coder', input: { text: 'Type 2 diabetes mellitus.' }, wait_ms: 20_000 },
    })
  const ran = await execute()
  expect(ran.status()).toBe(200)
  expect((await ran.json()).data).toMatchObject({ status: 'succeeded', output: { codes: [{ code: 'E11.9' }] } })
  const closed = await request.get('/api/v1/users/me', { headers: { authorization: `Bearer ${secret}` } })
  expect(closed.status()).toBe(403)

  await page.reload()
  await expect(page.getByText('last used just now')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke Clinic server' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect((await execute()).status()).toBe(401)
})

test('a copy of all data is downloaded, then the account is deleted and the address is free', async ({ page }) => {
  const person = await signUp(page, { at: '/settings?section=data' })
  await page.getByRole('button', { name: 'Export data' }).click()
  await expect(page.getByText('Your export is ready')).toBeVisible({ timeout: 20_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes('profile.json')).toBe(true)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete account' })
  await expect(remove).toBeDisabled()
  await page.getByLabel('Your email address').fill('somebody@else.example')
  await expect(page.getByText(`Type ${person.email} to continue`)).toBeVisible()
  await expect(remove).toBeDisabled()
  await page.getByLabel('Your email address').fill(person.email)
  await remove.click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()

  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  await page.goto('/register')
  await signUpHere(page, person)
  await expect(page).toHaveURL('/dashboard')
})

test('the account pages hold an endless name on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/register')
  await signUpHere(page, { ...somebody(), name: `<b>${'Asha'.repeat(28)}` })
  await expect(page).toHaveURL('/dashboard')
  for (const path of ['/profile', '/settings', '/settings?section=api-keys', '/settings?section=data']) {
    await openInApp(page, path)
    await expect(page.getByRole('heading', { level: 1, name: /Settings$/ })).toBeVisible()
    await expectSound(page)
  }
})

test('the section of the settings is part of the address; Back goes back', async ({ page }) => {
  await signUp(page, { at: '/settings' })
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page).toHaveURL('/settings?section=data')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Download your data' })).toBeVisible()
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Download your data' })).toBeVisible()
})
