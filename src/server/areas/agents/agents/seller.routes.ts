import { mayBookmark } from '#server/areas/agents/bookmarks/bookmarks.policy.ts'
import { addBookmark, listBookmarks, removeBookmark } from '#server/areas/agents/bookmarks/bookmarks.ts'
import { mayFollow } from '#server/areas/agents/sellers/follows.policy.ts'
import { followSeller, getSeller, listFollowed, unfollowSeller } from '#server/areas/agents/sellers/follows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import type { Marketplace } from './marketplace.ts'

type Names =
  | 'getSeller'
  | 'listFollowed'
  | 'followSeller'
  | 'unfollowSeller'
  | 'listSaved'
  | 'saveAgent'
  | 'unsaveAgent'

export const sellerHandlers = ({
  db,
  marketplace,
}: {
  db: Database
  marketplace: Marketplace
}): Pick<Handlers, Names> => ({
  getSeller: ({ params }) => getSeller(db, params.handle),
  listFollowed: async ({ query }, { caller }) => listPage(await listFollowed(db, mayFollow(caller)), 'handles', query),
  followSeller: ({ params }, { caller }) => followSeller(db, mayFollow(caller), params.handle),
  unfollowSeller: ({ params }, { caller }) => unfollowSeller(db, mayFollow(caller), params.handle),
  listSaved: async ({ query }, { caller }) => listPage(await listBookmarks(db, mayBookmark(caller)), 'ids', query),
  saveAgent: async ({ params }, { caller }) =>
    addBookmark(db, mayBookmark(caller), await marketplace.get(caller, params.id)),
  unsaveAgent: ({ params }, { caller }) =>
    removeBookmark(db, mayBookmark(caller), params.id, () => marketplace.get(caller, params.id)),
})
