import type { Database } from '#server/database/database.ts'
import type { Marketplace } from '#server/domain/agents/marketplace.ts'
import { listModerated, moderateReview } from '#server/domain/reviews/moderation.ts'
import { mayAnswer, mayModerate, maySpeak } from '#server/domain/reviews/reviews.policy.ts'
import * as reviews from '#server/domain/reviews/reviews.ts'
import type { Handlers } from '#server/http/handlers.ts'

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

export const reviewHandlers = ({
  db,
  marketplace,
}: {
  db: Database
  marketplace: Marketplace
}): Pick<Handlers, Names> => ({
  listReviews: async ({ params, query }, { caller }) =>
    reviews.listReviews(db, caller.type === 'user' ? caller.id : null, await marketplace.get(caller, params.id), query),
  writeReview: async ({ params, body }, { caller }) =>
    reviews.writeReview(db, maySpeak(caller), await marketplace.get(caller, params.id), body),
  deleteReview: async ({ params }, { caller }) =>
    reviews.deleteReview(db, maySpeak(caller), await marketplace.get(caller, params.id)),
  replyToReview: ({ params, body }, { caller }) => reviews.replyToReview(db, maySpeak(caller), params.id, body.text),
  reportReview: ({ params, body }, { caller }) => reviews.reportReview(db, maySpeak(caller), params.id, body),
  voteReview: ({ params, body }, { caller }) => reviews.voteReview(db, maySpeak(caller), params.id, body.useful),
  listReceivedReviews: ({ query }, { caller }) => reviews.listReceived(db, mayAnswer(caller), query),
  listModeratedReviews: ({ query }, { caller }) => listModerated(db, mayModerate(caller), query),
  moderateReview: ({ params, body }, { caller }) => moderateReview(db, mayModerate(caller), params.id, body),
})
