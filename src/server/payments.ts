/** Whom payments are taken through, and what goes on with them beside the requests. */
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { sweepPayments } from './domain/orders/work.ts'
import { sweepRenewals } from './domain/subscriptions/renewals.ts'
import { createPaymentGateway } from './gateways/payments/client.ts'

interface Parts {
  config: Config
  db: Database
  publicUrl: string
  log: Logger
}

export function startPayments({ config, db, publicUrl, log }: Parts, onStop: (end: () => unknown) => void) {
  const gateway = config.payments && createPaymentGateway(config.payments)
  const deps = { publicUrl, brandName: config.brandName, log, now: () => new Date() }
  if (gateway && config.role !== 'web') onStop(sweepPayments({ ...deps, db, gateway }))
  if (config.role !== 'web') onStop(sweepRenewals({ ...deps, db, gateway }))
  return { ...deps, gateway }
}
