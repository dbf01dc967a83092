import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayDecideProfile, mayReadProfiles, ownSellerProfile } from './profile.policy.ts'
import {
  decideSellerProfile,
  getSellerProfile,
  listSellerProfiles,
  type ProfileDeps,
  putSellerProfile,
} from './profile.ts'

type Names = 'getSellerProfile' | 'putSellerProfile' | 'listSellerProfiles' | 'decideSellerProfile'

export const sellerProfileHandlers = (deps: ProfileDeps): Pick<Handlers, Names> => ({
  getSellerProfile: (_input, { caller }) => getSellerProfile(deps.db, ownSellerProfile(caller)),
  putSellerProfile: ({ body }, { caller }) => putSellerProfile(deps, ownSellerProfile(caller), body),
  listSellerProfiles: ({ query }, { caller }) => listSellerProfiles(deps.db, mayReadProfiles(caller), query),
  decideSellerProfile: ({ params, body }, { caller }) =>
    decideSellerProfile(deps.db, mayDecideProfile(caller, params.id), body),
})
