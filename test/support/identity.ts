/** The embedded identity provider on a test database, and a browser that keeps its cookies. */
import { createHash } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import { createIdentityTransact } from '#server/areas/accounts/sign-in/identity-work.ts'
import { recordSignIn } from '#server/areas/accounts/users/users.ts'
import type { Passwords } from '#server/gateways/identity/better-auth.ts'
import { createEmbeddedIdentity } from '#server/gateways/identity/embedded.ts'
import type { ExternalOptions } from '#server/gateways/identity/external-options.ts'
import type { Accounts, AuthAnswer, AuthClient, IdentityProvider } from '#server/gateways/identity.ts'
import type { SignOns } from '#server/gateways/sign-on/sign-ons.ts'
import { readTestBrand } from '#test/support/brand.ts'
import type { TestDatabase } from './database.ts'

export const PUBLIC_URL = 'http://chowk.test'
export const SECRET = 'a secret of a test, forty-eight characters long!'
export const PASSWORD = 'correct horse battery'

/** No workspace has a provider. */
const off = async () => {
  throw new AppError('sign_on_off')
}
export const NO_SIGN_ONS: SignOns = {
  find: async () => null,
  authorizeUrl: off,
  profile: off,
  admit: off,
  checkOtherWay: async () => {},
}

export type TestIdentity = IdentityProvider & { accounts: Accounts }

const quickly = async (password: string) => createHash('sha256').update(password.normalize('NFKC')).digest('hex')
/** Where hashing is not the question: the real one is made to take a tenth of a second, at every sign-in. */
const QUICK: Passwords = {
  hash: quickly,
  verify: async ({ hash, password }) => hash === (await quickly(password)),
}

/** With passwords hashed as in use. */
export const createRealIdentity = (
  database: Pick<TestDatabase, 'pool' | 'db'>,
  { secret = SECRET } = {},
): Promise<TestIdentity> => createTestIdentity(database, PUBLIC_URL, undefined, undefined, null, secret)

export async function createTestIdentity(
  database: Pick<TestDatabase, 'pool' | 'db'>,
  publicUrl = PUBLIC_URL,
  external: ExternalOptions = { google: null, github: null },
  mustProve: (subject: string) => Promise<boolean> = async () => false,
  passwords: Passwords | null = QUICK,
  secret = SECRET,
  signOns: SignOns = NO_SIGN_ONS,
): Promise<TestIdentity> {
  const identity = await createEmbeddedIdentity({
    pool: database.pool,
    publicUrl,
    brand: readTestBrand,
    transact: createIdentityTransact(database.db),
    external,
    ...(passwords && { passwords }),
    secret,
    mustProve: (subject) => mustProve(subject),
    onSignIn: (subject) => recordSignIn(database.db, subject),
    signOns,
    log: { error: () => {} },
  })
  if (!identity.accounts) throw new Error('the embedded provider keeps its accounts')
  return { ...identity, accounts: identity.accounts }
}

/** A client whose cookies are updated by every answer passed to `keep`. */
export class Browser implements AuthClient {
  host: string | null = new URL(PUBLIC_URL).host
  origin: string | null = PUBLIC_URL
  user_agent: string | null = 'test browser'
  ip: string
  private readonly jar = new Map<string, string>()
  constructor(ip = '203.0.113.7') {
    this.ip = ip
  }

  get cookie(): string | null {
    return this.jar.size === 0 ? null : [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  keep<T>({ data, cookies }: AuthAnswer<T>): T {
    for (const line of cookies) {
      const [pair = '', ...attributes] = line.split(/; */)
      const at = pair.indexOf('=')
      const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
      if (gone) this.jar.delete(pair.slice(0, at))
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return data
  }
}

/** Signs up and in, as the page does. */
export async function enterAnew(
  { accounts }: Pick<TestIdentity, 'accounts'>,
  input: { email: string; password: string; display_name: string },
  browser: Browser,
) {
  browser.keep(await accounts.signUp(input, browser))
  return browser.keep(await accounts.signIn(input, browser))
}

let made = 0
/** Somebody new with a browser and a token. */
export async function signUpSomebody(identity: TestIdentity, email = `somebody-${++made}@example.com`) {
  const browser = new Browser()
  const input = { email, password: PASSWORD, display_name: 'Some Body' }
  const account = await enterAnew(identity, input, browser)
  const token = browser.keep(await identity.accounts.token(browser))
  return { account, browser, token, email }
}
