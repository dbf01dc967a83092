/** Background jobs: sweeping, invoicing, mailing and deleting. */
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { scheduleNoticeMail } from '#server/areas/accounts/notifications/mail-notices.ts'
import { schedulePausedSellerNotices } from '#server/areas/accounts/seller-profiles/legal-identity.ts'
import { scheduleErrorReportCleanup } from '#server/areas/admin/errors/tidy.ts'
import { moveToNewestKey } from '#server/areas/admin/vault/rotate.ts'
import { scheduleChargeSweep } from '#server/areas/billing/charges/sweep.ts'
import { issueInvoices } from '#server/areas/billing/invoices/calendar.ts'
import { installedFirm } from '#server/areas/billing/invoices/firm.ts'
import { scheduleMonthlyPayouts } from '#server/areas/billing/payouts/calendar.ts'
import { schedulePurchaseEndings } from '#server/areas/billing/purchases/purchase-endings.ts'
import { holdsTestMoneyAlone } from '#server/areas/billing/test-money/test-money.ts'
import { forgetOldEvents } from '#server/areas/platform/analytics/analytics.ts'
import { scheduleFileCleanup } from '#server/areas/runs/files/sweep.ts'
import { scheduleNotices } from '#server/areas/runs/notices/notice-causes.ts'
import { scheduleIdIndexing, scheduleRetention } from '#server/areas/runs/retention/retention.ts'
import { scheduleUptimeRecording } from '#server/areas/selling/agent-health/checks.ts'
import { scheduleFeaturedExpiry } from '#server/areas/selling/publishing/manage-listings.ts'
import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/gateways/files.ts'
import { createMailGateway } from '#server/gateways/mail.ts'
import { isTestMode } from '#server/gateways/payments/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { forgetOldRequests } from '#server/platform/idempotency/idempotency.ts'
import { startMailSender } from '#server/platform/mail/sender.ts'

/** @returns what stops each */
export function startHousekeeping(
  config: Config,
  { db, files, log, publicUrl }: { db: Database; files: FileStore; log: Logger; publicUrl: string },
): (() => unknown)[] {
  const gateway = config.mail && createMailGateway(config.mail, config.brandName)
  // Where no gateway is set up that says so, the books do.
  const isTest = () => (config.payments ? isTestMode(config.payments) : holdsTestMoneyAlone(db))
  return [
    scheduleFileCleanup({ db, files }, log),
    scheduleNotices(db, log),
    forgetOldEvents(db, log),
    scheduleNoticeMail({ db, publicUrl, brandName: config.brandName, log }),
    scheduleErrorReportCleanup(db, log),
    forgetOldRequests(db, log),
    scheduleMonthlyPayouts(db, log),
    issueInvoices(db, { firm: installedFirm, isTest }, log),
    scheduleRetention(db, config.retention, log),
    scheduleIdIndexing(db, log),
    moveToNewestKey(db, config.vaultKeys, log),
    scheduleChargeSweep(db, log),
    schedulePurchaseEndings(db, log),
    scheduleFeaturedExpiry(db, log),
    schedulePausedSellerNotices(db, log),
    scheduleUptimeRecording(db, log),
    startMailSender({ db, gateway, log, readFile: async (id) => buffer(await files.stream(id)) }),
  ]
}
