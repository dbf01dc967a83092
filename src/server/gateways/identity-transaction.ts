/** The provider's own SQL, and mail that leaves if and only if its transaction commits. */
import type { MailKind } from '#contract/admin/mail-template-values.ts'
import type { Phrase } from '#contract/phrases/phrases.ts'
import type { Language } from '#shared/language.ts'

export interface OutgoingMail {
  to: string
  /** Which words of the operator are around what it says. */
  kind: MailKind
  values: { brand: string }
  /** What it says that no operator changes. */
  body: Phrase
  /** For an address whose account has chosen none. */
  language?: Language | null
}

/**
 * What shows that an invitation reached the person: the token of its link, or `address` where a provider vouches that the address is
 * theirs. Null for neither.
 */
export type InvitationProof = { token: string } | 'address' | null

/** One transaction. */
export interface Work {
  /** @returns the rows of one statement with `$1` parameters */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  mail(mail: OutgoingMail): Promise<void>
  /**
   * Whether this address may have a new account: asked before anything is looked up, so that a refusal tells nothing about accounts.
   * @throws sign_up_closed, invitation_needed, invitation_invalid
   */
  checkAdmission(email: string, proof: InvitationProof): Promise<void>
  /**
   * Makes the user of a new account, so that it is there before its first request, and uses up its invitation.
   * @throws sign_up_closed, invitation_needed, invitation_invalid
   */
  createUser(account: {
    subject: string
    email: string
    name: string
    proof: InvitationProof
    /** That the person has chosen in this browser; null for none. */
    language: Language | null
  }): Promise<void>
  /** The language that the account of an address has chosen; null for none. */
  languageOf(email: string): Promise<Language | null>
  /** Revokes the API keys of the account, which are kept outside of the provider. */
  revokeKeys(userId: string): Promise<void>
  /** Ends what a stranger may have prepared in the account: model servers, addresses that start runs, members, credentials. */
  closeDoors(userId: string): Promise<void>
}

/** Runs `work` in one transaction; rolls back when it throws. */
export type Transact = <T>(work: (tx: Work) => Promise<T>) => Promise<T>
