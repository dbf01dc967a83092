/** Whether a new account may be made: the one place that every way to sign up passes, in the transaction that makes it. */
import { createHash } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import type { InvitationProof } from '#server/gateways/identity-transaction.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import { isInvited, useInvitation } from './invitations.store.ts'

export const hashOfInvitation = (token: string): Buffer => createHash('sha256').update(token).digest()

type Uses = (db: Queryable, email: string, token_hash: Buffer | null) => Promise<boolean>

async function admit(db: Queryable, email: string, proof: InvitationProof, finds: Uses): Promise<void> {
  const mode = await readSetting(db, 'sign_up')
  if (mode === 'closed') throw new AppError('sign_up_closed')
  if (mode === 'invitation' && proof === null) throw new AppError('invitation_needed')
  const hash = proof === null || proof === 'address' ? null : hashOfInvitation(proof.token)
  const found = proof !== null && (await finds(db, email, hash))
  if (mode === 'invitation' && !found) throw new AppError(hash ? 'invitation_invalid' : 'invitation_needed')
}

/** Asked before anything is looked up, so that the refusal doesn't tell whether the address has an account. @throws as `admitAccount` */
export const checkAdmission = (db: Queryable, email: string, proof: InvitationProof): Promise<void> =>
  admit(db, email, proof, isInvited)

/** Uses up the invitation. @throws sign_up_closed, invitation_needed, invitation_invalid */
export const admitAccount = (tx: Queryable, email: string, proof: InvitationProof): Promise<void> =>
  admit(tx, email, proof, useInvitation)
