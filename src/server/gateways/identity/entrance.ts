/** Signing up and in with email and password. */
import { randomUUID } from 'node:crypto'
import { languageOfCookies } from '#contract/core/languages.ts'
import { type Accounts, RefusalWithCookies } from '#server/gateways/identity.ts'
import type { InvitationProof } from '#server/gateways/identity-transaction.ts'
import type { Language } from '#shared/language.ts'
import { setPassword } from './account-recovery.ts'
import { rateBucket } from './allowed.ts'
import type { Parts } from './parts.ts'
import { accountOf, refuseForeign, SecondStep, WithUser } from './provider-call.ts'
import { withSamePassword } from './same-password.ts'

/**
 * Signing in and up. Neither tells whether an address has an account: signing up gives the same answer, after the same work, for an
 * address that has one, and only its mailbox is told; signing in says the same for an unknown account and a wrong password.
 */
export function createEntrance(parts: Parts): Pick<Accounts, 'signUp' | 'signIn'> {
  const { call, throttle, devices, options, mailRequests } = parts
  return {
    async signUp({ invitation, ...account }, client) {
      const { email } = account
      refuseForeign(client, options.publicUrl)
      await throttle.attempt([rateBucket('sign_up_address', client.ip)])
      const proof = invitation === undefined ? null : { token: invitation }
      const isNew = await createAccount(parts, { ...account, proof, language: languageOfCookies(client.cookie) })
      if (isNew) await mailRequests.ask({ purpose: 'verify', user_id: null, email })
      else await tellOwner(parts, email)
      return { data: null, cookies: [] }
    },
    async signIn({ email, password }, client) {
      const device = devices.recognise(client.cookie, email)
      const buckets = device
        ? [rateBucket('sign_in_device', device)]
        : [rateBucket('sign_in_address', client.ip), rateBucket('sign_in_account', email)]
      await throttle.attempt(buckets)
      const { body, cookies } = await withSamePassword(options.pool, { email }, 'invalid_credentials', () =>
        call('POST', '/sign-in/email', client, { email, password }),
      )
      await throttle.forgive(buckets)
      if (SecondStep.safeParse(body).success) throw new RefusalWithCookies('second_factor_needed', cookies)
      return {
        data: accountOf(WithUser.parse(body).user),
        cookies: device ? cookies : [...cookies, devices.remember(email)],
      }
    },
  }
}

/** At most once an hour, and never the reason for which a sign-up fails. */
async function tellOwner({ throttle, mailRequests }: Parts, email: string): Promise<void> {
  const allowed = await throttle.attempt([rateBucket('taken_mail', email)]).then(
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
  proof: InvitationProof
  language: Language | null
}

/** The password is hashed before anything is looked up, because hashing takes most of the time. @returns false when the address has an account */
async function createAccount(
  { hash, options }: Parts,
  { email, password, display_name, proof, language }: NewAccount,
): Promise<boolean> {
  const hashed = await hash(password)
  return options.transact(async (tx) => {
    await tx.checkAdmission(email, proof)
    const id = randomUUID()
    const [created] = await tx.rows(INSERT_USER, [id, display_name, email])
    if (!created) return false
    await setPassword(tx, id, hashed)
    await tx.createUser({ subject: id, email, name: display_name, proof, language })
    return true
  })
}
