/** Sessions that no password opens: of an account that an outside provider vouched for, and in the place of the one that asks. */
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { EXTERNAL_PATH, SIGN_ON_PATH } from './proof.ts'

export const RENEW_PATH = '/renew-session'

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
          if (!user) throw new Error('The account no longer exists')
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return { email: user.email }
        },
      ),
      // The provider of a workspace asks for what second factor it wants, so the account's own is not asked for here.
      enterSignOn: createAuthEndpoint(
        SIGN_ON_PATH,
        {
          method: 'POST',
          body: z.object({ userId: z.string(), signOn: z.string() }),
          requireHeaders: true,
          metadata: { SERVER_ONLY: true },
        },
        async (ctx): Promise<{ id: string; email: string; name: string }> => {
          const { userId, signOn } = ctx.body
          const user = await ctx.context.internalAdapter.findUserById(userId)
          if (!user) throw new Error('The account no longer exists')
          const session = await ctx.context.internalAdapter.createSession(user.id, false, { signOn })
          await setSessionCookie(ctx, { session, user })
          return { id: user.id, email: user.email, name: user.name }
        },
      ),
      // The former stays until the caller ends it.
      renewSession: createAuthEndpoint(
        RENEW_PATH,
        { method: 'POST', use: [sensitiveSessionMiddleware], requireHeaders: true },
        async (ctx): Promise<{ id: string }> => {
          const { user } = ctx.context.session
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return { id: session.id }
        },
      ),
    },
  }) satisfies BetterAuthPlugin
