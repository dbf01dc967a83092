/** The ways into an account beside email and password: mailed links, popups of Google and GitHub, and what the settings do with them. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { signUp, superAdmin } from '#test/support/people.ts'
import { signIn, visit } from '#test/support/visit.ts'

/** The link of the latest mail to an address about something, from the outbox of the super admin. */
async function mailedLink(baseURL: string, to: string, subject: RegExp): Promise<string> {
  const { call } = await superAdmin(baseURL)
  let link = ''
  await expect(async () => {
    const { data } = await call('GET', '/api/v1/admin/outbox?limit=100')
    const found = data.items.find(
      (mail: { to: string; subject: string }) => mail.to === to && subject.test(mail.subject),
    )
    const { data: mail } = await call('GET', `/api/v1/admin/outbox/${found.id}`)
    link = /https?:\S+\?token=\S+/.exec(mail.text)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 10_000 })
  return link
}

/** Presses a provider's button and stands before its account chooser. */
async function openPopup(page: Page, name: 'Google' | 'GitHub', button = name as string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button, exact: true }).click()
  const popup = await opening
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  return popup
}

let people = 0
/** Somebody new at the stand-in for the providers, whose address the popup shows. */
async function personThere(popup: Page, email?: string) {
  people += 1
  const id = Date.now() * 10 + people
  const person = { id, login: `p${id}`, name: `Person ${id}`, email: email ?? `p${id}@mail.example`, verified: true }
  await fetch(new URL('/people', popup.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([person]),
  })
  await popup.reload()
  return person
}

test('a forgotten password is replaced over the mailed link, once', async ({ page, baseURL }) => {
  const person = await signUp(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  const link = await mailedLink(baseURL ?? '', person.email, /new .* password/)
  await page.goto(link)
  await page.getByLabel('New password').fill('another password')
  await page.getByLabel('Confirm password').fill('another passwort')
  await expect(page.getByText('The passwords don’t match')).toBeVisible()
  await page.getByLabel('Confirm password').fill('another password')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('another password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto(link)
  await page.getByLabel('New password').fill('a third password')
  await page.getByLabel('Confirm password').fill('a third password')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('changing the password signs out all others in the account, unless one says otherwise', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const person = await signUp(page)
  const elsewhere = visit(url, await signIn(url, person.email, person.password))
  expect((await elsewhere.call('GET', '/api/v1/auth/profile')).status).toBe(200)
  await page.goto('/settings?section=security')
  await expect(page.getByLabel('Sign out my other devices and revoke my API keys')).toBeChecked()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password').fill('another password')
  await page.getByLabel('Confirm password').fill('another password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  expect((await elsewhere.call('GET', '/api/v1/auth/profile')).status).toBe(401)
})

test('what is said about a forgotten password never depends on the address', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody@clinic.example')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
})

test('the address is confirmed by the link mailed at sign-up, and changed by one mailed to the new address', async ({
  page,
  baseURL,
}) => {
  const person = await signUp(page, { at: '/settings?section=account' })
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await page.goto(await mailedLink(baseURL ?? '', person.email, /^Confirm your email/))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to settings' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const changed = `new.${person.email}`
  await page.getByLabel('New email address').fill(changed)
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your new mailbox')).toBeVisible()
  await page.goto(await mailedLink(baseURL ?? '', changed, /new email/))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address was changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to settings' }).click()
  await expect(page.getByText(changed).first()).toBeVisible()
})

for (const name of ['Google', 'GitHub'] as const) {
  test(`${name} signs up and in through its popup, and lands where one wanted to go`, async ({ page }) => {
    await page.goto('/register')
    const popup = await openPopup(page, name)
    await expect(page.getByLabel('Email')).toBeDisabled()
    const person = await personThere(popup)
    // A person takes longer than the page waits for the message of a popup that was closed.
    expect(await popup.evaluate('opener !== null')).toBe(true)
    await popup.waitForFunction('performance.now() > 2000')
    await expect(page.getByRole('alert')).toBeHidden()
    await popup.getByRole('link', { name: new RegExp(person.email) }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect.poll(() => popup.isClosed()).toBe(true)
    await page.getByRole('button', { name: new RegExp(person.name) }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('heading', { name: 'You have signed out' })).toBeVisible()
    await page.goto('/login?next=%2Fdesign-system')
    const again = await openPopup(page, name)
    await again.getByRole('link', { name: new RegExp(person.email) }).click()
    await expect(page).toHaveURL('/design-system')
  })

  test(`${name} cancelled, closed or refused leaves the page as it was, with the reason`, async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('asha@clinic.example')
    const popup = await openPopup(page, name)
    await popup.close()
    const banner = page.getByRole('alert')
    await expect(banner).toHaveText('Sign-in was cancelled. Please try again.')
    await expect(page.getByLabel('Email')).toHaveValue('asha@clinic.example')
    const other = await openPopup(page, name)
    await expect(banner).toBeHidden()
    await other.getByRole('link', { name: 'Cancel' }).click()
    await expect(banner).toHaveText('Sign-in was cancelled. Please try again.')
  })
}

test('an account that has not confirmed its address is joined to nobody', async ({ page }) => {
  const person = await signUp(page)
  await page.context().clearCookies()
  await page.goto('/login')
  const popup = await openPopup(page, 'GitHub')
  await personThere(popup, person.email)
  await popup.getByRole('link', { name: new RegExp(person.email) }).click()
  await expect(page.getByRole('alert')).toContainText('connect GitHub in the settings')
  await expect(page).toHaveURL('/login')
})

test('connections are added and removed in the settings, but never the last one', async ({ page }) => {
  await page.goto('/login')
  const popup = await openPopup(page, 'Google')
  const person = await personThere(popup)
  await popup.getByRole('link', { name: new RegExp(person.email) }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/settings?section=connections')
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeDisabled()
  await expect(page.getByText('This is the only way into your account.').first()).toBeVisible()
  const connecting = await openPopup(page, 'GitHub', 'Connect GitHub')
  await connecting.getByRole('link', { name: new RegExp(person.email) }).click()
  await expect(page.getByRole('button', { name: 'Disconnect GitHub' })).toBeEnabled()
  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disconnect GitHub' })).toBeDisabled()
  await page.getByRole('link', { name: 'Set password' }).click()
  await page.getByLabel('New password').fill('a first password')
  await page.getByLabel('Confirm password').fill('a first password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your password was set.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeVisible()
})

test('the Gmail callback says what became of it, and believes no state it did not give', async ({ page }) => {
  await page.goto('/oauth2/gmail/callback?error=access_denied&state=x')
  await expect(page.getByRole('heading', { name: 'Account not connected' })).toBeVisible()
  await page.goto('/oauth2/gmail/callback?state=made-up&code=4')
  await expect(page.getByRole('heading', { name: 'This connection didn’t start here' })).toBeVisible()
  await page.goto('/oauth2/gmail/callback')
  await expect(page.getByRole('heading', { name: 'This connection didn’t start here' })).toBeVisible()
})

test('the pages behind mailed links and popups are sound', async ({ page }) => {
  for (const [path, heading] of [
    ['/reset-password?token=x', 'Set a new password'],
    ['/verify-email?token=x', 'Confirm your email address'],
    ['/oauth2/gmail/callback?state=x', 'This connection didn’t start here'],
  ] as const) {
    await openInApp(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectSoundInEveryLook(page)
  }
  await page.goto('/oauth/google.html?error=x&state=x')
  await expect(page.getByRole('heading', { level: 1, name: 'Signing in with Google' })).toBeVisible()
  await expectSoundInEveryLook(page)
})
