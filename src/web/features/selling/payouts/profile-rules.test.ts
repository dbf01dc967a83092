import { describe, expect, it } from 'vitest'
import { PutSellerProfile } from '#contract/selling/seller-profile.ts'
import { findTypedProblems, type Typed, toProfileBody, toTyped } from './profile-rules.ts'

const typed = (over: Partial<Typed> = {}): Typed => ({
  ...toTyped(null),
  legal_name: 'Asha Rao',
  address: '1 MG Road, Pune',
  state_code: '27',
  pan: 'AAPFU0939F',
  gstin: '27AAPFU0939F1ZV',
  contact_email: 'help@asha.example',
  holder: 'Asha Rao',
  account: '0012 3456 789',
  account_again: '00123456789',
  ifsc: 'hdfc0001234',
  ...over,
})

it('lets through what the server takes, and sends it as the server asks', () => {
  for (const one of [
    typed(),
    typed({ gstin: '', pan: '' }),
    typed({ payee: 'upi', vpa: 'asha@okbank', account: '', account_again: '' }),
  ]) {
    expect(findTypedProblems(one)).toEqual({})
    expect(PutSellerProfile.safeParse(toProfileBody(one)).success).toBe(true)
  }
})

describe('a problem at its field, that the server finds too', () => {
  it.each([
    ['legal_name', { legal_name: ' ' }],
    ['address', { address: '' }],
    ['state_code', { state_code: '' }],
    ['pan', { pan: 'AAPFU0939', gstin: '' }],
    ['gstin', { gstin: '27AAPFU0939F1ZX' }],
    ['gstin', { state_code: '29' }],
    ['gstin', { pan: 'AAAPL1234C' }],
    ['holder', { holder: '' }],
    ['account', { account: '12', account_again: '12' }],
    ['ifsc', { ifsc: 'HDFC1001234' }],
    ['contact_email', { contact_email: 'help' }],
    ['contact_phone', { contact_phone: 'call me' }],
    ['vpa', { payee: 'upi', vpa: 'asha@bank.example' }],
  ] as const)('%s %j', (field, over) => {
    const one = typed(over)
    expect(Object.keys(findTypedProblems(one))).toEqual([field])
    expect(PutSellerProfile.safeParse(toProfileBody(one)).success).toBe(false)
  })
})

it('asks for the account number twice, and for none where the payee stays', () => {
  expect(findTypedProblems(typed({ account_again: '00123456788' }))).toHaveProperty('account_again')
  const kept = typed({ payee: 'keep', account: '', account_again: '', ifsc: '', holder: '' })
  expect([findTypedProblems(kept), 'payee' in toProfileBody(kept)]).toEqual([{}, false])
})
