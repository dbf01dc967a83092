/** People of every role on a running product, and their way into a browser without its forms. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { Role } from '#contract/core/access.ts'
import { somebody } from './browser.ts'
import { signIn, type Visit, visit } from './visit.ts'

export interface Person {
  name: string
  email: string
  password: string
}

/** The super admin of `e2e-server.ts`. */
export const SUPER_ADMIN: Person = {
  name: 'Administrator',
  email: 'admin@example.test',
  password: 'correct horse battery',
}

/** What a browser remembers of having signed in, as a script of its pages. */
const REMEMBER_SIGN_IN = "localStorage.setItem('chowk.signed-in', '1')"

/** Gives this browser the cookie of a session, and nothing else. */
async function openSession(context: BrowserContext, { email, password }: Person, url: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Signing in: ${answer.status()} ${await answer.text()}`)
}

/** Signs in with the cookie alone, as a returning visitor has it. */
export async function enter(context: BrowserContext, who: Person, url: string): Promise<void> {
  await openSession(context, who, url)
  await context.addInitScript(REMEMBER_SIGN_IN)
}

/** Tokens are good for 15 minutes. */
const TOKEN_MS = 10 * 60_000
const admins = new Map<string, { at: number; visit: Promise<Visit> }>()

/** The super admin over HTTP. A password takes a tenth of a second of the processor each time, so a token is used again. */
export function superAdmin(url: string): Promise<Visit> {
  const known = admins.get(url)
  if (known && Date.now() - known.at < TOKEN_MS) return known.visit
  const made = signIn(url, SUPER_ADMIN.email, SUPER_ADMIN.password).then((token) => visit(url, token))
  admins.set(url, { at: Date.now(), visit: made })
  return made
}

async function newAccount(context: BrowserContext, url: string): Promise<Person> {
  const made = somebody()
  const { name: display_name, email, password } = made
  const answer = await context.request.post(`${url}/api/auth/sign-up/email`, {
    data: { email, password, display_name },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Signing up: ${answer.status()} ${await answer.text()}`)
  return made
}

async function giveRole(theirs: Visit, role: Role, url: string): Promise<void> {
  // Others can invite an account, or give it a role, from its first call on.
  const { data: me } = await theirs.call('GET', '/api/v1/users/me')
  if (role === 'basic_user') return
  const admin = await superAdmin(url)
  const { status, message } = await admin.call('PUT', `/api/v1/users/${me.id}/role`, { role, reason: 'A test' })
  if (status !== 200) throw new Error(`Giving the role ${role}: ${status} ${message}`)
}

/** A new account with this role, given by the super admin. */
export async function person(context: BrowserContext, role: Role, url: string): Promise<Person> {
  if (role === 'super_admin') return SUPER_ADMIN
  const made = await newAccount(context, url)
  await giveRole(visit(url, await signIn(url, made.email, made.password)), role, url)
  return made
}

interface Landing {
  /** Of the product; another name of the host makes another site of it. */
  url?: string
  /** The page to begin on, as the sign-up form leads back to the page one came from. */
  at?: string
}

/**
 * A new account, signed in and on its first page, as the sign-up form leaves a browser; the form itself is filled in by the tests of
 * signing up (`auth.spec.ts`, `account.spec.ts`, `services.spec.ts`).
 */
export async function signUp(
  page: Page,
  { url = test.info().project.use.baseURL ?? '', at = '/dashboard' }: Landing = {},
): Promise<Person> {
  const who = await newAccount(page.context(), url)
  await openSession(page.context(), who, url)
  const remember = await page.addInitScript(REMEMBER_SIGN_IN)
  await page.goto(url + at)
  await remember.dispose()
  await expect(page).toHaveURL(url + at)
  return who
}

/** Who is signed in in a browser, what they do over HTTP, and where. */
export interface SignedIn {
  who: Person
  mine: Visit
  url: string
}

/** Signs a new account with this role in to this browser. */
export async function personOn(context: BrowserContext, role: Role, baseURL: string | undefined): Promise<SignedIn> {
  const url = baseURL ?? ''
  const who = role === 'super_admin' ? SUPER_ADMIN : await newAccount(context, url)
  await enter(context, who, url)
  const answer = await context.request.get(`${url}/api/auth/token`, { headers: { origin: url } })
  const mine = visit(url, (await answer.json()).data.token)
  if (role !== 'super_admin') await giveRole(mine, role, url)
  return { who, url, mine }
}

/** Signs a new seller in to this browser. */
export const sellerOn = (context: BrowserContext, baseURL: string | undefined): Promise<SignedIn> =>
  personOn(context, 'seller', baseURL)
