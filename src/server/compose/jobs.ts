/** What each periodic job does. How often, and on which processes, is in the table of jobs (`platform/jobs/jobs.ts`). */
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ModelPort } from '#nodes/model-port.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import { deleteExpiredAssistants } from '#server/areas/accounts/assistants/assistants.ts'
import { queueDueNoticeMail } from '#server/areas/accounts/notifications/mail-notices.ts'
import { notifyPausedSellers } from '#server/areas/accounts/seller-profiles/legal-identity.ts'
import { recheckDomains } from '#server/areas/accounts/sign-on/domains.ts'
import { endOverdueViews } from '#server/areas/accounts/support-views/support-views.ts'
import { checkAuditLog, sealAuditLog } from '#server/areas/admin/audit/chain.ts'
import { deleteOldErrorReports } from '#server/areas/admin/errors/tidy.ts'
import { continueRunStops } from '#server/areas/admin/run-stops/run-stops.ts'
import { measureListings } from '#server/areas/agents/agents/measure-listings.ts'
import { embedAllListings } from '#server/areas/agents/embeddings/embed-listings.ts'
import { acceptOverdue, remindOfAcceptance } from '#server/areas/billing/acceptance/acceptance.ts'
import type { BillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { releaseChargesAndEarnings } from '#server/areas/billing/charges/sweep.ts'
import { createInvoiceIssuing } from '#server/areas/billing/invoices/calendar.ts'
import { createPaymentJob } from '#server/areas/billing/payments/payment-jobs.ts'
import { prepareMonthlyRun } from '#server/areas/billing/payouts/payouts.ts'
import { createPayoutJob } from '#server/areas/billing/payouts/send.ts'
import { notifyEndings } from '#server/areas/billing/purchases/purchase-endings.ts'
import { runRenewals } from '#server/areas/billing/renewals/renewals.ts'
import { holdsTestMoneyAlone } from '#server/areas/billing/test-money/test-money.ts'
import { deleteOldAppCalls } from '#server/areas/connectors/actions/old-calls.ts'
import type { TriggerPort } from '#server/areas/connectors/triggers/trigger-port.ts'
import { type IndexingParts, indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import { readSites } from '#server/areas/knowledge/sites/read-sites.ts'
import type { SiteParts } from '#server/areas/knowledge/sites/turn.ts'
import { syncSources } from '#server/areas/knowledge/sources/sync-sources.ts'
import type { SyncParts } from '#server/areas/knowledge/sources/turn.ts'
import { finishDeletions } from '#server/areas/platform/account-data/deletion.ts'
import type { Exports } from '#server/areas/platform/account-data/exports.ts'
import { deleteOldEvents } from '#server/areas/platform/analytics/analytics.ts'
import { countFigures } from '#server/areas/platform/analytics/counting.ts'
import { readClock } from '#server/areas/platform/analytics/progress.store.ts'
import { makeDueBackup, type ScheduledBackups } from '#server/areas/platform/backup/scheduled.ts'
import { createSampling } from '#server/areas/platform/metrics/samples.ts'
import { continueAccountWaits } from '#server/areas/runs/account-waits/account-waits.ts'
import { advanceAppTriggers } from '#server/areas/runs/app-triggers/advance.ts'
import { createItemJob } from '#server/areas/runs/app-triggers/start-items.ts'
import { syncAppTriggers } from '#server/areas/runs/app-triggers/sync.ts'
import { conversationDeps } from '#server/areas/runs/conversations/read-answers.ts'
import { createTurnJob } from '#server/areas/runs/conversations/start-turn.ts'
import { enforceDataPolicies } from '#server/areas/runs/data-policy/enforce.ts'
import { stopForbidden } from '#server/areas/runs/executions/stop-runs.ts'
import { deleteExpiredFiles } from '#server/areas/runs/files/sweep.ts'
import { collectNotices } from '#server/areas/runs/notices/notice-causes.ts'
import { createRecordSigner } from '#server/areas/runs/record-keeping/chain.ts'
import { createRunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import { createRecoveryJob } from '#server/areas/runs/recovery/recovery-jobs.ts'
import { enforceRetention, indexRunIds } from '#server/areas/runs/retention/retention.ts'
import { deleteUnusedUploads } from '#server/areas/runs/retention/unused-uploads.ts'
import { escalateReviews } from '#server/areas/runs/review-queue/escalation.ts'
import { deleteOldUnread } from '#server/areas/runs/review-queue/unread.store.ts'
import { readUnread } from '#server/areas/runs/review-queue/unread.ts'
import { createTableTriggerJob } from '#server/areas/runs/table-triggers/start-changes.ts'
import { createFailureTriggerJob } from '#server/areas/runs/triggers/failures.ts'
import { checkListings, recordUptime } from '#server/areas/selling/agent-health/checks.ts'
import { runHouseSamples } from '#server/areas/selling/agent-health/house-samples.ts'
import { endFeaturedListings } from '#server/areas/selling/publishing/manage-listings.ts'
import { deliverApprovals } from '#server/areas/services/approval-bots/deliver.ts'
import type { ApprovalKinds } from '#server/areas/services/approval-bots/kind.ts'
import { deleteOldApprovals } from '#server/areas/services/approval-bots/old-approvals.ts'
import { advanceBatches } from '#server/areas/services/batches/advance.ts'
import { sendCallbacks } from '#server/areas/services/batches/callbacks.ts'
import { purgeBenches } from '#server/areas/services/benches/purge.ts'
import { advanceChannels } from '#server/areas/services/channels/answer-messages.ts'
import { collectMessages } from '#server/areas/services/channels/collect-messages.ts'
import type { ChannelKinds } from '#server/areas/services/channels/kind/kind.ts'
import { deleteOldChannelMessages } from '#server/areas/services/channels/old-messages.ts'
import { sendOutgoing } from '#server/areas/services/channels/send-messages.ts'
import { deleteOldChats } from '#server/areas/services/chats/old-chats.ts'
import { deleteOldDeliveries } from '#server/areas/services/hooks/hooks.store.ts'
import { takeBackChats } from '#server/areas/services/inbox/take-back.ts'
import type { ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import type { Config } from '#server/config.ts'
import type { EngineOptions } from '#server/engine/assemble.ts'
import type { Engine } from '#server/engine/engine.ts'
import { nextRun } from '#server/engine/schedules.ts'
import type { FileStore } from '#server/gateways/files.ts'
import { createMailGateway } from '#server/gateways/mail.ts'
import { isTestMode } from '#server/gateways/payments/settings.ts'
import { createPublicFiles } from '#server/gateways/public-files.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteOldIdempotencyKeys } from '#server/platform/idempotency/idempotency.ts'
import { inTurn, withLease } from '#server/platform/jobs/job-lease.ts'
import { JOBS, type Job, type JobName } from '#server/platform/jobs/jobs.ts'
import { type JobWork, startJob } from '#server/platform/jobs/periodic-job.ts'
import { deleteOldMail, indexMails, type SenderOptions, sendDue } from '#server/platform/mail/sender.ts'
import { securityEvents } from '#server/platform/metrics/meters.ts'
import { mailBrandReader, type ReadBrand } from '#server/platform/settings/brand.ts'
import { turnsOfChannels } from './chat-turns.ts'
import { personRules } from './handler-settings.ts'
import type { Measuring } from './metrics.ts'
import type { assemblePayments, assemblePayouts } from './payments.ts'
import type { SignOnParts } from './sign-on.ts'

const STOP_MS = 5_000

export interface JobParts {
  config: Config
  db: Database
  engine: Engine
  files: FileStore
  exports: Exports
  /** What scheduled backups need; null: none are made. */
  backups: ScheduledBackups | null
  models: ModelDeps
  /** Triggers of apps, and channels. */
  connectors: { triggers: TriggerPort; ring: KeyRing; channels: ChannelKinds; approvalKinds: ApprovalKinds }
  ports: EngineOptions['ports'] & { model: ModelPort }
  billingGate: BillingGate
  payments: ReturnType<typeof assemblePayments>
  payouts: ReturnType<typeof assemblePayouts>
  /** What documents of knowledge are indexed with, sites read and sources synced. */
  knowledge: { indexing: IndexingParts; sites: SiteParts; sources: SyncParts }
  /** In a process that ends soon after, because listings change rarely. */
  embed: EmbedPort
  /** How proofs of domains are looked up. */
  signOn: Pick<SignOnParts, 'lookUpTxt'>
  measuring: Pick<Measuring, 'metrics' | 'counts'>
  /** Where the pages and the documents of samples are. */
  webRoot: string
  publicUrl: string
  brand: ReadBrand
  log: Logger
}

/** Null is a job that this installation has no use for. */
type WorkOfJobs = Record<JobName, JobWork | null>

/** Payments, what follows from them, and what sellers get. */
function billingJobs({ config, db, payments, payouts, log }: JobParts) {
  const { gateway } = payments
  // Where no gateway is set up that says so, the books do.
  const records = createRunRecords(createRecordSigner(config.vaultKeys))
  const isTest = () => (config.payments ? isTestMode(config.payments) : holdsTestMoneyAlone(db))
  return {
    'issue-invoices': createInvoiceIssuing(db, { firm: payments.firm, isTest }, log),
    'accept-overdue-results': () => acceptOverdue(db, records.catchUp),
    'remind-of-acceptance': () => remindOfAcceptance(db),
    'release-charges-and-earnings': () => releaseChargesAndEarnings(db),
    'announce-purchase-endings': () => notifyEndings(db, new Date()),
    'prepare-monthly-payouts': () => prepareMonthlyRun(db),
    'process-payments': gateway && createPaymentJob({ ...payments, db, gateway }),
    'renew-subscriptions': () => runRenewals({ ...payments, db, gateway }),
    'send-payouts':
      payouts.gateway && createPayoutJob({ ...payouts, db, gateway: payouts.gateway, ring: config.vaultKeys }),
  } satisfies Partial<WorkOfJobs>
}

/** What makes room: nothing is kept longer than it may be, or than it is needed. */
const deletionJobs = ({ config, db, engine, files, exports, log }: JobParts) =>
  ({
    'delete-expired-files': () => deleteExpiredFiles({ db, files, tidy: () => exports.tidy() }),
    'delete-expired-assistants': () => deleteExpiredAssistants(db),
    'delete-old-channel-messages': async () => {
      await deleteOldChannelMessages(db)
      await deleteOldApprovals(db)
    },
    'delete-old-chats': () => deleteOldChats(db),
    'delete-old-hook-deliveries': () => deleteOldDeliveries(db),
    'delete-old-app-calls': () => deleteOldAppCalls(db),
    'delete-old-analytics-events': () => deleteOldEvents(db),
    'delete-old-error-reports': () => deleteOldErrorReports(db),
    'delete-old-idempotency-keys': () => deleteOldIdempotencyKeys(db),
    'delete-old-mail': () => deleteOldMail(db),
    'delete-old-runs': async () => {
      await enforceRetention(db, config.retention)
      await enforceDataPolicies(db)
      await deleteOldUnread(db)
    },
    'delete-unused-uploads': (signal) => deleteUnusedUploads({ db, files }, config.keptUploadsDays, signal),
    'finish-account-deletions': () => finishDeletions({ db, engine, files, tidy: () => exports.tidy(), log }),
    'index-mails': (signal) => indexMails(db, signal),
    'index-run-ids': (signal) => indexRunIds(db, signal),
  }) satisfies Partial<WorkOfJobs>

/** Notices, and mail. */
function messageJobs({ config, brand, db, files, publicUrl, log }: JobParts) {
  const gateway = config.mail && createMailGateway(config.mail, mailBrandReader(db, brand))
  const mail: SenderOptions = { db, gateway, log, readFile: async (id) => buffer(await files.stream(id)) }
  return {
    'write-notices': () => collectNotices(db),
    'queue-notice-mail': () => queueDueNoticeMail({ db, publicUrl, brand }),
    'send-mail': (signal) => sendDue(mail, signal),
    'notify-paused-sellers': () => notifyPausedSellers(db),
  } satisfies Partial<WorkOfJobs>
}

/** What begins or continues runs. */
function runJobs({
  db,
  engine,
  models,
  files,
  ports,
  billingGate,
  exports,
  connectors: { triggers, ring, channels: kinds, approvalKinds },
  publicUrl,
  config,
  log,
}: JobParts) {
  const start = (request: Parameters<Engine['start']>[0]) => engine.start(request)
  const channels = {
    ...conversationDeps({ db, engine }),
    ...{ db, start, models, billingGate, channels: kinds, ring, log, files: ports.files },
  }
  const benches = { db, engine, files, model: ports.model, billingGate, tidy: () => exports.tidy(), log }
  return {
    'advance-benches': () => purgeBenches(benches),
    'advance-batches': (signal) => advanceBatches({ db, engine, models, billingGate, log }, signal),
    'send-batch-callbacks': (signal) => sendCallbacks({ db, ring, http: ports.http }, signal),
    'read-results': (signal) => readUnread(db, (key) => engine.openOutput(key), signal),
    'continue-account-waits': () => continueAccountWaits(db, (id) => engine.resolveWait(id, { type: 'account' }, null)),
    'start-left-messages': createTurnJob(db, turnsOfChannels({ db, engine, models, billingGate }), log),
    'take-back-chats': () => takeBackChats(db),
    'escalate-reviews': () => escalateReviews(db),
    'answer-channel-messages': (signal) => advanceChannels(channels, signal),
    'collect-channel-messages': (signal) => collectMessages({ db, channels: kinds, ring }, signal),
    'send-channel-messages': (signal) => sendOutgoing(channels, signal),
    'send-approval-messages': (signal) => deliverApprovals({ db, approvalKinds, ring, publicUrl }, signal),
    'resume-recoveries': createRecoveryJob({ db, engine, models, log }),
    'start-failure-triggers': createFailureTriggerJob(db, (request) => engine.start(request), log),
    'start-app-triggers': createItemJob(db, (request) => engine.start(request), log),
    'start-table-triggers': createTableTriggerJob({ db, askProof: personRules(config).askProof, start, log }),
    'sync-app-triggers': () => syncAppTriggers(db, triggers, ring),
    'poll-app-triggers': (signal) => advanceAppTriggers({ db, triggers, ring, publicUrl, nextRun, log }, signal),
    'stop-forbidden-runs': () => stopForbidden(db, { engine, log }),
    'stop-many-runs': () => withLease(db, 'stop-many-runs', (isOurs) => continueRunStops(db, { engine, log }, isOurs)),
  } satisfies Partial<WorkOfJobs>
}

/** What the marketplace shows, and what searches read. */
function listingJobs({ db, engine, ports, knowledge, embed, webRoot, log }: JobParts) {
  const samples = { db, engine, files: ports.files, readPublic: createPublicFiles(webRoot), log }
  return {
    'index-knowledge': (signal) => indexWaiting(knowledge.indexing, signal),
    'read-knowledge-sites': (signal) => readSites(knowledge.sites, signal),
    'sync-knowledge-sources': (signal) => syncSources(knowledge.sources, signal),
    'embed-listings': (signal) => embedAllListings(db, embed, signal),
    'measure-listings': () => measureListings(db),
    'end-featured-listings': () => endFeaturedListings(db),
    'run-house-samples': (signal) => runHouseSamples(samples, signal),
    'check-listings': (signal) => checkListings(samples, signal),
  } satisfies Partial<WorkOfJobs>
}

/** What ends on its own is a security event as well: no request tells of it. */
const createEndingOfViews =
  ({ db, log }: Pick<JobParts, 'db' | 'log'>) =>
  async () => {
    for (const { admin_id, person_id, ended_because } of await endOverdueViews(db)) {
      securityEvents.inc({ event: 'impersonation_ended' })
      const event = { type: 'security', event: 'impersonation_ended', because: ended_because }
      log.warn({ ...event, caller_id: admin_id, target_id: person_id })
    }
  }

const makesBackups =
  (backups: ScheduledBackups): JobWork =>
  (signal) =>
    makeDueBackup(backups, signal)

const workOf = (parts: JobParts): WorkOfJobs => ({
  ...billingJobs(parts),
  ...deletionJobs(parts),
  ...messageJobs(parts),
  ...runJobs(parts),
  ...listingJobs(parts),
  'count-figures': (signal) => countFigures(parts.db, { signal, readClock }),
  'check-domains': () => recheckDomains({ db: parts.db, brand: parts.brand, ...parts.signOn }),
  'make-data-exports': (signal) => parts.exports.prepareWaiting(signal),
  'make-backups': parts.backups && makesBackups(parts.backups),
  'record-uptime': () => recordUptime(parts.db),
  'store-samples': createSampling({ db: parts.db, ...parts.measuring }),
  'end-support-views': createEndingOfViews(parts),
  'seal-audit-log': () => sealAuditLog(parts.db, parts.log),
  'check-audit-log': () => checkAuditLog(parts.db, parts.log),
})

/** @returns the work of a turn, which does nothing while another process does it, where one of them does */
export function elect(db: Database, name: JobName, work: JobWork): JobWork {
  const { by, every_ms }: Job = JOBS[name]
  if (by === 'each process') return work
  return (signal) => inTurn(db, { job: name, every_ms, signal }, work)
}

/**
 * Starts the jobs of this process.
 * @returns stops them all, and waits for what is under way, but not so long that no time is left for the runs: what a job has begun is
 * done again or taken up by another process
 */
export function startJobs(parts: JobParts): () => Promise<void> {
  const { db, log, config } = parts
  const stops = Object.entries(workOf(parts)).flatMap(([name, work]) => {
    const job: Job = JOBS[name as JobName]
    const isElsewhere = job.on === 'workers' && config.role === 'web'
    return work === null || isElsewhere ? [] : [startJob(name as JobName, elect(db, name as JobName, work), log)]
  })
  return async () => {
    const ended = Promise.all(stops.map((stop) => stop()))
    await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })])
  }
}
