/**
 * `IDENTITY_PROVIDER=firebase` against the real Auth emulator and the real web SDK, in a browser: sign-up, token refresh, sign-out,
 * sign-in with every error of §8 that the emulator gives, the first super admin, and deletion. `node campaigns/firebase.ts
 * [--tools FOLDER]`; without a folder that holds them it installs firebase-tools (450 MB) into a temporary one. Exits non-zero
 * when a step fails.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildWebIfStale } from '../scripts/build.ts'
import { provideChromium } from '../scripts/chromium.ts'
import { type Emulator, installFirebaseTools, startEmulator } from '../test/support/firebase-emulator.ts'
import { type Program, startProgram, temporaryFolder } from '../test/support/program.ts'

const { values } = parseArgs({ options: { tools: { type: 'string' } } })
const PROJECT = 'demo-chowk'
const ADMIN = { name: 'Chief', email: 'chief@clinic.example', password: 'correct horse battery' }
const ASHA = { name: 'Asha Rao', email: 'asha@clinic.example', password: 'correct horse battery' }

const failures: string[] = []
let steps = 0
async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  steps++
  try {
    const said = await work()
    console.log(`ok    ${name}${said === undefined ? '' : `: ${said}`} (${Math.round(performance.now() - started)} ms)`)
  } catch (error) {
    failures.push(name)
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message.split('\n').slice(0, 4).join(' | ') : error}`)
  }
}
function demand(right: boolean, what: string): void {
  if (!right) throw new Error(what)
}

type Person = typeof ASHA

async function signUp(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/register`)
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${url}/dashboard`)
}

async function signIn(page: Page, url: string, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs out by the user menu. */
async function signOut(page: Page, url: string, name: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL(`${url}/auth`)
}

/** Bearer tokens of the page's calls, as they go out. */
function tokensOf(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const bearer = /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1]
    if (bearer && request.url().includes('/api/v1/') && !seen.includes(bearer)) seen.push(bearer)
  })
  return seen
}
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function me(url: string, token: string) {
  const answer = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })
  // biome-ignore lint/suspicious/noExplicitAny: steps read what the answer holds
  return { status: answer.status, body: (await answer.json()) as any }
}

interface Walk {
  page: Page
  url: string
  emulator: Emulator
  tokens: string[]
}

async function newAccount({ page, url, tokens }: Walk): Promise<void> {
  await step('sign-up makes the account, with its name in the token', async () => {
    await signUp(page, url, ASHA)
    const token = tokens.at(-1) ?? ''
    const { status, body } = await me(url, token)
    demand(status === 200, `answered ${status}`)
    demand(body.data.display_name === ASHA.name, `is called ${body.data.display_name}`)
    demand(body.data.email === ASHA.email && body.data.role === 'basic_user', JSON.stringify(body.data))
    demand(claimsOf(token).aud === PROJECT, 'is for another project')
  })
  await step('a reload keeps the session', async () => {
    await page.reload()
    await page
      .getByRole('button', { name: new RegExp(ASHA.name) })
      .first()
      .waitFor()
  })
  await step('a refused call is tried once more with a fresh token', async () => {
    const before = tokens.length
    const refused = { status: 401, contentType: 'application/json', body: '{}' }
    await page.route('**/api/v1/dashboard/stats', (route) => route.fulfill(refused), { times: 1 })
    await sleep(1100)
    await page.goto(`${url}/profile`)
    await page.goto(`${url}/dashboard`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await sleep(500)
    const fresh = tokens.slice(before)
    demand(fresh.length > 0, 'no other token was sent')
    const [old, renewed] = [claimsOf(tokens[before - 1] ?? ''), claimsOf(fresh.at(-1) ?? '')]
    demand(renewed.iat > old.iat && renewed.sub === old.sub, 'the token was not renewed')
    return `issued ${renewed.iat - old.iat} s later for the same subject`
  })
}

async function ownAccount({ page, url, emulator }: Walk): Promise<void> {
  await step('settings show what is kept elsewhere, and no dead parts', async () => {
    await page.goto(`${url}/settings?section=security`)
    await page.getByRole('heading', { name: 'Sign-in' }).waitFor()
    demand((await page.getByRole('link', { name: 'Connections' }).count()) === 0, 'Connections are offered')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByText(`A link is on its way to ${ASHA.email}.`).waitFor()
    const sent = (await emulator.mailed()).map(({ requestType }) => requestType)
    demand(sent.includes('PASSWORD_RESET') && sent.includes('VERIFY_EMAIL'), `mailed ${sent}`)
    return sent.join(', ')
  })
  await step('the profile is saved', async () => {
    await page.goto(`${url}/profile`)
    await page.getByLabel('Bio').fill('At Firebase')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
  })
}

async function outAndIn({ page, url }: Walk): Promise<void> {
  await step('sign-out leads to /auth and forgets', async () => {
    await signOut(page, url, ASHA.name)
    await page.goto(`${url}/dashboard`)
    await page.waitForURL(/\/login/)
  })
  for (const [what, given, text] of [
    ['a wrong password', { ...ASHA, password: 'not the password' }, /Incorrect password|is not right/],
    ['an unknown account', { ...ASHA, email: 'nobody@clinic.example' }, /No account found|is not right/],
  ] as const)
    await step(`${what} is refused in the words of §8`, async () => {
      await signIn(page, url, given)
      const shown = page.getByText(text).first()
      await shown.waitFor()
      return (await shown.textContent())?.trim()
    })
  await step('sign-in', async () => {
    await signIn(page, url, ASHA)
    await page.waitForURL(`${url}/dashboard`)
  })
}

async function firstAdmin(browser: Browser, { url, emulator }: Walk): Promise<void> {
  await step('the first super admin is who verifies the address of the operator', async () => {
    const other = await browser.newContext()
    const chief = await other.newPage()
    chief.setDefaultTimeout(20_000)
    const sent = tokensOf(chief)
    await signUp(chief, url, ADMIN)
    demand((await me(url, sent.at(-1) ?? '')).body.data.role === 'basic_user', 'an unverified address is an admin')
    const mail = (await emulator.mailed()).findLast(
      ({ email, requestType }) => email === ADMIN.email && requestType === 'VERIFY_EMAIL',
    )
    demand(mail !== undefined && (await fetch(mail.oobLink)).ok, 'the address could not be verified')
    await signOut(chief, url, ADMIN.name)
    await signIn(chief, url, ADMIN)
    await chief.waitForURL(`${url}/dashboard`)
    await chief.getByText('Super Admin').first().waitFor()
    const { data } = (await me(url, sent.at(-1) ?? '')).body
    demand(data.role === 'super_admin' && data.is_verified, JSON.stringify(data))
    await other.close()
  })
}

async function deletion({ page, url, tokens }: Walk): Promise<void> {
  await step('a deleted account is gone here and at Firebase, and its old token brings nobody back', async () => {
    const old = tokens.at(-1) ?? ''
    await page.goto(`${url}/settings?section=data`)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('Your email address').fill(ASHA.email)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(`${url}/auth`)
    await page.getByText('Your account is deleted').waitFor()
    demand((await me(url, old)).status === 401, 'the old token is still believed')
    await signIn(page, url, ASHA)
    await page
      .getByText(/No account found|is not right/)
      .first()
      .waitFor()
    await signUp(page, url, ASHA)
    const { data } = (await me(url, tokens.at(-1) ?? '')).body
    demand(data.bio === null && data.role === 'basic_user', JSON.stringify(data))
  })
}

async function walk(browser: Browser, { url }: Program, emulator: Emulator): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const errors: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) errors.push(message.text())
  })
  const tokens = tokensOf(page)

  const at: Walk = { page, url, emulator, tokens }
  await newAccount(at)
  await ownAccount(at)
  await outAndIn(at)
  await firstAdmin(browser, at)
  await deletion(at)
  await step('the content security policy let everything through that was needed', async () => {
    demand(errors.length === 0, errors.join('\n'))
  })
  await context.close()
}

await buildWebIfStale()
const tools = installFirebaseTools(values.tools)
const data = temporaryFolder()
const emulator = await startEmulator(tools.folder, PROJECT)
const server = await startProgram({
  DATA_DIR: data.path,
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'fake-api-key',
  FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  ADMIN_EMAIL: ADMIN.email,
})
const browser = await chromium.launch({ executablePath: await provideChromium(), args: ['--no-sandbox'] })
try {
  await walk(browser, server, emulator)
  console.log(`${steps - failures.length} passed, ${failures.length} failed`)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await emulator.stop()
  data.remove()
  tools.remove()
}
