import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayReadOutbox, mayRetryMail } from './mail.policy.ts'
import { listOutbox, type OutboxDeps, readMail, retryMail } from './outbox.ts'

type Names = 'listOutbox' | 'getOutboxMail' | 'retryOutboxMail'

export const outboxHandlers = (deps: OutboxDeps): Pick<Handlers, Names> => ({
  listOutbox: ({ query }, { caller }) => listOutbox(deps, mayReadOutbox(caller), query),
  getOutboxMail: ({ params }, { caller }) => readMail(deps, mayReadOutbox(caller), params.id),
  retryOutboxMail: ({ params }, { caller }) => retryMail(deps, mayRetryMail(caller), params.id),
})
