/** What everything that takes or gives money back works with. */

import { AppError } from '#contract/core/errors.ts'
import type { PersonRules } from '#server/areas/accounts/accounts.ts'
import type { Firm } from '#server/areas/billing/invoices/firm.ts'
import type { PaymentGateway } from '#server/gateways/payments/client.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { hasCode } from '#shared/errors.ts'

export interface Paying extends PersonRules {
  db: Database
  gateway: PaymentGateway
  /** Who invoices what is paid. */
  firm: Firm
  /** Where the links of mails lead; without a trailing slash. */
  publicUrl: string
  brand: ReadBrand
  log: WarningLog
  /** Counts what was paid and what failed. */
  record: RecordEvent
  now(): Date
}

/** Null where no gateway is set up. */
export type PaymentDeps = Omit<Paying, 'gateway'> & { gateway: Paying['gateway'] | null; db: Database }

/** Nothing can be bought where no gateway is set up. @throws gateway_unavailable */
export function requireGateway<Deps extends { gateway: PaymentGateway | null }>(
  deps: Deps,
): Deps & { gateway: PaymentGateway } {
  const { gateway } = deps
  if (!gateway) throw new AppError('gateway_unavailable', { message: 'Payments aren’t set up on this installation.' })
  return { ...deps, gateway }
}

/** Whether a payment can be taken: real money only once the firm can invoice it. */
export const canTakePayments = ({ gateway, firm }: { gateway: PaymentGateway | null; firm: Firm }): boolean =>
  gateway !== null && (gateway.test_mode || firm.missing.length === 0)

/** @throws payments_unavailable */
export function checkTakesPayments(deps: Pick<Paying, 'gateway' | 'firm'>): void {
  if (!canTakePayments(deps)) throw new AppError('payments_unavailable')
}

/** The gateway answered and said no; anything else it throws means that nobody knows. */
export const isRefusal = (error: unknown): error is Error => hasCode(error, 'gateway_refused')

export const isUnreachable = (error: unknown): boolean => hasCode(error, 'gateway_unreachable')

/** @throws gateway_unavailable, payment_refused in the gateway's words */
export async function callGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) throw new AppError('payment_refused', { message: error.message, cause: error })
    if (isUnreachable(error)) throw new AppError('gateway_unavailable', { cause: error })
    throw error
  }
}
