import { AppError } from '#contract/core/errors.ts'
import { type Accounts, type AuthAnswer, RefusalWithCookies } from '#server/gateways/identity.ts'
import type { RequestContext } from '#server/platform/http/handlers.ts'

/** Runs verbs of the embedded provider and passes their cookies on; with another provider there is nothing behind them (404). */
export function createAccountRunner(accounts: Accounts | null) {
  async function ask<T>(context: RequestContext, verb: (accounts: Accounts) => Promise<AuthAnswer<T>>): Promise<T> {
    if (!accounts) throw new AppError('not_found')
    try {
      const { data, cookies } = await verb(accounts)
      context.setCookies(cookies)
      return data
    } catch (error) {
      if (error instanceof RefusalWithCookies) context.setCookies(error.cookies)
      throw error
    }
  }
  const done = async (context: RequestContext, verb: (accounts: Accounts) => Promise<AuthAnswer<null>>) => {
    await ask(context, verb)
    return { done: true } as const
  }
  return { ask, done }
}
