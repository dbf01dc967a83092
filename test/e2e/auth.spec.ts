import { expect, type Page, test } from '@playwright/test'
import { signUp } from '#test/support/people.ts'

const PASSWORD = 'correct horse battery'
let people = 0
/** A new person for every test: no test waits for, or breaks, another one's account. */
const somebody = () => {
  people += 1
  return { name: 'Asha Rao', email: `asha.${process.pid}.${Date.now()}.${people}@clinic.example`, password: PASSWORD }
}
type Person = ReturnType<typeof somebody>
/** What the navigation to /auth carries (§2.5). */
type SignedOut = { wasLoggedOut?: boolean; reason: string }

async function register(page: Page, person: Person) {
  await page.goto('/register')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/dashboard')
}

async function signOut(page: Page, person: Person) {
  await page.getByRole('button', { name: new RegExp(person.name) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
}

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

test('a guest sent away from a guarded page lands there after signing in', async ({ page }) => {
  const person = somebody()
  await register(page, person)
  await signOut(page, person)
  await page.goto('/design-system?tab=data')
  await expect(page).toHaveURL('/login?next=%2Fdesign-system%3Ftab%3Ddata')
  await page.getByLabel('Email').fill(person.email)
  await password(page).fill(person.password)
  await submit(page).click()
  await expect(page).toHaveURL('/design-system?tab=data')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('no address of another site is followed after signing in', async ({ page }) => {
  const person = somebody()
  await register(page, person)
  await page.goto('/login?next=https%3A%2F%2Fevil.example%2F')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/login?next=%2F%2Fevil.example')
  await expect(page).toHaveURL('/dashboard')
})

test('the sign-in checks its fields on change once non-empty, on blur and on submit', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText('Sign in to your account to continue')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password')
  await expect(submit(page)).toBeDisabled()
  const email = page.getByLabel('Email')
  await email.fill('asha')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await email.fill('')
  await expect(page.getByText('Please enter a valid email address')).toBeHidden()
  await email.blur()
  await expect(page.getByText('Email is required')).toBeVisible()
  await password(page).fill('12345')
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await email.fill('asha@clinic.example')
  await expect(submit(page)).toBeDisabled()
  await password(page).fill('123456')
  await expect(submit(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
})

test('a wrong password and an unknown account look the same, and what was typed stays', async ({ page, context }) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await password(page).fill('not the password')
  await submit(page).click()
  const banner = page.getByRole('alert')
  await expect(banner).toBeVisible()
  const words = await banner.textContent()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Email').fill('nobody@clinic.example')
  await submit(page).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeHidden()
  await expect(banner).toHaveText(words ?? '')
})

test('a person who signs up with the address of an account is told to look into the mailbox, and nothing else', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.goto('/register')
  await page.getByLabel('Name').fill('Someone else')
  await page.getByLabel('Email').fill(person.email)
  await password(page).fill(`another ${PASSWORD}`)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await expect(page.getByText('The passwords don’t match')).toBeVisible()
  await page.getByLabel('Confirm password').fill(`another ${PASSWORD}`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText('Check your inbox')
  await expect(page).toHaveURL('/register')
})

test('sign out says so on /auth, in every tab, and the guarded page is closed', async ({ page, context }) => {
  const person = await signUp(page)
  const other = await context.newPage()
  await other.goto('/design-system')
  await expect(other.getByRole('heading', { name: 'Design System' })).toBeVisible()
  await signOut(page, person)
  await expect(page.getByRole('heading', { name: 'You have signed out' })).toBeVisible()
  expect(await page.evaluate<SignedOut>('history.state.usr')).toEqual({ wasLoggedOut: true, reason: 'user_logout' })
  await expect(other).toHaveURL(/\/login/)
})

test('a failed sign out says why and can be tried again', async ({ page, context }) => {
  const person = await signUp(page)
  await context.route('**/api/auth/sign-out', (route) => route.abort())
  await signOut(page, person)
  await expect(page.getByRole('alert')).toContainText('Network error. Please check your connection.')
  expect((await page.evaluate<SignedOut>('history.state.usr')).reason).toBe('logout_error')
  await context.unroute('**/api/auth/sign-out')
  await page.getByRole('button', { name: 'Try again to sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed out' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('the sidebar is 256 or 64 wide and remembered; below 768 it is a drawer that closes on navigation', async ({
  page,
}) => {
  await signUp(page, { at: '/design-system' })
  const sidebar = page.locator('aside')
  const width = async () => (await sidebar.boundingBox())?.width
  expect(await width()).toBe(256)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  expect(await width()).toBe(64)
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(sidebar).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Marketplace' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the theme is remembered, the search goes to the marketplace, and the keys work', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  // A press while the page loads counts once its code is there.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const sheet = page.getByRole('heading', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder(/Search pages/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search agents' })).toBeFocused()
  await page.keyboard.type('  medical & legal ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/marketplace?search=medical+%26+legal')
})

test('an address without a page is a 404 with a link to the dashboard', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard')
})
