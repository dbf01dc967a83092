/** What the form of a seller's details asks, as the server does. */
import { checkIdentifier, type IdentifierType, normaliseIdentifier } from '#contract/india/identifiers.ts'
import type { PutSellerProfile, SellerProfile } from '#contract/selling/seller-profile.ts'
import { t } from '#web/lib/language.ts'
import { gstinProblem } from '#web/parts/billing/checkout/billing-rules.ts'

export interface Typed {
  legal_name: string
  kind: SellerProfile['kind']
  address: string
  state_code: string
  /** Buyers complain here; at least one is needed to sell. */
  contact_email: string
  contact_phone: string
  /** Empty: as it is. */
  pan: string
  gstin: string
  /** `keep`: as it is. */
  payee: 'keep' | 'bank' | 'upi'
  holder: string
  account: string
  /** Once more: a wrong digit pays a stranger. */
  account_again: string
  ifsc: string
  vpa: string
}
export type FieldName = keyof Typed
export type Problems = Partial<Record<FieldName, string>>

export const toTyped = (profile: SellerProfile | null): Typed => ({
  legal_name: profile?.legal_name ?? '',
  kind: profile?.kind ?? 'individual',
  address: profile?.address ?? '',
  state_code: profile?.state_code ?? '',
  contact_email: profile?.contact_email ?? '',
  contact_phone: profile?.contact_phone ?? '',
  pan: '',
  gstin: profile?.gstin ?? '',
  payee: profile?.payee ? 'keep' : 'bank',
  holder: '',
  account: '',
  account_again: '',
  ifsc: '',
  vpa: '',
})

const identifier = (type: IdentifierType, text: string): string | undefined => {
  const { valid, reason } = checkIdentifier(type, normaliseIdentifier(type, text))
  return valid ? undefined : (reason ?? t('This isn’t valid'))
}
const same = (type: IdentifierType, one: string, other: string) =>
  normaliseIdentifier(type, one) === normaliseIdentifier(type, other)

const RULES: Record<FieldName, (typed: Typed) => string | undefined> = {
  legal_name: ({ legal_name }) => (legal_name.trim() === '' ? t('Legal name is required') : undefined),
  kind: () => undefined,
  address: ({ address }) => (address.trim() === '' ? t('Address is required') : undefined),
  state_code: ({ state_code }) => (state_code === '' ? t('Choose a state') : undefined),
  contact_email: ({ contact_email, contact_phone }) => {
    if (contact_email.trim() === '')
      return contact_phone.trim() === '' ? t('Enter an email address or a phone number for complaints') : undefined
    return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(contact_email.trim()) ? undefined : t('Enter a valid email address')
  },
  contact_phone: ({ contact_phone }) =>
    contact_phone.trim() === '' || /^\+?[0-9][0-9 ()-]{5,18}$/.test(contact_phone.trim())
      ? undefined
      : t('Enter a valid phone number'),
  pan: ({ pan }) => (pan.trim() === '' ? undefined : identifier('pan', pan)),
  gstin: ({ gstin, state_code, pan }) => {
    const problem = gstinProblem(gstin, state_code)
    if (problem !== undefined || gstin.trim() === '' || pan.trim() === '') return problem
    return same('pan', normaliseIdentifier('gstin', gstin).slice(2, 12), pan)
      ? undefined
      : t('The GSTIN belongs to a different PAN')
  },
  payee: () => undefined,
  holder: ({ payee, holder }) => (payee === 'bank' && holder.trim() === '' ? t('Name is required') : undefined),
  account: ({ payee, account }) => (payee === 'bank' ? identifier('account', account) : undefined),
  account_again: ({ payee, account, account_again }) =>
    payee === 'bank' && !same('account', account, account_again) ? t('The account numbers don’t match') : undefined,
  ifsc: ({ payee, ifsc }) => (payee === 'bank' ? identifier('ifsc', ifsc) : undefined),
  vpa: ({ payee, vpa }) => (payee === 'upi' ? identifier('upi', vpa) : undefined),
}

/** In the order of the form. */
export const FIELDS = Object.keys(RULES) as FieldName[]

export const fieldProblemOf = (field: FieldName, typed: Typed): string | undefined => RULES[field](typed)

export const findTypedProblems = (typed: Typed): Problems =>
  Object.fromEntries(
    FIELDS.map((field) => [field, fieldProblemOf(field, typed)]).filter(([, problem]) => problem !== undefined),
  )

export function toProfileBody(typed: Typed): PutSellerProfile {
  const { legal_name, kind, address, state_code, pan, gstin, payee, holder, account, ifsc, vpa } = typed
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    legal_name,
    kind,
    address,
    state_code,
    contact_email: orNull(typed.contact_email),
    contact_phone: orNull(typed.contact_phone),
    gstin: gstin.trim() === '' ? null : gstin,
    ...(pan.trim() !== '' && { pan }),
    ...(payee === 'bank' && { payee: { type: 'bank', holder, account, ifsc } }),
    ...(payee === 'upi' && { payee: { type: 'upi', vpa } }),
  }
}

/** The field of the form that a field of the request is. */
export const fieldOf = (name: string): FieldName | undefined => {
  const last = name.split('.').at(-1)
  return FIELDS.find((field) => field === last)
}
