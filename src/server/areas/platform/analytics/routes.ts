import { giveConsent, listConsents, mayAnswerConsents } from '#server/areas/accounts/accounts.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import { listPage } from '#server/platform/page.ts'
import { maySendEvents } from './analytics.policy.ts'
import { type AnalyticsDeps, takeEvents } from './analytics.ts'

type Names = 'sendEvents' | 'listConsents' | 'giveConsent'

/** Global Privacy Control and Do Not Track, as a browser says them. */
function asksNotToBeTracked({ raw }: RequestContext): boolean {
  const headers = raw.headers as Record<string, unknown>
  return headers['sec-gpc'] === '1' || headers.dnt === '1'
}

export const analyticsHandlers = (deps: AnalyticsDeps): Pick<Handlers, Names> => ({
  sendEvents: ({ body }, context) =>
    takeEvents(deps, maySendEvents(context.caller), body, {
      sender: senderOf(context),
      refused: asksNotToBeTracked(context),
    }),
  listConsents: async ({ query }, { caller }) =>
    listPage(await listConsents(deps.db, mayAnswerConsents(caller)), 'items', query),
  giveConsent: ({ body }, { caller }) => giveConsent(deps.db, mayAnswerConsents(caller), body),
})
