/** People of every role on a running product, and their way into a browser without its forms. */
import type { BrowserContext } from '@playwright/test'
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

/** Signs in with the cookie alone, as a returning visitor has it. */
export async function enter(context: BrowserContext, { email, password }: Person, url: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Signing in: ${answer.status()} ${await answer.text()}`)
  await context.addInitScript("localStorage.setItem('chowk.signed-in', '1')")
}

/** A new account with this role, given by the super admin. */
export async function person(context: BrowserContext, role: Role, url: string): Promise<Person> {
  if (role === 'super_admin') return SUPER_ADMIN
  const made = somebody()
  const { name: display_name, email, password } = made
  const answer = await context.request.post(`${url}/api/auth/sign-up/email`, {
    data: { email, password, display_name },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Signing up: ${answer.status()} ${await answer.text()}`)
  const theirs = visit(url, await signIn(url, email, password))
  const { data: me } = await theirs.call('GET', '/api/v1/users/me')
  if (role !== 'basic_user') {
    const admin = visit(url, await signIn(url, SUPER_ADMIN.email, SUPER_ADMIN.password))
    const { status, message } = await admin.call('PUT', `/api/v1/users/${me.id}/role`, { role, reason: 'A test' })
    if (status !== 200) throw new Error(`Giving the role ${role}: ${status} ${message}`)
  }
  return made
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
  const who = await person(context, role, url)
  await enter(context, who, url)
  return { who, url, mine: visit(url, await signIn(url, who.email, who.password)) }
}

/** Signs a new seller in to this browser. */
export const sellerOn = (context: BrowserContext, baseURL: string | undefined): Promise<SignedIn> =>
  personOn(context, 'seller', baseURL)
