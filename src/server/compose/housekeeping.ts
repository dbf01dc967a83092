/** What goes on by itself beside the requests: what is swept, issued, mailed and forgotten. */
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { sweepNoticeMail } from '#server/areas/accounts/notifications/mail-notices.ts'
import { watchPausedSellers } from '#server/areas/accounts/seller-profiles/legal-identity.ts'
import { tidyReports } from '#server/areas/admin/errors/tidy.ts'
import { moveToNewestKey } from '#server/areas/admin/vault/rotate.ts'
import { sweepCharges } from '#server/areas/billing/charges/sweep.ts'
import { issueInvoices } from '#server/areas/billing/invoices/calendar.ts'
import { installedFirm } from '#server/areas/billing/invoices/firm.ts'
import { preparePayouts } from '#server/areas/billing/payouts/calendar.ts'
import { sweepEndings } from '#server/areas/billing/purchases/endings.ts'
import { holdsTestMoneyAlone } from '#server/areas/billing/test-money/test-money.ts'
import { forgetOldEvents } from '#server/areas/platform/analytics/analytics.ts'
import { sweepFiles } from '#server/areas/runs/files/sweep.ts'
import { sweepCauses } from '#server/areas/runs/notices/causes.ts'
import { keepIdsNoted, sweepRetention } from '#server/areas/runs/retention/retention.ts'
import { sweepFeatured } from '#server/areas/selling/publishing/manage.ts'
import { beat } from '#server/areas/selling/standing/checks.ts'
import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/gateways/files.ts'
import { createMailGateway } from '#server/gateways/mail.ts'
import { isTestMode } from '#server/gateways/payments/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { forgetOldRequests } from '#server/platform/idempotency/idempotency.ts'
import { startMailSender } from '#server/platform/mail/sender.ts'

/** @returns what stops each */
export function housekeeping(
  config: Config,
  { db, files, log, publicUrl }: { db: Database; files: FileStore; log: Logger; publicUrl: string },
): (() => unknown)[] {
  const gateway = config.mail && createMailGateway(config.mail, config.brandName)
  // Where no gateway is set up that says so, the books do.
  const isTest = () => (config.payments ? isTestMode(config.payments) : holdsTestMoneyAlone(db))
  return [
    sweepFiles({ db, files }, log),
    sweepCauses(db, log),
    forgetOldEvents(db, log),
    sweepNoticeMail({ db, publicUrl, brandName: config.brandName, log }),
    tidyReports(db, log),
    forgetOldRequests(db, log),
    preparePayouts(db, log),
    issueInvoices(db, { firm: installedFirm, isTest }, log),
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
