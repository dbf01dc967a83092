import type { Marketplace } from '#server/areas/agents/agents/marketplace.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { listModerated, moderateReview } from './moderation.ts'
import { mayAnswer, mayModerate, maySpeak } from './reviews.policy.ts'
import * as reviews from './reviews.ts'
import { voteReview } from './votes.ts'

type Names =
  | 'listReviews'
  | 'writeReview'
  | 'deleteReview'
  | 'replyToReview'
  | 'reportReview'
  | 'voteReview'
  | 'listReceivedReviews'
  | 'listModeratedReviews'
  | 'moderateReview'

/** Of one agent. */
const AT_ONCE = 4

export const reviewHandlers = ({
  db,
  marketplace,
  askProof,
}: {
  db: Database
  marketplace: Marketplace
  /** Whether addresses can be confirmed here. */
  askProof: boolean
}): Pick<Handlers, Names> => {
  const turns = createKeyedSemaphore(AT_ONCE)
  return {
    listReviews: async ({ params, query }, { caller }) =>
      reviews.listReviews(db, caller.type === 'user' ? caller.id : null, await marketplace.get(caller, params.id), {
        ...query,
        askProof,
      }),
    writeReview: ({ params, body }, { caller }) => {
      const grant = maySpeak(caller)
      // Reviews of one agent wait for its row: here they wait without a connection.
      return turns(params.id, async () =>
        reviews.writeReview(db, grant, await marketplace.get(caller, params.id), { ...body, askProof }),
      )
    },
    deleteReview: async ({ params }, { caller }) =>
      reviews.deleteReview(db, maySpeak(caller), await marketplace.get(caller, params.id)),
    replyToReview: ({ params, body }, { caller }) => reviews.replyToReview(db, maySpeak(caller), params.id, body.text),
    reportReview: ({ params, body }, { caller }) => reviews.reportReview(db, maySpeak(caller), params.id, body),
    voteReview: ({ params, body }, { caller }) => voteReview(db, maySpeak(caller), params.id, { ...body, askProof }),
    listReceivedReviews: ({ query }, { caller }) => reviews.listReceived(db, mayAnswer(caller), query),
    listModeratedReviews: ({ query }, { caller }) => listModerated(db, mayModerate(caller), query),
    moderateReview: ({ params, body }, { caller }) => moderateReview(db, mayModerate(caller), params.id, body),
  }
}
