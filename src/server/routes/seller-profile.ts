import { mayDecideProfile, mayReadProfiles, ownSellerProfile } from '#server/domain/sellers/profile.policy.ts'
import {
  decideSellerProfile,
  getSellerProfile,
  listSellerProfiles,
  type ProfileDeps,
  putSellerProfile,
} from '#server/domain/sellers/profile.ts'
import type { Handlers } from '#server/http/handlers.ts'

type Names = 'getSellerProfile' | 'putSellerProfile' | 'listSellerProfiles' | 'decideSellerProfile'

export const sellerProfileHandlers = (deps: ProfileDeps): Pick<Handlers, Names> => ({
  getSellerProfile: (_input, { caller }) => getSellerProfile(deps.db, ownSellerProfile(caller)),
  putSellerProfile: ({ body }, { caller }) => putSellerProfile(deps, ownSellerProfile(caller), body),
  listSellerProfiles: ({ query }, { caller }) => listSellerProfiles(deps.db, mayReadProfiles(caller), query),
  decideSellerProfile: ({ params, body }, { caller }) =>
    decideSellerProfile(deps.db, mayDecideProfile(caller, params.id), body),
})
