/** Sign-ins during which the password changes. */
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import type { Answer } from './provider-call.ts'

/** Of a sign-in that asks for a second step there is no session yet. */
const Signed = z.object({ token: z.string().nullish() })

/** The hash of the account's password; undefined when there is none. */
async function passwordOf(pool: Pool, account: { email: string } | { id: string }): Promise<string | undefined> {
  const [column, value] = 'email' in account ? ['email', account.email] : ['id', account.id]
  const { rows } = await pool.query<{ password: string }>(
    `select a.password from auth.account a join auth."user" u on u.id = a."userId"
     where u.${column} = $1 and a."providerId" = 'credential'`,
    [value],
  )
  return rows[0]?.password
}

/**
 * Signs in, unless the password changes meanwhile: that ends all sessions, and this one may have been made just after it.
 * @throws AppError with the code, and what signing in throws
 */
export async function withSamePassword(
  pool: Pool,
  account: { email: string } | { id: string },
  refusal: ErrorCode,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const before = await passwordOf(pool, account)
  const answer = await signIn()
  if ((await passwordOf(pool, account)) === before) return answer
  // With it goes what it may have left besides: that the browser is trusted.
  await pool.query(
    `with ended as (delete from auth.session where token = $1 returning "userId")
     delete from auth.verification where value in (select "userId" from ended)`,
    [Signed.parse(answer.body).token],
  )
  throw new AppError(refusal)
}
