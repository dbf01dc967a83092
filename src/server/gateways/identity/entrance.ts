/** Signing up and in with email and password. */
import { AppError } from '#contract/errors.ts'
import { type Accounts, RefusalWithCookies } from '#server/gateways/identity.ts'
import { bucket } from './allowed.ts'
import type { Parts } from './parts.ts'
import { accountOf, SecondStep, WithUser } from './provider-call.ts'

/**
 * Signing in and up. That an email has an account is told by sign-up alone, because without mail there is no other way to
 * tell its owner; sign-in says the same, in the same time, for an unknown account and a wrong password.
 */
export function entrance(parts: Parts): Pick<Accounts, 'signUp' | 'signIn'> {
  const { call, throttle, devices, options, mailRequests } = parts
  return {
    async signUp({ email, password, display_name }, client) {
      await throttle.attempt([bucket('sign_up_address', client.ip)])
      const enter = () => call('POST', '/sign-up/email', client, { email, password, name: display_name })
      const { body, cookies } = await enter().catch(async (error) => {
        // Two sign-ups at once: the slower one meets the unique index instead of the account.
        const found = await options.pool.query('select 1 from auth."user" where email = $1', [email])
        if (!found.rowCount) throw error
        await tellOwner(parts, email)
        throw emailTaken()
      })
      await mailRequests.ask({ purpose: 'verify', user_id: null, email })
      return { data: accountOf(WithUser.parse(body).user), cookies: [...cookies, devices.remember(email)] }
    },
    async signIn({ email, password }, client) {
      const device = devices.recognise(client.cookie, email)
      const buckets = device
        ? [bucket('sign_in_device', device)]
        : [bucket('sign_in_address', client.ip), bucket('sign_in_account', email)]
      await throttle.attempt(buckets)
      const { body, cookies } = await call('POST', '/sign-in/email', client, { email, password })
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
  const allowed = await throttle.attempt([bucket('taken_mail', email)]).then(
    () => true,
    () => false,
  )
  if (allowed) await mailRequests.ask({ purpose: 'taken', user_id: null, email })
}

const emailTaken = () =>
  new AppError('already_exists', {
    message: 'An account with this email address exists. Sign in instead.',
    problems: [{ message: 'An account with this email address exists.', field: 'email', code: 'already_exists' }],
  })
