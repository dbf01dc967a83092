/** Whom payments are taken through, from the environment: Razorpay, or the built-in test gateway that `npm start` names. */
import { z } from 'zod'
import { variable } from '#server/gateways/variable.ts'

export interface PaymentSettings {
  key_id: string
  key_secret: string
  webhook_secret: string
  /** Without a trailing slash. */
  base_url: string
  /** The account may charge mandates (recurring payments); the test gateway always may. */
  mandates?: boolean
}

const RAZORPAY = 'https://api.razorpay.com'

export const PAYMENT_VARIABLES = {
  RAZORPAY_KEY_ID: variable(
    'Payments are taken through this Razorpay account; see [Payments](#payments).',
    z
      .string()
      .regex(/^rzp_(?:test|live)_\w{8,40}$/, 'like rzp_live_…')
      .optional(),
  ),
  RAZORPAY_KEY_SECRET: variable('The secret of that key.', z.string().min(8).max(200).optional()),
  RAZORPAY_WEBHOOK_SECRET: variable(
    'The secret of the webhook that Razorpay calls. Required with the keys.',
    z.string().min(8).max(200).optional(),
  ),
  RAZORPAY_BASE_URL: variable(
    { what: 'Another gateway that speaks Razorpay’s API.', otherwise: 'Razorpay’s' },
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  RAZORPAY_MANDATES: variable(
    {
      what: '`true` if Razorpay has enabled recurring payments for the account: plans of up to ₹15,000 are then renewed without the customer.',
      otherwise: '`false`',
    },
    z.stringbool().optional(),
  ),
}

export interface PaymentVariables {
  RAZORPAY_KEY_ID?: string | undefined
  RAZORPAY_KEY_SECRET?: string | undefined
  RAZORPAY_WEBHOOK_SECRET?: string | undefined
  RAZORPAY_BASE_URL?: string | undefined
  RAZORPAY_MANDATES?: boolean | undefined
}

/** @returns null when none is named: nothing can be bought then. @throws Error naming what is missing */
export function paymentSettings(e: PaymentVariables): PaymentSettings | null {
  const { RAZORPAY_KEY_ID: key_id, RAZORPAY_KEY_SECRET: key_secret, RAZORPAY_WEBHOOK_SECRET: webhook_secret } = e
  if (key_id === undefined && key_secret === undefined && webhook_secret === undefined) return null
  if (key_id === undefined || key_secret === undefined || webhook_secret === undefined)
    throw new Error(
      'The configuration is not valid:\n  RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET belong together: give all three or none.',
    )
  const base_url = (e.RAZORPAY_BASE_URL ?? RAZORPAY).replace(/\/+$/, '')
  return { key_id, key_secret, webhook_secret, base_url, mandates: e.RAZORPAY_MANDATES ?? false }
}

/** Whether it is ours: only then do its pages stand in for Razorpay's checkout. */
export const isTestGateway = ({ base_url }: PaymentSettings): boolean => base_url !== RAZORPAY

/** Whether no money moves: the built-in gateway, or Razorpay with keys of its test mode. */
export const isTestMode = (settings: PaymentSettings): boolean =>
  isTestGateway(settings) || settings.key_id.startsWith('rzp_test_')
