/** What the identity provider asks about the providers of workspaces. */
import { domainOf } from '#contract/accounts/sign-on-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { SignOnGateway } from '#server/gateways/sign-on/provider.ts'
import type { SignOns } from '#server/gateways/sign-on/sign-ons.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { type AdmitDeps, admit } from './admit.ts'
import { openProvider, redirectUrlOf } from './provider.ts'
import * as store from './sign-on.store.ts'

export interface SignOnDeps extends AdmitDeps {
  ring: KeyRing
  gateway: SignOnGateway
  publicUrl: string
}

export function createSignOns(deps: SignOnDeps): SignOns {
  const { db, ring, gateway, publicUrl } = deps
  const redirect_uri = redirectUrlOf(publicUrl)
  const load = async (id: string): Promise<store.SignOnRow> => {
    const row = await store.findSignOn(db, id)
    if (row === null) throw new AppError('sign_on_off')
    return row
  }
  return {
    async find(email) {
      const row = await store.findSignOnOfDomain(db, domainOf(email))
      return row && { id: row.id, provider: new URL(row.issuer).host, is_enforced: row.is_enforced }
    },
    async authorizeUrl(id, request) {
      return gateway.authorizeUrl(openProvider(ring, await load(id)), { ...request, redirect_uri })
    },
    async profile(id, answer) {
      const row = await load(id)
      return gateway.profile(openProvider(ring, row), { ...answer, redirect_uri }, row.groups_claim)
    },
    admit: (id, profile, holder) => admit(deps, id, profile, holder),
    async checkOtherWay(subject) {
      if (await store.mustSignOn(db, subject)) throw new AppError('sign_on_required')
    },
  }
}
