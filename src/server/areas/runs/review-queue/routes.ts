import { maySignOff } from '#server/areas/runs/decisions/decisions.policy.ts'
import { mayAnswerWait } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getAccuracy } from './accuracy.ts'
import { getAgreement } from './agreement.ts'
import { assignWait } from './assigned-questions.ts'
import { getReviewSettings, saveReviewSettings } from './escalation.ts'
import { mayDiscuss, mayUseQueue } from './review-queue.policy.ts'
import { addComment, assignRun, listComments, listQueue } from './review-queue.ts'

type Names =
  | 'listReviewQueue'
  | 'getReviewAgreement'
  | 'getReviewSettings'
  | 'saveReviewSettings'
  | 'getReviewAccuracy'
  | 'assignRun'
  | 'assignWait'
  | 'listRunComments'
  | 'addRunComment'

export const reviewQueueHandlers = ({ db, engine }: { db: Database; engine: RunEngine }): Pick<Handlers, Names> => {
  const open = (key: string) => engine.openOutput(key)
  return {
    listReviewQueue: ({ query }, { caller }) => listQueue(db, mayUseQueue(caller), query, open),
    getReviewAgreement: ({ query }, { caller }) => getAgreement(db, mayUseQueue(caller), query.service_id ?? null),
    getReviewAccuracy: ({ query }, { caller }) => getAccuracy(db, mayUseQueue(caller), query.service_id ?? null),
    getReviewSettings: (_, { caller }) => getReviewSettings(db, mayUseQueue(caller)),
    saveReviewSettings: ({ body }, { caller }) => saveReviewSettings(db, mayUseQueue(caller), body),
    assignRun: async ({ params, body }, { caller }) => {
      const { person } = mayUseQueue(caller).on
      return assignRun(db, maySignOff(caller, await findOwner(db, params.id)), { ...body, person }, open)
    },
    assignWait: async ({ params, body }, { caller }) => {
      const { person } = mayUseQueue(caller).on
      return assignWait(db, mayAnswerWait(caller, null, await findOwner(db, params.id)), {
        ...{ ...body, wait: params.wait_id, person },
      })
    },
    listRunComments: async ({ params, query }, { caller }) =>
      listComments(db, mayDiscuss(caller, await findOwner(db, params.id)), query),
    addRunComment: async ({ params, body }, { caller }) =>
      addComment(db, mayDiscuss(caller, await findOwner(db, params.id)), body),
  }
}
