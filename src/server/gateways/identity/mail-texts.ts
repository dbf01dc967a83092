/** The texts of account mails. They contain no name chosen by a user, which could be written to deceive. */
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
  way(what: string): Words
}

const IGNORE = 'If you didn’t ask for this, you can ignore this email. Nothing has changed.'

/** @param publicUrl where links lead, whatever host a request named */
export function mailTexts(brand: string, publicUrl: string): MailTexts {
  const link = (page: string, token: string) => `${publicUrl}/${page}?token=${token}`
  const signIn = `If this wasn’t you, set a new password now:\n\n${publicUrl}/forgot-password`
  return {
    reset: (token) => ({
      subject: `Set a new ${brand} password`,
      text: `We received a request to reset the password of your account. Open this link within one hour to set a new one:\n\n${link('reset-password', token)}\n\nThe link works once. Setting a new password signs you out everywhere. ${IGNORE}`,
    }),
    verify: (token) => ({
      subject: `Confirm your email address for ${brand}`,
      text: `Open this link within 24 hours to confirm your email address:\n\n${link('verify-email', token)}\n\nIf you didn’t create an account, ignore this email. The address can’t be confirmed without the account’s password.`,
    }),
    change: (token) => ({
      subject: `Confirm your new email address for ${brand}`,
      text: `Open this link within one hour to use this address for your account:\n\n${link('verify-email', token)}\n\nUntil then your old address stays active. If you didn’t ask for this, don’t open the link.`,
    }),
    changeAsked: () => ({
      subject: `Request to change your ${brand} email address`,
      text: `Someone who knows your password asked to change the email address of your account. The address changes when the link sent to the new address is opened.\n\n${signIn}`,
    }),
    changed: () => ({
      subject: `Your ${brand} email address was changed`,
      text: `Your account now has another email address. You can no longer sign in with this one.\n\nIf this wasn’t you, contact us:\n\n${publicUrl}/contact`,
    }),
    taken: () => ({
      subject: `You already have a ${brand} account`,
      text: `Someone tried to create a ${brand} account with this email address, but you already have one.\n\nSign in:\n\n${publicUrl}/login\n\nForgot your password?\n\n${publicUrl}/forgot-password\n\n${IGNORE}`,
    }),
    passwordChanged: (endedAccess) => ({
      subject: `Your ${brand} password was changed`,
      text: `The password of your account was changed.${endedAccess ? ' Your other devices were signed out and your API keys were revoked.' : ''}\n\n${signIn}`,
    }),
    secondFactorRemoved: () => ({
      subject: `Two-factor authentication of your ${brand} account was turned off`,
      text: `Our support team turned off two-factor authentication for your account, because someone who proved to be you asked for it. You can now sign in with your password alone. Set it up again in your settings:\n\n${publicUrl}/settings\n\nIf you didn’t ask for this, set a new password now and contact us:\n\n${publicUrl}/forgot-password\n\n${publicUrl}/contact`,
    }),
    way: (what) => ({
      subject: `How you sign in to ${brand} has changed`,
      text: `${what}\n\n${signIn}`,
    }),
  }
}
