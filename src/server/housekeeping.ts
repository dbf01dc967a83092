/** What goes on by itself beside the requests: what is swept, issued, mailed and forgotten. */
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { moveToNewestKey } from './areas/accounts/credentials/rotate.ts'
import { sweepCauses } from './areas/accounts/notifications/causes.ts'
import { sweepNoticeMail } from './areas/accounts/notifications/mail-notices.ts'
import { tidyReports } from './areas/admin/errors/tidy.ts'
import { sweepFeatured } from './areas/agents/publishing/manage.ts'
import { beat } from './areas/agents/standing/checks.ts'
import { sweepCharges } from './areas/billing/charges/sweep.ts'
import { issueInvoices } from './areas/billing/invoices/calendar.ts'
import { installedFirm } from './areas/billing/invoices/firm.ts'
import { sweepEndings } from './areas/billing/purchases/endings.ts'
import { forgetOldEvents } from './areas/platform/analytics/analytics.ts'
import { forgetOldRequests } from './areas/platform/idempotency/idempotency.ts'
import { startMailSender } from './areas/platform/mail/sender.ts'
import { sweepFiles } from './areas/runs/files/sweep.ts'
import { keepIdsNoted, sweepRetention } from './areas/runs/retention/retention.ts'
import { preparePayouts } from './areas/selling/payouts/calendar.ts'
import { watchPausedSellers } from './areas/selling/sellers/legal-identity.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
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
