/** What goes on by itself beside the requests: what is swept, issued, mailed and forgotten. */
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { forgetOldEvents } from './domain/analytics/analytics.ts'
import { sweepCharges } from './domain/charges/sweep.ts'
import { moveToNewestKey } from './domain/credentials/rotate.ts'
import { tidyReports } from './domain/errors/tidy.ts'
import { sweepFiles } from './domain/files/sweep.ts'
import { forgetOldRequests } from './domain/idempotency/idempotency.ts'
import { issueInvoices } from './domain/invoices/calendar.ts'
import { installedFirm } from './domain/invoices/firm.ts'
import { startMailSender } from './domain/mail/sender.ts'
import { sweepCauses } from './domain/notifications/causes.ts'
import { sweepNoticeMail } from './domain/notifications/mail-notices.ts'
import { preparePayouts } from './domain/payouts/calendar.ts'
import { sweepFeatured } from './domain/publishing/manage.ts'
import { sweepEndings } from './domain/purchases/endings.ts'
import { keepIdsNoted, sweepRetention } from './domain/retention/retention.ts'
import { watchPausedSellers } from './domain/sellers/legal-identity.ts'
import { beat } from './domain/standing/checks.ts'
import type { FileStore } from './gateways/files.ts'
import { createMailGateway } from './gateways/mail.ts'
import { isTestMode } from './gateways/payments/settings.ts'

/** @returns what stops each */
export function housekeeping(
  config: Config,
  { db, files, log, publicUrl }: { db: Database; files: FileStore; log: Logger; publicUrl: string },
): (() => unknown)[] {
  const gateway = config.mail && createMailGateway(config.mail, config.brandName)
  return [
    sweepFiles({ db, files }, log),
    sweepCauses(db, log),
    forgetOldEvents(db, log),
    sweepNoticeMail({ db, publicUrl, brandName: config.brandName, log }),
    tidyReports(db, log),
    forgetOldRequests(db, log),
    preparePayouts(db, log),
    issueInvoices(db, { firm: installedFirm, test: config.payments && isTestMode(config.payments) }, log),
    sweepRetention(db, config.retention, log),
    keepIdsNoted(db, log),
    moveToNewestKey(db, config.vaultKeys, log),
    sweepCharges(db, log),
    sweepEndings(db, log),
    sweepFeatured(db, log),
    watchPausedSellers(db, log),
    beat(db, log),
    startMailSender({ db, gateway, log, readFile: async (id) => buffer(await files.stream(id)) }),
  ]
}
