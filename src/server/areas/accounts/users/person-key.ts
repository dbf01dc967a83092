/**
 * Identifies a person for things given once per person: the same for every address of one mailbox, and after an account
 * is deleted.
 */
import { createHash, createHmac } from 'node:crypto'
import type { UserId } from '#contract/core/primitives.ts'

/** Providers that ignore dots in the name. */
const NO_DOTS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox of an address: without the part after a plus (RFC 5233), and without the dots that Gmail ignores
 * (https://support.google.com/mail/answer/7436150).
 */
export function mailboxOf(email: string): string {
  const whole = email.trim().toLowerCase()
  const at = whole.lastIndexOf('@')
  if (at < 0) return whole
  const domain = whole.slice(at + 1)
  const [name = ''] = whole.slice(0, at).split('+')
  const dotless = NO_DOTS.get(domain)
  return dotless ? `${name.replaceAll('.', '')}@${dotless}` : `${name}@${domain}`
}

/** What mailboxes are told apart by where the account is known anyway. */
export const mailboxHash = (email: string): Buffer => createHash('sha256').update(mailboxOf(email)).digest()

/** How persons are told apart in this installation. */
export interface PersonRules {
  /** Keys the hashes of persons. */
  secret: string
  /** Whether addresses can be confirmed here: where none can, nobody is asked to. */
  askProof: boolean
}

export interface Account {
  id: UserId
  email: string
  is_verified: boolean
}

export const isUnproven = (
  { askProof }: Pick<PersonRules, 'askProof'>,
  account: Pick<Account, 'is_verified'>,
): boolean => askProof && !account.is_verified

/**
 * The person behind an account: its mailbox. An account that has not confirmed its address is a person of its own: it learns nothing of the
 * mailbox that it names, and takes nothing from it.
 */
export const personOf = (rules: PersonRules, account: Account): string =>
  personKey(rules.secret, isUnproven(rules, account) ? account.id : account.email)

/** A keyed hash of the mailbox: nobody can tell the address from it without the secret. */
export const personKey = (secret: string, email: string): string =>
  createHmac('sha256', secret)
    .update(`person\n${mailboxOf(email)}`)
    .digest('base64url')
    .slice(0, 32)
