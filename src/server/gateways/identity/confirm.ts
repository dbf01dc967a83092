/** Showing again who one is, before what cannot be taken back. */
import type { Accounts } from '#server/gateways/identity.ts'
import { markFresh, requireActingHolder, requireFreshSession } from './holder.ts'
import type { Parts } from './parts.ts'
import { createProofs } from './proofs.ts'

export function createConfirmation(parts: Parts): Pick<Accounts, 'requireFresh' | 'confirmIdentity'> {
  const { pool } = parts.options
  const proof = createProofs(parts)
  return {
    async requireFresh(client) {
      const { user, session } = await requireActingHolder(parts, client)
      await requireFreshSession(pool, session.id)
      return { subject: user.id, session_id: session.id }
    },
    async confirmIdentity(given, client) {
      const holder = await requireActingHolder(parts, client)
      if ('password' in given) await proof.password(holder.user.id, given.password)
      else await proof.code(holder, client, given.code)
      await markFresh(pool, holder.session.id)
      return { data: null, cookies: [] }
    },
  }
}
