/** The payment gateways, and the background jobs of payments. */
import type { Logger } from 'pino'
import { installedFirm } from '#server/areas/billing/invoices/firm.ts'
import { schedulePaymentWork } from '#server/areas/billing/payments/payment-jobs.ts'
import { schedulePayoutTransfers } from '#server/areas/billing/payouts/send.ts'
import { scheduleRenewals } from '#server/areas/billing/renewals/renewals.ts'
import type { Config } from '#server/config.ts'
import { createPaymentGateway } from '#server/gateways/payments/client.ts'
import { createPayoutGateway } from '#server/gateways/payouts/razorpayx.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Database } from '#server/platform/database/database.ts'
import { personRules } from './handler-settings.ts'

interface Parts {
  config: Config
  db: Database
  publicUrl: string
  log: Logger
  record: RecordEvent
}

export function startPayments({ config, db, publicUrl, log, record }: Parts, onStop: (end: () => unknown) => void) {
  const gateway = config.payments && createPaymentGateway(config.payments)
  const deps = {
    firm: installedFirm,
    publicUrl,
    brandName: config.brandName,
    ...personRules(config),
    log,
    record,
    now: () => new Date(),
  }
  if (gateway && config.role !== 'web') onStop(schedulePaymentWork({ ...deps, db, gateway }))
  if (config.role !== 'web') onStop(scheduleRenewals({ ...deps, db, gateway }))
  return { ...deps, gateway }
}

/** Whom sellers are paid through: RazorpayX, or nobody, and an admin takes a file to the bank. */
export function startPayouts(
  { config, db, log }: Omit<Parts, 'publicUrl' | 'record'>,
  onStop: (end: () => unknown) => void,
) {
  const gateway = config.payouts && createPayoutGateway(config.payouts)
  const deps = { log, now: () => new Date() }
  if (gateway && config.role !== 'web')
    onStop(schedulePayoutTransfers({ ...deps, db, gateway, ring: config.vaultKeys }))
  return { ...deps, gateway }
}
