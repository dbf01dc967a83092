/** Whom sellers are paid through, from the environment: RazorpayX, or nobody: then an admin takes a file to the bank. */
import { z } from 'zod'
import type { PaymentSettings } from '#server/gateways/payments/settings.ts'
import { variable } from '#server/gateways/variable.ts'

export interface PayoutSettings {
  key_id: string
  key_secret: string
  webhook_secret: string
  /** Without a trailing slash. */
  base_url: string
  /** The account that is paid from: a customer identifier or a current account. */
  account_number: string
}

export const PAYOUT_VARIABLES = {
  RAZORPAYX_ACCOUNT_NUMBER: variable(
    'Sellers are paid through RazorpayX, from this account (a customer identifier, or a current account); see [Payments](#payments). Without it, an admin takes a file to the bank.',
    z
      .string()
      .regex(/^[A-Za-z0-9]{6,40}$/, 'letters and digits')
      .optional(),
  ),
  RAZORPAYX_WEBHOOK_SECRET: variable(
    'The secret of the webhook that RazorpayX calls. Required with the account.',
    z.string().min(8).max(200).optional(),
  ),
}

export interface PayoutVariables {
  RAZORPAYX_ACCOUNT_NUMBER?: string | undefined
  RAZORPAYX_WEBHOOK_SECRET?: string | undefined
}

/**
 * The keys are those of the payments: an account of Razorpay has the same for both.
 * @returns null when no account is named
 * @throws Error naming what is missing
 */
export function payoutSettings(
  { RAZORPAYX_ACCOUNT_NUMBER: account_number, RAZORPAYX_WEBHOOK_SECRET: webhook_secret }: PayoutVariables,
  payments: PaymentSettings | null,
): PayoutSettings | null {
  if (account_number === undefined && webhook_secret === undefined) return null
  if (account_number === undefined || webhook_secret === undefined || payments === null)
    throw new Error(
      'The configuration is not valid:\n  RAZORPAYX_ACCOUNT_NUMBER and RAZORPAYX_WEBHOOK_SECRET belong together, and need RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.',
    )
  const { key_id, key_secret, base_url } = payments
  return { key_id, key_secret, base_url, account_number, webhook_secret }
}
