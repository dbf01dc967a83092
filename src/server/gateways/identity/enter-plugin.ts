/** A session for somebody whom an outside provider vouched for, with the cookies of any other session. */
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { EXTERNAL_PATH } from './proof.ts'

export const enterPlugin = () =>
  ({
    id: 'enter',
    endpoints: {
      // One of the paths behind which the two-factor plugin asks for a second step; proof.ts knows it too. No request reaches it: our
      // routes name the paths they ask for.
      enterExternal: createAuthEndpoint(
        EXTERNAL_PATH,
        {
          method: 'POST',
          body: z.object({ userId: z.string() }),
          requireHeaders: true,
          metadata: { SERVER_ONLY: true },
        },
        async (ctx): Promise<{ email: string }> => {
          const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
          if (!user) throw new Error('the account is gone')
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return { email: user.email }
        },
      ),
    },
  }) satisfies BetterAuthPlugin
