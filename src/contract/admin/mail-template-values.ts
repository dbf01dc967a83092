/**
 * The kinds of mail whose words an operator may change: subject, introduction and closing. What is between them stays ours: links, sums,
 * legal notices, and what to do when it was not you. Plain data.
 */

import type { PhraseText } from '#contract/phrases/phrases.ts'

interface MailKindText {
  title: string
  /** By name, as they are written between braces, besides `brand`: what each is, and an example. */
  placeholders: Readonly<Record<string, { means: string; example: string }>>
  /** Placeholders that the subject has to have. */
  needs: readonly string[]
  subject: PhraseText
  intro: PhraseText | ''
  closing: '' | '{brand}'
  /** An example of what is between introduction and closing. */
  body: string
}

const LINK = 'https://agents.example.in'
const SIGN_IN = `If this wasn’t you, set a new password now:\n\n${LINK}/forgot-password`
const NONE = {}

export const MAIL_KINDS = {
  password_reset: {
    title: 'Password reset',
    placeholders: NONE,
    needs: [],
    subject: 'Set a new {brand} password',
    intro:
      'We received a request to reset the password of your account. Open this link within one hour to set a new one:',
    closing: '',
    body: `${LINK}/reset-password?token=EXAMPLE\n\nThe link works once. Setting a new password signs you out everywhere. If you didn’t ask for this, you can ignore this email. Nothing has changed.`,
  },
  email_confirmation: {
    title: 'Confirm an email address',
    placeholders: NONE,
    needs: [],
    subject: 'Confirm your email address for {brand}',
    intro: 'Open this link within 24 hours to confirm your email address:',
    closing: '',
    body: `${LINK}/verify-email?token=EXAMPLE\n\nIf you didn’t create an account, ignore this email. The address can’t be confirmed without the account’s password.`,
  },
  email_change: {
    title: 'Confirm a new email address',
    placeholders: NONE,
    needs: [],
    subject: 'Confirm your new email address for {brand}',
    intro: 'Open this link within one hour to use this address for your account:',
    closing: '',
    body: `${LINK}/verify-email?token=EXAMPLE\n\nUntil then your old address stays active. If you didn’t ask for this, don’t open the link.`,
  },
  email_change_asked: {
    title: 'A change of the email address was requested',
    placeholders: NONE,
    needs: [],
    subject: 'Request to change your {brand} email address',
    intro:
      'Someone who knows your password asked to change the email address of your account. The address changes when the link sent to the new address is opened.',
    closing: '',
    body: SIGN_IN,
  },
  email_changed: {
    title: 'The email address was changed',
    placeholders: NONE,
    needs: [],
    subject: 'Your {brand} email address was changed',
    intro: 'Your account now has another email address. You can no longer sign in with this one.',
    closing: '',
    body: `If this wasn’t you, contact us:\n\n${LINK}/contact`,
  },
  address_taken: {
    title: 'Sign-up with an address that has an account',
    placeholders: NONE,
    needs: [],
    subject: 'You already have a {brand} account',
    intro: 'Someone tried to create a {brand} account with this email address, but you already have one.',
    closing: '',
    body: `Sign in:\n\n${LINK}/login\n\nForgot your password?\n\n${LINK}/forgot-password\n\nIf you didn’t ask for this, you can ignore this email. Nothing has changed.`,
  },
  password_changed: {
    title: 'The password was changed',
    placeholders: NONE,
    needs: [],
    subject: 'Your {brand} password was changed',
    intro: 'The password of your account was changed.',
    closing: '',
    body: `Your other devices were signed out and your API keys were revoked.\n\n${SIGN_IN}`,
  },
  second_factor_removed: {
    title: 'Two-factor authentication was turned off',
    placeholders: NONE,
    needs: [],
    subject: 'Two-factor authentication of your {brand} account was turned off',
    intro:
      'Our support team turned off two-factor authentication for your account, because someone who proved to be you asked for it.',
    closing: '',
    body: `You can now sign in with your password alone. Set it up again in your settings:\n\n${LINK}/settings\n\nIf you didn’t ask for this, set a new password now and contact us:\n\n${LINK}/forgot-password\n\n${LINK}/contact`,
  },
  sign_in_changed: {
    title: 'How a person signs in has changed',
    placeholders: NONE,
    needs: [],
    subject: 'How you sign in to {brand} has changed',
    intro: '',
    closing: '',
    body: `A passkey was added to your account and can sign in to it.\n\n${SIGN_IN}`,
  },
  invitation: {
    title: 'Invitation to create an account',
    placeholders: { days: { means: 'How many days the link works', example: '7' } },
    needs: [],
    subject: 'You’re invited to {brand}',
    intro: 'An administrator of {brand} invites you to create an account. Open this link within {days} days:',
    closing: '',
    body: `${LINK}/register?invitation=EXAMPLE\n\nThe link works once, and only for this email address. If you don’t want an account, you can ignore this email.`,
  },
  workspace_invitation: {
    title: 'Invitation to a workspace',
    placeholders: {
      workspace: { means: 'The name of the workspace', example: 'Lakeside Clinic' },
      days: { means: 'How many days the link works', example: '14' },
    },
    needs: [],
    subject: 'You’re invited to work in {workspace} on {brand}',
    intro: 'You’re invited to the workspace {workspace} on {brand}. Open this link within {days} days to join it:',
    closing: '',
    body: `${LINK}/join/EXAMPLE\n\nThe link works once, and only for this email address. If you don’t know who invited you, you can ignore this email.`,
  },
  approval_link: {
    title: 'Link to an approval',
    placeholders: {
      sender: { means: 'Who asks for the approval', example: 'Asha Rao' },
      days: { means: 'How many days the link works', example: '3' },
    },
    needs: [],
    subject: '{sender} asks for your approval',
    intro:
      '{sender} asks you to approve or reject something in {brand}. Open this link within {days} days to see what it is:',
    closing: '',
    body: `${LINK}/approve/EXAMPLE\n\nOpening the link decides nothing. It works for one answer. If you don’t know who sent it, you can ignore this email.`,
  },
  notification: {
    title: 'Notifications',
    placeholders: { title: { means: 'What happened, in one line', example: 'A run of Invoice reader failed' } },
    needs: ['title'],
    subject: '{brand}: {title}',
    intro: '',
    closing: '{brand}',
    body: `A run of Invoice reader failed\n\nOpen it to see what went wrong.\n\nOpen it:\n${LINK}/my-workflows\n\nChoose which emails you get:\n${LINK}/settings?section=notifications`,
  },
  plan: {
    title: 'Plans and renewals',
    placeholders: {
      title: { means: 'What happens with the plan, in one line', example: 'Your plan renews on 1 March 2026' },
    },
    needs: ['title'],
    subject: '{brand}: {title}',
    intro: '',
    closing: '{brand}',
    body: `Your plan renews on 1 March 2026\n\nFor Starter, 1 month: ₹499 (including GST).\n\n${LINK}/subscription`,
  },
  receipt: {
    title: 'Receipts',
    placeholders: {
      title: { means: 'What was bought', example: 'Starter, 1 month' },
      amount: { means: 'What was paid', example: '₹499' },
    },
    needs: ['amount'],
    subject: 'Receipt: {title}, {amount}',
    intro: 'Thank you.',
    closing: '',
    body: `We’ve received your payment.\n\nFor: Starter, 1 month\nAmount: ₹499 (GST included)\nReceipt: R-EXAMPLE\n\n${LINK}/payments`,
  },
  refund: {
    title: 'Refunds',
    placeholders: {
      title: { means: 'What was bought', example: 'Starter, 1 month' },
      amount: { means: 'What is refunded', example: '₹499' },
    },
    needs: ['amount'],
    subject: 'Refund: {title}, {amount}',
    intro: '',
    closing: '',
    body: `We’ve refunded ₹499 for Starter, 1 month to the original payment method.\nIt usually appears on your bank statement within 5 to 7 working days.\n\n${LINK}/payments`,
  },
  contact_reply: {
    title: 'Acknowledgement of a contact form message',
    placeholders: { reference: { means: 'The reference of the message', example: 'C-7K2M-9XQT' } },
    needs: ['reference'],
    subject: 'We’ve received your message ({reference})',
    intro: 'Thank you for writing to {brand}.',
    closing: '',
    body: 'We’ve received your message about “Help”. Its reference is C-7K2M-9XQT. Please mention it if you write about the same matter again.\n\nWe’ll reply by email.\n\nIf you didn’t contact us, someone entered your address by mistake. You don’t need to do anything.',
  },
} as const satisfies Record<string, MailKindText>

export type MailKind = keyof typeof MAIL_KINDS
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[]

/** The words of one kind that an operator may change. */
export interface MailWords {
  subject: string
  intro: string
  closing: string
}
export const MAIL_FIELDS = ['subject', 'intro', 'closing'] as const
export type MailField = (typeof MAIL_FIELDS)[number]

export const MAIL_TEMPLATE = { subject_chars: 150, text_chars: 2000, tests_per_hour: 20 } as const

/** Those that are written between braces in the words of a kind. */
export const placeholdersOf = (kind: MailKind): string[] => ['brand', ...Object.keys(MAIL_KINDS[kind].placeholders)]

/** What is between braces, in the order of the text. */
const namedIn = (text: string): string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

/** What is wrong with a field: a placeholder that this kind does not have, or one that is missing. */
export function problemOfWords(kind: MailKind, field: MailField, text: string): string | undefined {
  const known = placeholdersOf(kind)
  const named = namedIn(text)
  const unknown = named.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return `There’s no placeholder {${unknown.slice(0, 40)}} here. You can use ${known.map((name) => `{${name}}`).join(', ')}.`
  const missing = field === 'subject' ? MAIL_KINDS[kind].needs.find((name) => !named.includes(name)) : undefined
  return missing === undefined ? undefined : `Include {${missing}} in the subject`
}

/** Puts values in the place of placeholders, once: what a value contains is never taken for one. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]*)\}/g, (written, name: string) => values[name] ?? written)
