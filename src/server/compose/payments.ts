/** Whom payments are taken through, and whom sellers are paid through. */
import type { Logger } from 'pino'
import { installedFirm } from '#server/areas/billing/invoices/firm.ts'
import type { Config } from '#server/config.ts'
import { createPaymentGateway } from '#server/gateways/payments/client.ts'
import { createPayoutGateway } from '#server/gateways/payouts/razorpayx.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import { personRules } from './handler-settings.ts'

interface Parts {
  config: Config
  publicUrl: string
  log: Logger
  record: RecordEvent
}

export function assemblePayments({ config, publicUrl, log, record }: Parts) {
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
  return { ...deps, gateway }
}

/** Whom sellers are paid through: RazorpayX, or nobody, and an admin takes a file to the bank. */
export function assemblePayouts({ config, log }: Pick<Parts, 'config' | 'log'>) {
  const gateway = config.payouts && createPayoutGateway(config.payouts)
  const deps = { log, now: () => new Date() }
  return { ...deps, gateway }
}
