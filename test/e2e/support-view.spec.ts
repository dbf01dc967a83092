/** An admin sees Chowk as a person does: from the person's page, with a reason, and back. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { enter, person, SUPER_ADMIN } from '#test/support/people.ts'
import { signIn, visit } from '#test/support/visit.ts'

test('an admin sees Chowk as a person does, changes nothing, and the person can read that they did', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const theirs = await page.context().browser()?.newContext({ baseURL: url })
  if (!theirs) throw new Error('No browser to sign up in')
  const who = await person(theirs, 'basic_user', url)
  const mine = visit(url, await signIn(url, who.email, who.password))
  const { data: me } = await mine.call('GET', '/api/v1/users/me')
  await enter(context, SUPER_ADMIN, url)
  await page.goto(`/admin/users/${me.id}`)
  await page.getByRole('button', { name: 'Manage' }).press('Enter')
  await page.getByRole('menuitem', { name: 'View as this person', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start viewing' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Ticket 4711')
  await dialog.getByRole('button', { name: 'Start viewing' }).click()

  await expect(page).toHaveURL(/\/dashboard$/)
  const banner = page.getByRole('region', { name: 'Viewing as another person' })
  await expect(banner).toContainText(`You’re viewing Chowk as ${who.name}.`)
  await expect(page.getByRole('link', { name: 'User Management' })).toHaveCount(0)
  await expectSoundInEveryLook(page)
  // What changes something is refused by name.
  await page.goto('/profile')
  await page.getByLabel('Name', { exact: true }).fill('Changed by an admin')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nothing can be changed.')).toBeVisible()
  // What is closed to views says so, on a page that keeps the banner.
  await openInApp(page, '/execution-recovery')
  await expect(page.getByRole('heading', { name: 'Not part of this view' })).toBeVisible()
  await expect(banner).toBeVisible()
  // Another tab is the admin's own.
  const other = await context.newPage()
  await other.goto('/admin/users')
  await expect(other.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
  await expect(other.getByRole('region', { name: 'Viewing as another person' })).toHaveCount(0)
  await other.close()

  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(page).toHaveURL(`/admin/users/${me.id}`)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Manage' })).toBeVisible()

  await enter(theirs, who, url)
  const own = await theirs.newPage()
  await own.goto('/settings?section=security')
  await expect(own.getByText('Ticket 4711')).toBeVisible()
  await expectSoundInEveryLook(own)
  expect((await mine.call('GET', '/api/v1/users/me')).data.display_name).toBe(who.name)
  await theirs.close()
})
