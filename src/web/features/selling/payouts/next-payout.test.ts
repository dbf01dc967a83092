import { expect, it } from 'vitest'
import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { nextPayout } from './next-payout.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const profile = (over: Partial<SellerProfile> = {}): SellerProfile => ({
  legal_name: 'Asha Rao',
  kind: 'individual',
  address: '1 MG Road, Pune',
  state_code: '27',
  pan: '••••234C',
  gstin: null,
  contact_email: 'help@asha.example',
  contact_phone: null,
  payee: 'HDFC •••• 6789',
  payee_from: null,
  status: 'verified',
  status_reason: null,
  updated_at: '2026-11-01T00:00:00.000Z',
  ...over,
})
const payoutState = (payable_paise: number, held_back: Parameters<typeof nextPayout>[0]['held_back'] = null) => ({
  payable_paise,
  held_back,
  least_paise: 50_000,
})

it.each([
  ['no details, also where nothing was earned', null, payoutState(0, 'too_little'), 'Add your details', true],
  ['no payee', profile({ payee: null }), payoutState(1, 'no_payee'), 'No payout account', true],
  [
    'being checked',
    profile({ status: 'pending' }),
    payoutState(1, 'not_verified'),
    'Your details are being checked',
    false,
  ],
  ['sent back', profile({ status: 'rejected' }), payoutState(1, 'not_verified'), 'Your details need a change', true],
  [
    'a new payee',
    profile({ payee_from: '2026-11-22T00:00:00.000Z' }),
    payoutState(60_000, 'payee_is_new'),
    'Your new account is on hold',
    false,
  ],
  ['too little', profile(), payoutState(49_900, 'too_little'), 'Below the minimum payout', false],
  ['nothing yet', profile(), payoutState(0, 'too_little'), 'Nothing is payable yet', false],
  ['a debt', profile(), payoutState(-10_000, 'too_little'), 'Nothing is payable', false],
  ['all well', profile(), payoutState(60_000), 'Next payout', false],
])('%s', (_case, given, payout, title, hasStep) => {
  const next = nextPayout(payout, given, NOW)
  expect([next.title, next.step !== null]).toEqual([title, hasStep])
})

it('says what the reviewer said', () => {
  const given = profile({ status: 'rejected', status_reason: 'The name is not that of the account' })
  expect(nextPayout(payoutState(0), given, NOW).message).toBe('The name is not that of the account')
})
