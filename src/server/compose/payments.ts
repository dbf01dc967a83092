/** The payment gateways for buyers' payments and sellers' payouts. */
import type { Logger } from 'pino'
import { firmOf } from '#server/areas/billing/invoices/firm.ts'
import type { Config } from '#server/config.ts'
import { createPaymentGateway } from '#server/gateways/payments/client.ts'
import { createPayoutGateway } from '#server/gateways/payouts/razorpayx.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { personRules } from './handler-settings.ts'

interface Parts {
  config: Config
  publicUrl: string
  log: Logger
  record: RecordEvent
  settings: Settings
  brand: ReadBrand
}

export function assemblePayments({ config, publicUrl, log, record, settings, brand }: Parts) {
  const gateway = config.payments && createPaymentGateway(config.payments)
  const deps = {
    firm: firmOf(settings),
    publicUrl,
    brand,
    ...personRules(config),
    log,
    record,
    now: () => new Date(),
  }
  return { ...deps, gateway }
}

/** Whom sellers are paid through: RazorpayX, or nobody, and an admin takes a file to the bank. */
export function assemblePayouts({ config, log }: Pick<Parts, 'config' | 'log'>) {
  const gateway = config.payouts && createPayoutGateway(config.payouts)
  const deps = { log, now: () => new Date() }
  return { ...deps, gateway }
}
