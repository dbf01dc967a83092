/** The cards of Razorpay's test mode and what each is answered with (razorpay.com/docs/payments/payments/test-card-details). */
import type { ErrorFields } from './entities.ts'

export interface TestCard {
  /** As it is printed, without spaces. */
  number: string
  network: 'Visa' | 'Mastercard' | 'RuPay' | 'Diners' | 'Amex'
  /** Issued outside India. */
  international: boolean
  /** What its bank says; null takes the payment. */
  error: ErrorFields | null
}

const good = (network: TestCard['network'], number: string, international = false): TestCard => ({
  number: number.replaceAll(' ', ''),
  network,
  international,
  error: null,
})

type Where = Pick<ErrorFields, 'error_source' | 'error_step'>
const BY_BANK: Where = { error_source: 'issuer_bank', error_step: 'payment_authorization' }
const BY_BUYER: Where = { error_source: 'customer', error_step: 'payment_authentication' }
const BY_GATEWAY: Where = { error_source: 'gateway', error_step: 'payment_authorization' }

/** @param cards of Visa and of Mastercard, in turn */
const bad = (code: string, reason: string, description: string, where: Where, ...cards: string[]): TestCard[] =>
  cards.map((number, at) => ({
    number: number.replaceAll(' ', ''),
    network: at % 2 === 0 ? 'Visa' : 'Mastercard',
    international: false,
    error: { error_code: code, error_reason: reason, error_description: description, ...where },
  }))

const BAD_REQUEST = 'BAD_REQUEST_ERROR'
const GATEWAY = 'GATEWAY_ERROR'

export const TEST_CARDS: readonly TestCard[] = [
  good('Visa', '4100 2800 0000 1007'),
  good('Mastercard', '5500 6700 0000 1002'),
  good('RuPay', '6527 6589 0000 1005'),
  good('Diners', '3608 280009 1007'),
  good('Amex', '3402 560004 01007'),
  good('Mastercard', '5555 5555 5555 4444', true),
  good('Mastercard', '5105 1051 0510 5100', true),
  good('Mastercard', '5104 0600 0000 0008', true),
  good('Visa', '4012 8888 8888 1881', true),
  good('Visa', '4718 6091 0820 4366'),
  // Of the server-to-server pages (…/s2s-integration/json/v2/test-integration).
  good('Mastercard', '5267 3181 8797 5449'),
  good('Visa', '4386 2894 0766 0153'),
  ...bad(
    BAD_REQUEST,
    'payment_timed_out',
    'Your payment could not be completed due to a temporary issue. Try again later.',
    BY_BUYER,
    '4100 2800 0009 0000',
    '5305 6200 0006 0000',
  ),
  ...bad(
    BAD_REQUEST,
    'insufficient_fund',
    'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
    BY_BANK,
    '4100 2800 0008 0001',
    '5305 6200 0005 0001',
  ),
  ...bad(
    BAD_REQUEST,
    'payment_cancelled',
    'Your payment has been cancelled. Try again or complete the payment later.',
    BY_BUYER,
    '4100 2800 0007 0002',
    '5305 6200 0004 0002',
  ),
  ...bad(
    BAD_REQUEST,
    'card_declined',
    'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
    BY_BANK,
    '4100 2800 0006 0003',
    '5305 6200 0003 0003',
    '4100 2800 0005 0004',
    '5305 6200 0002 0004',
    '4100 2800 0004 0005',
    '5305 6200 0001 0005',
  ),
  ...bad(
    BAD_REQUEST,
    'card_disabled_for_online_payments',
    'Your card is disabled for online payments. Please reach to your bank or try with another card.',
    BY_BANK,
    '4100 2800 0003 0006',
    '5305 6200 0000 0006',
  ),
  ...bad(
    BAD_REQUEST,
    'card_number_invalid',
    'You have entered an incorrect card number. Try again.',
    BY_BUYER,
    '4100 2800 0001 0008',
    '5305 6200 0008 0008',
  ),
  ...bad(
    GATEWAY,
    'gateway_technical_error',
    'Your payment did not go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.',
    BY_GATEWAY,
    '4100 2800 0002 0007',
    '5305 6200 0009 0007',
  ),
  ...bad(
    GATEWAY,
    'authentication_failed',
    'Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.',
    BY_BUYER,
    '4100 2800 0000 0009',
    '5305 6200 0007 0009',
  ),
]

/** What a code of fewer than four digits gives: a page of the bank that is not passed. */
export const WRONG_CODE: ErrorFields = {
  error_code: BAD_REQUEST,
  error_description: 'Authentication failed due to incorrect otp',
  error_reason: 'invalid_otp',
  ...BY_BUYER,
}

/** A number that is no card of test mode (live mode says so of these). */
export const UNKNOWN_CARD: ErrorFields = {
  error_code: BAD_REQUEST,
  error_description: 'Card issuer is invalid',
  error_reason: 'input_validation_failed',
  error_source: 'business',
  error_step: 'payment_initiation',
}

const cardOf = (typed: string): TestCard | undefined => {
  const number = typed.replaceAll(/\D/g, '')
  return TEST_CARDS.find((one) => one.number === number)
}

export const isInternational = (card: string): boolean => cardOf(card)?.international ?? false

/** What the bank says to a card and a code, both as they were typed; null takes the payment. */
export function bankSays(card: string, otp: string | null): ErrorFields | null {
  const known = cardOf(card)
  if (!known) return UNKNOWN_CARD
  if (otp !== null && !/^\d{4,10}$/.test(otp)) return WRONG_CODE
  return known.error
}
