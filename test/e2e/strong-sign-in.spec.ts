import { type CDPSession, expect, type Page, type Route } from '@playwright/test'
import { expectSound, expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { type Person, signUp } from '#test/support/people.ts'
import { appCode } from '#test/support/second-factor.ts'

const SECURITY = '/settings?section=security'

async function signOut(page: Page, person: Person) {
  await page.getByRole('button', { name: new RegExp(person.name) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
}

/** Signs out, and takes the first step back in. */
async function signInAnew(page: Page, person: Person) {
  await signOut(page, person)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await givePassword(page, person)
}

/** The first step of the sign-in. */
async function givePassword(page: Page, person: Person) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
}

const code = (page: Page) => page.getByLabel('Code', { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Up to the QR code. @returns the secret */
async function startTwoFactor(page: Page, person: Person): Promise<string> {
  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('Your password').fill(person.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  return ((await dialog(page).locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
}

/** From the security settings. @returns the secret and the backup codes */
async function turnOn(page: Page, person: Person) {
  const secret = await startTwoFactor(page, person)
  await code(page).fill(appCode(secret))
  await page.keyboard.press('Enter')
  const backup = dialog(page).getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(backup).toHaveCount(10)
  const codes = await backup.allTextContents()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('Backup codes left: 10 of 10')).toBeVisible()
  return { secret, codes }
}

test('a second factor is turned on and asked for at the next sign-in', async ({ page }) => {
  const person = await signUp(page, { at: SECURITY })
  const { secret } = await turnOn(page, person)
  await signInAnew(page, person)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
  // no session yet: the guarded page asks to sign in
  const half = await page.context().newPage()
  await half.goto('/dashboard')
  await expect(half).toHaveURL(/\/login/)
  await half.close()

  await code(page).fill('12345')
  await expect(page.getByText('The code has 6 digits')).toBeVisible()
  await code(page).fill('000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is incorrect or was already used.')).toBeVisible()
  await expect(code(page)).toBeFocused()
  // the code of the next step: the present one was taken when it was turned on
  await code(page).fill(appCode(secret, 1).replace(/^.../, '$& '))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('a backup code signs in once, a trusted browser is not asked again, and it is turned off with a code', async ({
  page,
}) => {
  const person = await signUp(page, { at: SECURITY })
  const { codes } = await turnOn(page, person)
  await signInAnew(page, person)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill((codes[0] ?? '').toUpperCase())
  await page.getByLabel('Trust this browser for 30 days').check()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/dashboard')

  // trusted: the password is enough
  await signInAnew(page, person)
  await expect(page).toHaveURL('/dashboard')
  await openInApp(page, SECURITY)
  await expect(page.getByText('Backup codes left: 9 of 10')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog(page).getByLabel('Your password').fill(person.password)
  await dialog(page)
    .getByLabel('Code')
    .fill(codes[0] ?? '')
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog(page).getByText('The code is incorrect or was already used.')).toBeVisible()
  await dialog(page)
    .getByLabel('Code')
    .fill(codes[1] ?? '')
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('the second step can be left, reloaded and begun again', async ({ page }) => {
  const person = await signUp(page, { at: SECURITY })
  const { secret } = await turnOn(page, person)
  await signInAnew(page, person)
  await expect(code(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.goForward()
  await page.reload()
  await expect(code(page)).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await givePassword(page, person)
  await code(page).fill(appCode(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

interface VirtualAuthenticator {
  /** Whether somebody is there to touch it. */
  attend: (present: boolean) => Promise<unknown>
}

async function plugIn(page: Page): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    attend: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

/** Passkeys need a name in the address; the numbers of the test server have one. */
const named = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost')

/**
 * Touches the authenticator for the question that a press asks, and only then: the offer inside the email field, which is out by some
 * moment after the page has loaded, would take a touch that is given before.
 */
async function touchWhenPressed(page: Page, authenticator: VirtualAuthenticator) {
  await page.exposeFunction('touchAuthenticator', () => authenticator.attend(true))
  await page.addInitScript(`
    const ask = navigator.credentials?.get.bind(navigator.credentials)
    if (ask) navigator.credentials.get = async (options) => {
      if (options.mediation !== 'conditional') await touchAuthenticator()
      return ask(options)
    }`)
}

/** From the security settings. */
async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(name)).toBeVisible()
}

test('a passkey is made, named, signed in with and taken away', async ({ page, baseURL }) => {
  const origin = named(baseURL)
  const authenticator = await plugIn(page)
  await touchWhenPressed(page, authenticator)
  const person = await signUp(page, { url: origin, at: SECURITY })
  await addPasskey(page, 'Work laptop')
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialog(page).getByLabel('Name').fill('<b>Laptop</b> \u202Etxt')
  await page.keyboard.press('Enter')
  await expect(page.getByText('<b>Laptop</b>')).toBeVisible()
  await expectSound(page)
  await signOut(page, person)

  await authenticator.attend(false)
  await page.goto(`${origin}/login`)
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(`${origin}/dashboard`)

  await openInApp(page, SECURITY)
  await page.getByRole('button', { name: /^Remove <b>Laptop/ }).click()
  await dialog(page).getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await signOut(page, person)
  await authenticator.attend(false)
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('The passkey wasn’t accepted')
})

test('a press on a page that still prepares its offer of passkeys signs in', async ({ page, baseURL }) => {
  const origin = named(baseURL)
  const authenticator = await plugIn(page)
  await touchWhenPressed(page, authenticator)
  const person = await signUp(page, { url: origin, at: SECURITY })
  await addPasskey(page, 'Kitchen tablet')
  await signOut(page, person)
  await authenticator.attend(false)

  // The challenge of the offer is asked for first and arrives last, after that of the press.
  const starts: Route[] = []
  await page.route('**/api/auth/passkeys/sign-in/start', async (route) => {
    if (starts.push(route) > 1) await route.continue()
  })
  await page.route('**/api/auth/passkeys/sign-in', async (route) => {
    await starts[0]?.continue().catch(() => {})
    await starts[0]?.request().response()
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/auth/passkeys/sign-in/start')
  await page.goto(`${origin}/login`)
  await asked
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(`${origin}/dashboard`)
})

test('passkeys say why they cannot be used at an address of numbers', async ({ page, baseURL }) => {
  await page.goto(`${(baseURL ?? '').replace('localhost', '127.0.0.1')}/login`)
  const button = page.getByRole('button', { name: /Sign in with a passkey/ })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleName(/Open http:\/\/localhost/)
})

test('a session that is ended elsewhere is out, and its open stream closes within 5 s', async ({ page, browser }) => {
  const person = await signUp(page, { at: SECURITY })
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  })
  const other = await context.newPage()
  await other.goto('/login')
  await givePassword(other, person)
  await expect(other).toHaveURL('/dashboard')
  const { origin } = new URL(other.url())
  const token = await other.request.get('/api/auth/token').then(async (answer) => (await answer.json()).data.token)
  const stream = await fetch(`${origin}/api/v1/notifications/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  expect(stream.status).toBe(200)
  const ended = (async () => {
    for await (const _ of stream.body ?? []) {
      // until it ends
    }
    return performance.now()
  })()

  await page.reload()
  await expect(page.getByText('This browser')).toBeVisible()
  const began = performance.now()
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await expect(page.getByRole('button', { name: 'Sign out Firefox on Linux' })).toBeHidden()
  await expect(page.getByRole('button', { name: /Sign out all other sessions/ })).toBeDisabled()
  expect((await ended) - began).toBeLessThan(5000)

  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/login/)
  await givePassword(other, person)
  await expect(other).toHaveURL('/dashboard')
  await page.reload()
  await page.getByRole('button', { name: 'Sign out all other sessions' }).click()
  await dialog(page).getByRole('button', { name: 'Sign out all other sessions' }).click()
  await expect(page.getByRole('button', { name: 'Sign out Firefox on Linux' })).toBeHidden()
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/login/)
  await context.close()
})

test('the security settings and the second step are sound', async ({ page, context }) => {
  const person = await signUp(page, { at: SECURITY })
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expectSoundInEveryLook(page)
  const secret = await startTwoFactor(page, person)
  await expectSoundInEveryLook(page)
  await code(page).fill(appCode(secret))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'Backup codes' })).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await context.clearCookies()
  await page.goto('/login')
  await givePassword(page, person)
  await expect(code(page)).toBeVisible()
  await expectSoundInEveryLook(page)
})
