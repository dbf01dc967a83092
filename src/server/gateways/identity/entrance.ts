/** Signing up and in with email and password. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { type Accounts, RefusalWithCookies } from '#server/gateways/identity.ts'
import { bucket } from './allowed.ts'
import type { Parts } from './parts.ts'
import { accountOf, refuseForeign, SecondStep, WithUser } from './provider-call.ts'
import { setPassword } from './recovery.ts'

/**
 * Signing in and up. Neither tells whether an address has an account: signing up gives the same answer, after the same work, for an
 * address that has one, and only its mailbox is told; signing in says the same for an unknown account and a wrong password.
 */
export function entrance(parts: Parts): Pick<Accounts, 'signUp' | 'signIn'> {
  const { call, throttle, devices, options, mailRequests } = parts
  return {
    async signUp({ email, password, display_name }, client) {
      refuseForeign(client, options.publicUrl)
      await throttle.attempt([bucket('sign_up_address', client.ip)])
      const isNew = await createAccount(parts, { email, password, display_name })
      if (isNew) await mailRequests.ask({ purpose: 'verify', user_id: null, email })
      else await tellOwner(parts, email)
      return { data: null, cookies: [] }
    },
    async signIn({ email, password }, client) {
      const device = devices.recognise(client.cookie, email)
      const buckets = device
        ? [bucket('sign_in_device', device)]
        : [bucket('sign_in_address', client.ip), bucket('sign_in_account', email)]
      await throttle.attempt(buckets)
      const before = await passwordOf(parts, email)
      const { body, cookies } = await call('POST', '/sign-in/email', client, { email, password })
      // A password that is changed meanwhile ends all sessions, and this one may have been made just after that.
      if ((await passwordOf(parts, email)) !== before) {
        await options.pool.query('delete from auth.session where token = $1', [Signed.parse(body).token])
        throw new AppError('invalid_credentials')
      }
      await throttle.forgive(buckets)
      if (SecondStep.safeParse(body).success) throw new RefusalWithCookies('second_factor_needed', cookies)
      return {
        data: accountOf(WithUser.parse(body).user),
        cookies: device ? cookies : [...cookies, devices.remember(email)],
      }
    },
  }
}

/** Of a sign-in that asks for a second step there is no session yet. */
const Signed = z.object({ token: z.string().nullish() })

/** The hash of the account's password; undefined when there is none. */
async function passwordOf({ options }: Parts, email: string): Promise<string | undefined> {
  const { rows } = await options.pool.query<{ password: string }>(
    `select a.password from auth.account a join auth."user" u on u.id = a."userId"
     where u.email = $1 and a."providerId" = 'credential'`,
    [email],
  )
  return rows[0]?.password
}

/** At most once an hour, and never the reason for which a sign-up fails. */
async function tellOwner({ throttle, mailRequests }: Parts, email: string): Promise<void> {
  const allowed = await throttle.attempt([bucket('taken_mail', email)]).then(
    () => true,
    () => false,
  )
  if (allowed) await mailRequests.ask({ purpose: 'taken', user_id: null, email })
}

const INSERT_USER = `
  insert into auth."user" (id, name, email, "emailVerified") values ($1, $2, $3, false)
  on conflict (email) do nothing returning id`

interface NewAccount {
  email: string
  password: string
  display_name: string
}

/** The password is hashed before anything is looked up, because hashing takes most of the time. @returns false when the address has an account */
async function createAccount(
  { hash, options }: Parts,
  { email, password, display_name }: NewAccount,
): Promise<boolean> {
  const hashed = await hash(password)
  return options.transact(async (tx) => {
    const id = randomUUID()
    const [created] = await tx.rows(INSERT_USER, [id, display_name, email])
    if (!created) return false
    await setPassword(tx, id, hashed)
    return true
  })
}
