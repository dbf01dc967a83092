/** The words of the mails about an account. No name that a person chose stands in them: it could be written to deceive. */
import type { OutgoingMail } from './identity-transaction.ts'

type Words = Omit<OutgoingMail, 'to'>

export interface MailTexts {
  reset(token: string): Words
  verify(token: string): Words
  change(token: string): Words
  /** To the present address: another one was asked for. */
  changeAsked(): Words
  /** To the former address. */
  changed(): Words
  /** Somebody wanted an account with, or a change to, an address that has one. */
  taken(): Words
  /** @param endedAccess whether other devices were signed out and API keys revoked with it */
  passwordChanged(endedAccess: boolean): Words
  /** A way to sign in was added or removed. */
  way(what: string): Words
}

const IGNORE = 'If it was not you, nothing has changed: you can ignore this mail.'

/** @param publicUrl where links lead, whatever host a request named */
export function mailTexts(brand: string, publicUrl: string): MailTexts {
  const link = (page: string, token: string) => `${publicUrl}/${page}?token=${token}`
  const signIn = `If it was not you, set a new password now:\n\n${publicUrl}/forgot-password`
  return {
    reset: (token) => ({
      subject: `Set a new ${brand} password`,
      text: `Somebody asked to set a new password for your account. Open this link within one hour:\n\n${link('reset-password', token)}\n\nIt works once and signs you out everywhere. ${IGNORE}`,
    }),
    verify: (token) => ({
      subject: `Confirm your email address for ${brand}`,
      text: `Open this link within 24 hours to confirm that this address is yours:\n\n${link('verify-email', token)}\n\nIf you did not create an account, leave it alone: nothing is confirmed without its password.`,
    }),
    change: (token) => ({
      subject: `Confirm your new email address for ${brand}`,
      text: `Open this link within one hour to make this the address of your account:\n\n${link('verify-email', token)}\n\nUntil then the old address stays. If you did not ask for this, do not open it.`,
    }),
    changeAsked: () => ({
      subject: `A new email address was asked for on ${brand}`,
      text: `Somebody who knows your password asked to change the email address of your account. It changes when the link in the mail to the new address is opened.\n\n${signIn}`,
    }),
    changed: () => ({
      subject: `Your ${brand} email address was changed`,
      text: `Your account now has another email address. This one no longer signs in.\n\nIf it was not you, write to us:\n\n${publicUrl}/contact`,
    }),
    taken: () => ({
      subject: `You already have a ${brand} account`,
      text: `Somebody tried to use this address for an account on ${brand}. It has one already.\n\nSign in:\n\n${publicUrl}/login\n\nForgot the password:\n\n${publicUrl}/forgot-password\n\n${IGNORE}`,
    }),
    passwordChanged: (endedAccess) => ({
      subject: `Your ${brand} password was changed`,
      text: `A new password was set for your account.${endedAccess ? ' Your other devices were signed out and your API keys were revoked.' : ''}\n\n${signIn}`,
    }),
    way: (what) => ({
      subject: `How you sign in to ${brand} has changed`,
      text: `${what}\n\n${signIn}`,
    }),
  }
}
