/** What account mails say that no operator changes. It contains no name chosen by a user, which could be written to deceive. */
import { joined, type Phrase, say } from '#contract/phrases/phrases.ts'
import type { OutgoingMail } from '#server/gateways/identity-transaction.ts'

type Words = Omit<OutgoingMail, 'to'>

export interface MailTexts {
  reset(token: string): Words
  verify(token: string): Words
  change(token: string): Words
  /** To the present address: another one was asked for. */
  changeAsked(): Words
  /** To the former address. */
  changed(): Words
  /** A sign-up with, or a change to, an address that already has an account. */
  taken(): Words
  /** @param endedAccess whether other devices were signed out and API keys revoked with it */
  passwordChanged(endedAccess: boolean): Words
  /** Support turned two-factor authentication off. */
  secondFactorRemoved(): Words
  /** A way to sign in was added or removed. */
  way(what: Phrase): Words
}

const IGNORE = say('If you didn’t ask for this, you can ignore this email. Nothing has changed.')

const PARAGRAPH = '\n\n'

/** @param publicUrl where links lead, whatever host a request named */
export function mailTexts(brand: () => { name: string }, publicUrl: string): MailTexts {
  const link = (page: string, token: string) => `${publicUrl}/${page}?token=${token}`
  const signIn = joined([say('If this wasn’t you, set a new password now:'), `${publicUrl}/forgot-password`], PARAGRAPH)
  const mail = (kind: Words['kind'], ...paragraphs: (Phrase | string)[]): Words => ({
    kind,
    values: { brand: brand().name },
    body: joined(paragraphs, PARAGRAPH),
  })
  return {
    reset: (token) =>
      mail(
        'password_reset',
        link('reset-password', token),
        joined([say('The link works once. Setting a new password signs you out everywhere.'), IGNORE], ' '),
      ),
    verify: (token) =>
      mail(
        'email_confirmation',
        link('verify-email', token),
        say(
          'If you didn’t create an account, ignore this email. The address can’t be confirmed without the account’s password.',
        ),
      ),
    change: (token) =>
      mail(
        'email_change',
        link('verify-email', token),
        say('Until then your old address stays active. If you didn’t ask for this, don’t open the link.'),
      ),
    changeAsked: () => mail('email_change_asked', signIn),
    changed: () => mail('email_changed', say('If this wasn’t you, contact us:'), `${publicUrl}/contact`),
    taken: () =>
      mail(
        'address_taken',
        say('Sign in:'),
        `${publicUrl}/login`,
        say('Forgot your password?'),
        `${publicUrl}/forgot-password`,
        IGNORE,
      ),
    passwordChanged: (endedAccess) =>
      mail(
        'password_changed',
        ...(endedAccess ? [say('Your other devices were signed out and your API keys were revoked.')] : []),
        signIn,
      ),
    secondFactorRemoved: () =>
      mail(
        'second_factor_removed',
        say('You can now sign in with your password alone. Set it up again in your settings:'),
        `${publicUrl}/settings`,
        say('If you didn’t ask for this, set a new password now and contact us:'),
        `${publicUrl}/forgot-password`,
        `${publicUrl}/contact`,
      ),
    way: (what) => mail('sign_in_changed', what, signIn),
  }
}
