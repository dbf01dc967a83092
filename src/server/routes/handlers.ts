/** Every endpoint's handler, put together: one that is missing does not compile. */
import type { HttpPort } from '#nodes/ports.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { Database } from '#server/database/database.ts'
import type { Exports } from '#server/domain/account-data/exports.ts'
import { createMarketplace } from '#server/domain/agents/marketplace.ts'
import type { RecordEvent } from '#server/domain/analytics/record.ts'
import type { DrawPortrait } from '#server/domain/avatars/avatars.ts'
import { createCategories } from '#server/domain/categories/categories.ts'
import type { TrialRules } from '#server/domain/charges/trials.ts'
import type { ConnectParts } from '#server/domain/connects/connects.ts'
import type { Office } from '#server/domain/contact/contact.ts'
import type { CredentialParts } from '#server/domain/credentials/credentials.ts'
import type { ErrorLog } from '#server/domain/errors/errors.ts'
import { type FileDeps, removeExpired } from '#server/domain/files/files.ts'
import type { HealthChecks } from '#server/domain/health/health.ts'
import type { Meanings } from '#server/domain/meaning/meanings.ts'
import type { ModelDeps } from '#server/domain/models/model-port.ts'
import type { NoticeFeed } from '#server/domain/notifications/feed.ts'
import type { RetentionPolicy } from '#server/domain/retention/retention.ts'
import type { ReadFileFor } from '#server/domain/transfer/files.ts'
import type { WorkflowFeed } from '#server/domain/workflows/workflow-feed.ts'
import { nextRuns } from '#server/engine/schedules.ts'
import type { EventForwarder } from '#server/gateways/analytics.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { accountDataHandlers } from './account-data.ts'
import { agentReviewHandlers } from './agent-review.ts'
import { agentHandlers } from './agents.ts'
import { agreementHandlers } from './agreements.ts'
import { analyticsHandlers } from './analytics.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { accountHandlers, authHandlers } from './auth.ts'
import { avatarHandlers } from './avatars.ts'
import { benchHandlers } from './benches.ts'
import { categoryHandlers } from './categories.ts'
import { codeHandlers } from './codes.ts'
import { commentHandlers } from './comments.ts'
import { connectionHandlers } from './connections.ts'
import { connectHandlers } from './connects.ts'
import { contactHandlers } from './contact.ts'
import { couponHandlers } from './coupons.ts'
import { credentialHandlers } from './credentials.ts'
import { creditHandlers } from './credits.ts'
import { dashboardHandlers } from './dashboard.ts'
import { disputeHandlers } from './disputes.ts'
import { errorHandlers } from './error-reports.ts'
import { evaluationHandlers } from './evaluations.ts'
import { executionOwnershipHandlers } from './execution-ownership.ts'
import { executionHandlers } from './executions.ts'
import { fileHandlers } from './files.ts'
import { healthHandlers } from './health.ts'
import { hookHandlers } from './hooks.ts'
import { invoiceHandlers } from './invoices.ts'
import { ledgerHandlers } from './ledger.ts'
import { mailHookHandlers, mailHookOf } from './mail-hook.ts'
import { type McpNames, mcpHandlers } from './mcp.ts'
import { modelHandlers } from './models.ts'
import { nodeHandlers } from './nodes.ts'
import { noticeHandlers } from './notices.ts'
import { outboxHandlers } from './outbox.ts'
import { passkeyHandlers } from './passkeys.ts'
import { type PaymentDeps, paymentHandlers } from './payments.ts'
import { type PayoutDeps, payoutHandlers } from './payouts.ts'
import { platformHandlers } from './platforms.ts'
import { publishingHandlers } from './publishing.ts'
import { recoveryRunHandlers } from './recovery-runs.ts'
import { redactionHandlers } from './redactions.ts'
import { refundHandlers } from './refunds.ts'
import { reviewHandlers } from './reviews.ts'
import { roleRequestHandlers } from './role-requests.ts'
import type { RunEngine } from './run.ts'
import { runRetentionHandlers } from './run-retention.ts'
import { runSharingHandlers } from './run-sharing.ts'
import { sampleRunHandlers } from './sample-runs.ts'
import { searchAdminHandlers } from './search-admin.ts'
import { sellerProfileHandlers } from './seller-profile.ts'
import { sellerHandlers } from './sellers.ts'
import { serviceScheduleHandlers } from './service-schedules.ts'
import { serviceHandlers } from './services.ts'
import { snippetHandlers } from './snippets.ts'
import { standingHandlers } from './standing.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { testRunHandlers } from './test-runs.ts'
import { transferHandlers } from './transfer.ts'
import { triggerHandlers } from './triggers.ts'
import { twoFactorHandlers } from './two-factor.ts'
import { userManagementHandlers } from './user-management.ts'
import { userHandlers } from './users.ts'
import { vaultHandlers } from './vault.ts'
import { versionHandlers } from './versions.ts'
import { widgetHandlers } from './widgets.ts'
import { workflowEditHandlers } from './workflow-edits.ts'
import { workflowHubHandlers } from './workflow-hub.ts'
import { workflowProposalHandlers } from './workflow-proposals.ts'
import { workflowTemplateHandlers } from './workflow-templates.ts'
import { workflowHandlers } from './workflows.ts'

export interface HandlerDeps {
  db: Database
  engine: RunEngine
  files: FileDeps['files']
  documents: FileDeps['documents']
  portrait: DrawPortrait
  readFile: ReadFileFor
  /** Draws invoices. */
  paperwork: DoPaperwork
  exports: Exports
  /** How long this installation keeps runs. */
  retention: RetentionPolicy
  models: ModelDeps
  /** The vault, what opens it, and calls to the outside. */
  secrets: CredentialParts & ConnectParts & { http: HttpPort }
  identity: Pick<IdentityProvider, 'accounts' | 'ways'>
  feed: NoticeFeed
  workflowFeed: WorkflowFeed
  /** A third party that counts as well; null for none. */
  forward: EventForwarder | null
  /** Counts what happens on the server. */
  record: RecordEvent
  /** Whom payments are taken through. */
  payments: Omit<PaymentDeps, 'db'>
  /** Whom sellers are paid through. */
  payouts: PayoutDeps
  /** Where browsers reach us; empty for addresses that are paths. */
  publicUrl: string
  /** Whether a mail server is named in the configuration. */
  mailIsSetUp: boolean
  /** Whether trial runs are for proven addresses alone. */
  trialsAskProof: boolean
  /** Where mail for workflows arrives; null for nowhere. */
  mailInDomain: string | null
  /** What a provider that passes mail on signs with; null for no such provider. */
  mailInSecret: string | null
  /** Who answers the contact form. */
  office: Office
  log: ErrorLog
  health: HealthChecks
  /** What searches mean. */
  meanings: Meanings
  /** How soon a change of the marketplace is noticed, in ms; 0 asks the database every time. */
  fresh_ms: number
  /** How long a caller of a webhook waits for the result, in ms. */
  hook_wait_ms: number
  /** How long a tool of MCP waits for a run, in ms. */
  mcp_wait_ms: number
}

/** Accounts, and what they hold. */
const ofAccounts = (deps: HandlerDeps) => {
  const { db, secrets } = deps
  return {
    ...userHandlers(db),
    ...authHandlers(db),
    ...accountHandlers(deps.identity),
    ...connectionHandlers(deps.identity),
    ...connectHandlers(db, secrets),
    ...credentialHandlers(db, secrets),
    ...vaultHandlers({ db, ring: secrets.ring }),
    ...twoFactorHandlers(deps.identity),
    ...passkeyHandlers(deps.identity),
    ...avatarHandlers(deps),
    ...apiKeyHandlers(db),
    ...accountDataHandlers(deps),
    ...runRetentionHandlers(deps),
    ...executionOwnershipHandlers({ db, removeBytes: () => removeBytes(deps) }),
  }
}

/** What is paid, by whom and to whom. */
const ofMoney = ({ db, files, secrets, paperwork, payments, payouts }: HandlerDeps, trials: TrialRules) => ({
  ...sellerProfileHandlers({ db, ring: secrets.ring }),
  ...payoutHandlers({ ...payouts, db, ring: secrets.ring }),
  ...ledgerHandlers({ db }),
  ...invoiceHandlers({ db, paperwork: paperwork }),
  ...couponHandlers(db, trials),
  ...paymentHandlers({ db, ...payments, askProof: trials.askProof }),
  ...refundHandlers({ db, ...payments }),
  ...disputeHandlers({ db, files, paperwork, ...payments }),
  ...creditHandlers({ db, trials }),
  ...subscriptionHandlers(db, trials.askProof),
})

export function createHandlers(deps: HandlerDeps): Handlers {
  const handlers = endpointHandlers(deps)
  return { ...handlers, ...mcpHandlers({ handlers, publicUrl: deps.publicUrl, wait_ms: deps.mcp_wait_ms }) }
}

/** What the periodic jobs would remove from the disk, now: deleted content must not wait for them. */
async function removeBytes({ db, files, exports, log }: HandlerDeps): Promise<void> {
  try {
    await removeExpired({ db, files })
    await exports.tidy()
  } catch (err) {
    log.warn({ err }, 'deleted content is still on the disk; the next periodic removal takes it')
  }
}

function endpointHandlers(deps: HandlerDeps): Omit<Handlers, McpNames> {
  const { db, engine, files, documents, secrets, fresh_ms, record } = deps
  const marketplace = createMarketplace(db, { fresh_ms, meanings: deps.meanings })
  const categories = createCategories(db, { fresh_ms })
  const trials = { secret: secrets.secret, askProof: deps.trialsAskProof }
  return {
    ...healthHandlers(deps.health),
    ...ofAccounts(deps),
    ...ofMoney(deps, trials),
    ...agentHandlers({ marketplace }),
    ...agreementHandlers(db),
    ...publishingHandlers({ db, engine, files, record }),
    ...sampleRunHandlers({ db, files, documents, marketplace }),
    ...standingHandlers({ db, marketplace }),
    ...agentReviewHandlers({ db, marketplace, engine, log: deps.log }),
    ...searchAdminHandlers({ db, marketplace, meanings: deps.meanings }),
    ...evaluationHandlers({ db, engine, models: deps.models }),
    ...benchHandlers({ ...deps, trials, tidy: () => deps.exports.tidy(), log: deps.log }),
    ...reviewHandlers({ db, marketplace, askProof: trials.askProof }),
    ...sellerHandlers({ db, marketplace }),
    ...categoryHandlers({ categories }),
    ...dashboardHandlers({ db }),
    ...commentHandlers({ db }),
    ...snippetHandlers(deps),
    ...versionHandlers({ db, mail_domain: deps.mailInDomain }),
    ...testRunHandlers(deps),
    ...workflowHandlers({ db, engine, models: deps.models }),
    ...workflowHubHandlers({ db }),
    ...workflowTemplateHandlers({ db }),
    ...workflowProposalHandlers(deps.models),
    ...workflowEditHandlers({ db, engine, log: deps.log, feed: deps.workflowFeed, askProof: trials.askProof }),
    ...transferHandlers({ db, marketplace, http: secrets.http, record, readFile: deps.readFile }),
    ...executionHandlers({ db, engine, models: deps.models }),
    ...runSharingHandlers({ db }),
    ...recoveryRunHandlers({ db, engine, models: deps.models, log: deps.log }),
    ...serviceHandlers({ db }),
    ...serviceScheduleHandlers({ db, nextRuns }),
    ...widgetHandlers({ db, engine, files, models: deps.models, trials }),
    ...codeHandlers(db),
    ...redactionHandlers(deps),
    ...fileHandlers({ db, files, documents }),
    ...modelHandlers(deps.models),
    ...nodeHandlers(deps.models),
    ...noticeHandlers(deps),
    ...analyticsHandlers({ db, forward: deps.forward }),
    ...roleRequestHandlers(db),
    ...userManagementHandlers(deps),
    ...outboxHandlers({ db, setUp: deps.mailIsSetUp }),
    ...contactHandlers({ db, office: deps.office }),
    ...errorHandlers({ db, log: deps.log }),
    ...platformHandlers({ db, engineIsUp: deps.health.engineIsUp }),
    ...hookHandlers({
      db,
      engine,
      files,
      models: deps.models,
      open: secrets.vault.open,
      ...(fresh_ms === 0 && { fresh_ms }),
      wait_ms: deps.hook_wait_ms,
    }),
    ...mailHookHandlers({ db, files, engine, settings: mailHookOf(deps) }),
    ...triggerHandlers({ db, engine, files, nextRuns, secrets, mail_domain: deps.mailInDomain }),
  }
}
