/** Every endpoint's handler, put together: one that is missing does not compile. */

import type { UserId } from '#contract/core/primitives.ts'
import { nextRuns } from '#server/engine/schedules.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { apiKeyHandlers } from './accounts/api-keys/routes.ts'
import { type AssistantNames, assistantHandlers } from './accounts/assistants/routes.ts'
import { credentialHandlers } from './accounts/credentials/routes.ts'
import { domainJoiningHandlers } from './accounts/domain-joining/domain-joining.routes.ts'
import { invitationHandlers } from './accounts/invitations/invitations.routes.ts'
import { noticeHandlers } from './accounts/notifications/notices.routes.ts'
import { oauthCallbackHandlers } from './accounts/oauth-callbacks/routes.ts'
import { provisioningHandlers } from './accounts/provisioning/provisioning.routes.ts'
import { sellerProfileHandlers } from './accounts/seller-profiles/seller-profile.routes.ts'
import { accountHandlers, authHandlers } from './accounts/sign-in/auth.routes.ts'
import { connectionHandlers } from './accounts/sign-in/connections.routes.ts'
import { passkeyHandlers } from './accounts/sign-in/passkeys.routes.ts'
import { twoFactorHandlers } from './accounts/sign-in/two-factor.routes.ts'
import { signOnHandlers } from './accounts/sign-on/sign-on.routes.ts'
import { supportViewHandlers } from './accounts/support-views/routes.ts'
import { roleRequestHandlers } from './accounts/user-management/role-requests.routes.ts'
import { userManagementHandlers } from './accounts/user-management/user-management.routes.ts'
import { avatarHandlers } from './accounts/users/avatar.routes.ts'
import { userHandlers } from './accounts/users/routes.ts'
import { workspaceHandlers } from './accounts/workspaces/workspaces.routes.ts'
import { createAnnouncementReader } from './admin/announcement/announcement.ts'
import { announcementHandlers } from './admin/announcement/routes.ts'
import { auditHandlers } from './admin/audit/audit.routes.ts'
import { errorHandlers } from './admin/errors/error-reports.routes.ts'
import { outboxHandlers } from './admin/outbox/outbox.routes.ts'
import { adminOverviewHandlers } from './admin/overview/routes.ts'
import { peopleHandlers } from './admin/people/people.routes.ts'
import { runStopHandlers } from './admin/run-stops/run-stops.routes.ts'
import { settingHandlers } from './admin/settings/routes.ts'
import { vaultHandlers } from './admin/vault/vault.routes.ts'
import { createMarketplace } from './agents/agents/marketplace.ts'
import { agentHandlers } from './agents/agents/routes.ts'
import { searchAdminHandlers } from './agents/agents/search-admin.routes.ts'
import { sellerHandlers } from './agents/agents/seller.routes.ts'
import { createCategories } from './agents/categories/categories.ts'
import { categoryHandlers } from './agents/categories/routes.ts'
import { codeHandlers } from './agents/codes/routes.ts'
import { reportCaseHandlers } from './agents/report-cases/report-cases.routes.ts'
import { reviewHandlers } from './agents/reviews/routes.ts'
import { acceptanceHandlers } from './billing/acceptance/routes.ts'
import { agreementHandlers } from './billing/agreements/routes.ts'
import { checkSeats } from './billing/billing.ts'
import { creditHandlers } from './billing/charges/routes.ts'
import type { TrialRules } from './billing/charges/trials.ts'
import { couponHandlers } from './billing/coupons/routes.ts'
import { disputeHandlers } from './billing/disputes/routes.ts'
import { invoiceHandlers } from './billing/invoices/routes.ts'
import { ledgerHandlers } from './billing/ledger/routes.ts'
import { lentAccountHandlers } from './billing/lent-accounts/routes.ts'
import { paymentHandlers } from './billing/payments/payments.routes.ts'
import { payoutHandlers } from './billing/payouts/routes.ts'
import { refundHandlers } from './billing/refunds/routes.ts'
import { subscriptionHandlers } from './billing/subscriptions/routes.ts'
import { unclaimedHandlers } from './billing/unmatched-payments/routes.ts'
import { actionHandlers } from './connectors/actions/routes.ts'
import { appAccountHandlers } from './connectors/app-accounts/routes.ts'
import { appHandlers } from './connectors/apps/routes.ts'
import { mcpPackageHandlers } from './connectors/mcp-packages/routes.ts'
import { mcpServerHandlers } from './connectors/mcp-servers/routes.ts'
import { oauthApplicationHandlers } from './connectors/oauth-applications/routes.ts'
import { pluginHandlers } from './connectors/plugins/routes.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { knowledgeAddressHandlers } from './knowledge/addresses/routes.ts'
import { knowledgeHandlers } from './knowledge/bases/routes.ts'
import { knowledgeDocumentHandlers } from './knowledge/documents/routes.ts'
import { knowledgeSearchHandlers } from './knowledge/search/routes.ts'
import { knowledgeSiteHandlers } from './knowledge/sites/routes.ts'
import { knowledgeSourceHandlers } from './knowledge/sources/routes.ts'
import { accountDataHandlers } from './platform/account-data/routes.ts'
import { figureHandlers } from './platform/analytics/figures.routes.ts'
import { analyticsHandlers } from './platform/analytics/routes.ts'
import { backupHandlers } from './platform/backup/routes.ts'
import { listMessagesOf } from './platform/contact/contact.ts'
import { contactHandlers } from './platform/contact/routes.ts'
import { dashboardHandlers } from './platform/dashboard/routes.ts'
import { healthHandlers } from './platform/health/routes.ts'
import { metricHandlers } from './platform/metrics/routes.ts'
import { platformHandlers } from './platform/platforms/routes.ts'
import { ownershipHandlers } from './platform/transfers/routes.ts'
import { activityHandlers } from './runs/activity/routes.ts'
import { appHookHandlers } from './runs/app-triggers/receive.routes.ts'
import { sampleHandlers } from './runs/app-triggers/sample.routes.ts'
import { approvalLinkHandlers } from './runs/approval-links/routes.ts'
import { conversationHandlers } from './runs/conversations/routes.ts'
import { dataPolicyHandlers } from './runs/data-policy/routes.ts'
import { decisionHandlers } from './runs/decisions/routes.ts'
import { executionLogHandlers } from './runs/execution-logs/routes.ts'
import { executionOwnershipHandlers } from './runs/executions/execution-ownership.routes.ts'
import { executionHandlers } from './runs/executions/routes.ts'
import { stopForbidden } from './runs/executions/stop-runs.ts'
import { fileDeletionHandlers } from './runs/file-deletion/routes.ts'
import { createDocumentFiles } from './runs/files/document-files.ts'
import { findOwnFile } from './runs/files/files.store.ts'
import { removeExpired } from './runs/files/files.ts'
import { fileHandlers } from './runs/files/routes.ts'
import { maskFor } from './runs/masked-lists/mask-texts.ts'
import { maskLists } from './runs/masked-lists/masked-lists.ts'
import { memoryHandlers } from './runs/memories/routes.ts'
import { createRecordSigner } from './runs/record-keeping/chain.ts'
import { createRunRecords, type RunRecords } from './runs/record-keeping/keep.ts'
import { runRecoveryHandlers } from './runs/recovery/recovery.routes.ts'
import { resultFileHandlers } from './runs/reports/routes.ts'
import { runRetentionHandlers } from './runs/retention/run-retention.routes.ts'
import { reviewQueueHandlers } from './runs/review-queue/routes.ts'
import { runRecordHandlers } from './runs/run-records/routes.ts'
import { testRunHandlers } from './runs/test-runs/routes.ts'
import { traceHandlers } from './runs/traces/routes.ts'
import { hookHandlers } from './runs/triggers/hooks.routes.ts'
import { mailHookHandlers, mailHookSettings } from './runs/triggers/mail-hook.routes.ts'
import { triggerHandlers } from './runs/triggers/routes.ts'
import { agentHealthHandlers } from './selling/agent-health/routes.ts'
import { agentImportHandlers } from './selling/agent-import/routes.ts'
import { agentReviewHandlers } from './selling/publishing/agent-review.routes.ts'
import { evaluationHandlers } from './selling/publishing/evaluations.routes.ts'
import { publishingHandlers } from './selling/publishing/routes.ts'
import { refuseWorse } from './selling/publishing/workflow-tests.ts'
import { runSharingHandlers } from './selling/run-sharing/run-sharing.routes.ts'
import { sampleRunHandlers } from './selling/sample-runs/routes.ts'
import { type A2aNames, a2aHandlers } from './services/a2a/routes.ts'
import { approvalBotHandlers } from './services/approval-bots/routes.ts'
import { batchHandlers } from './services/batches/routes.ts'
import { benchHandlers } from './services/benches/routes.ts'
import { prepareClosing } from './services/channels/channels.ts'
import { channelHandlers } from './services/channels/routes.ts'
import { chatHandlers } from './services/chats/routes.ts'
import { serviceHookHandlers } from './services/hooks/routes.ts'
import { inboxHandlers } from './services/inbox/routes.ts'
import { type McpNames, mcpHandlers } from './services/mcp/routes.ts'
import { type OpenAiNames, openAiHandlers } from './services/openai/routes.ts'
import { followPublication, pauseFollowers } from './services/own-services/own-services.ts'
import { ownServiceHandlers } from './services/own-services/routes.ts'
import { serviceHandlers } from './services/services/routes.ts'
import { serviceScheduleHandlers } from './services/services/service-schedules.routes.ts'
import { findServiceName } from './services/services/services-of-person.store.ts'
import { widgetHandlers } from './services/widgets/routes.ts'
import { curatedAnswerHandlers } from './workflows/curated-answers/routes.ts'
import { customAgentHandlers } from './workflows/custom-agents/routes.ts'
import { dataTableHandlers } from './workflows/data-tables/routes.ts'
import { modelHandlers } from './workflows/models/routes.ts'
import { nodeHandlers } from './workflows/nodes/routes.ts'
import { skillHandlers } from './workflows/skills/routes.ts'
import { snippetHandlers } from './workflows/snippets/routes.ts'
import { transferHandlers } from './workflows/transfer/routes.ts'
import { workflowHubHandlers } from './workflows/workflow-hub/routes.ts'
import { workflowProposalHandlers } from './workflows/workflow-proposals/routes.ts'
import { workflowTemplateHandlers } from './workflows/workflow-templates/routes.ts'
import { commentHandlers } from './workflows/workflows/comments.routes.ts'
import { workflowHandlers } from './workflows/workflows/routes.ts'
import { versionHandlers } from './workflows/workflows/versions.routes.ts'
import { workflowEditHandlers } from './workflows/workflows/workflow-edits.routes.ts'

/** Accounts, and what they hold. */
const ofAccounts = (deps: HandlerDeps, records: RunRecords) => {
  const { db, secrets, publicUrl } = deps
  const keepsAccounts = deps.identity.ways.provider === 'embedded'
  return {
    ...userHandlers({ db, publicUrl, secret: secrets.secret }),
    ...invitationHandlers({ db, publicUrl: deps.publicUrl, brand: deps.office.brand }),
    ...workspaceHandlers({
      db,
      publicUrl: deps.publicUrl,
      brand: deps.office.brand,
      askProof: deps.trialsAskProof,
      checkSeats,
      keepsAccounts,
    }),
    ...signOnHandlers({
      db,
      ...deps.signOn,
      ring: secrets.ring,
      publicUrl,
      brand: deps.office.brand,
      accounts: deps.identity.accounts,
      keepsAccounts,
    }),
    ...provisioningHandlers({ db, publicUrl, keepsAccounts }),
    ...domainJoiningHandlers({ db, lookUpTxt: deps.signOn.lookUpTxt, checkSeats }),
    ...supportViewHandlers(db),
    ...userManagementHandlers({ db, record: deps.record, stopRunsOf: stopRunsOf(deps) }),
    ...authHandlers(db),
    ...accountHandlers(deps.identity),
    ...connectionHandlers(deps.identity),
    ...oauthCallbackHandlers(db, secrets),
    ...credentialHandlers(db, secrets),
    ...vaultHandlers({ db, ring: secrets.ring }),
    ...twoFactorHandlers(deps.identity),
    ...passkeyHandlers(deps.identity),
    ...avatarHandlers(deps),
    ...apiKeyHandlers(db),
    ...accountDataHandlers({ ...deps, records }),
    ...ownershipHandlers({ db, ring: secrets.ring, log: deps.log, tidy: deps.exports.tidy }),
    ...runRetentionHandlers(deps),
    ...dataPolicyHandlers(deps),
    ...fileDeletionHandlers({ db, removeBytes: () => removeBytes(deps) }),
  }
}

/** Apps from outside, and accounts at them. */
const ofTriggers = (deps: HandlerDeps) => {
  const { db, engine, files, secrets, mailInDomain: mail_domain, connectors } = deps
  const { triggers, ring, events: findEvents } = connectors
  return {
    ...triggerHandlers({ db, engine, files, nextRuns, secrets, mail_domain, apps: { triggers, ring } }),
    ...appHookHandlers({ db, triggers, ring, findEvents, publicUrl: connectors.plugins.public_url }),
    ...sampleHandlers({ db, triggers }),
  }
}

const ofConnectors = ({ connectors }: HandlerDeps) => ({
  ...appHandlers(connectors),
  ...actionHandlers(connectors),
  ...appAccountHandlers(connectors),
  ...oauthApplicationHandlers(connectors),
  ...mcpServerHandlers(connectors.mcp),
  ...pluginHandlers(connectors.plugins),
  ...mcpPackageHandlers(connectors.mcpPackages),
})

/** Documents that people and agents search. */
function ofKnowledge({ db, files, knowledge, log, trialsAskProof: askProof }: HandlerDeps) {
  const documents = {
    ...{ db, askProof, files: createDocumentFiles({ db, files }) },
    ...{ embed: knowledge.embed, embedOutside: knowledge.outside.embed },
  }
  return {
    ...knowledgeHandlers({ db, askProof, outside: knowledge.outside }),
    ...knowledgeDocumentHandlers(documents),
    ...knowledgeAddressHandlers({ ...documents, web: knowledge.web }),
    ...knowledgeSiteHandlers({ db, askProof, web: knowledge.web }),
    ...knowledgeSourceHandlers({ db, askProof, ask: knowledge.sources }),
    ...knowledgeSearchHandlers({ ...knowledge.search, embed: knowledge.embed, log }),
  }
}

/** What is paid, by whom and to whom. */
const ofMoney = ({ db, files, secrets, paperwork, payments, payouts }: HandlerDeps, trials: TrialRules) => ({
  ...sellerProfileHandlers({ db, ring: secrets.ring }),
  ...payoutHandlers({ ...payouts, db, ring: secrets.ring }),
  ...ledgerHandlers({ db }),
  ...invoiceHandlers({ db, paperwork: paperwork }),
  ...couponHandlers(db),
  ...paymentHandlers({ db, ...payments, askProof: trials.askProof }),
  ...refundHandlers({ db, ...payments }),
  ...unclaimedHandlers({ db, ...payments }),
  ...disputeHandlers({ db, files, paperwork, findOwnFile, ...payments }),
  ...creditHandlers({ db, trials }),
  ...acceptanceHandlers({ db }),
  ...subscriptionHandlers(db, trials.askProof),
})

/** What admins look after, and what operators see of the installation. */
const ofOperation = (deps: HandlerDeps) => {
  const { db, identity, fresh_ms, health, secrets, publicUrl, mailIsSetUp, log } = deps
  return {
    ...healthHandlers(health),
    ...metricHandlers({ db, health, publicUrl, secret: secrets.secret }),
    ...peopleHandlers({ db, support: identity.accounts?.support ?? null, findMessages: listMessagesOf }),
    ...adminOverviewHandlers({ db, health, backupEveryHours: deps.backups?.every_hours ?? null }),
    ...backupHandlers({ db, backups: deps.backups }),
    ...announcementHandlers(db),
    ...settingHandlers({
      db,
      settings: deps.settings,
      readAnnouncement: createAnnouncementReader(db, fresh_ms),
      environment: deps.environment,
      drawLogo: deps.drawLogo,
      brand: deps.office.brand,
      usualName: deps.usualName,
    }),
    ...auditHandlers(db, deps.reader.db),
    ...runStopHandlers(db),
    ...outboxHandlers({ db, setUp: mailIsSetUp }),
    ...errorHandlers({ db, log }),
  }
}

/** What is of no other area: the dashboard, figures, messages to the office, the parts of the product. */
const ofPlatform = ({ db, engine, reader, forward, office, health }: HandlerDeps) => ({
  ...dashboardHandlers({ db, open: (key) => engine.openOutput(key) }),
  ...analyticsHandlers({ db, forward }),
  ...figureHandlers({ db, reader: reader.db }),
  ...contactHandlers({ db, office }),
  ...platformHandlers({ db, engineIsUp: health.engineIsUp }),
})

/** What people build with: workflows and what they keep for them. */
const ofBuilders = ({ db, models, mailInDomain, knowledge, log, trialsAskProof: askProof }: HandlerDeps) => ({
  ...workflowHandlers({ db, models }),
  ...workflowHubHandlers({ db }),
  ...workflowTemplateHandlers({ db }),
  ...workflowProposalHandlers(models),
  ...customAgentHandlers(models),
  ...commentHandlers({ db }),
  ...snippetHandlers({ db }),
  ...dataTableHandlers({ db, askProof }),
  ...skillHandlers(db),
  ...curatedAnswerHandlers({ db, embed: knowledge.embed, log }),
  ...versionHandlers({
    db,
    mail_domain: mailInDomain,
    refuseWorse,
    followers: { published: followPublication, ended: pauseFollowers },
  }),
})

export function createHandlers(deps: HandlerDeps): Handlers {
  const records = createRunRecords(createRecordSigner(deps.secrets.ring))
  const handlers = maskLists({ db: deps.db, records }, endpointHandlers(deps, records))
  return {
    ...handlers,
    ...assistantHandlers({
      db: deps.db,
      publicUrl: deps.publicUrl,
      documents: deps.clientDocuments,
      nameService: (owner, id) => findServiceName(deps.db, owner, id),
    }),
    ...a2aHandlers({ handlers, publicUrl: deps.publicUrl, hiding: (account) => maskFor(deps.db, account) }),
    ...openAiHandlers({ handlers, publicUrl: deps.publicUrl, embedCounted: deps.knowledge.embedCounted }),
    ...mcpHandlers({ handlers, publicUrl: deps.publicUrl, wait_ms: deps.mcp_wait_ms, look_ms: deps.mcp_look_ms }),
  }
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

/** Services, and the doors that their visitors come in by. */
const ofServices = (deps: HandlerDeps, records: RunRecords) => {
  const { db, engine, files, models, billingGate, secrets, publicUrl } = deps
  const channelDeps = { db, channels: deps.connectors.channels, ring: secrets.ring, publicUrl }
  return {
    ...serviceHandlers({ db, prepareClosing: (grant, service) => prepareClosing(channelDeps, grant, service) }),
    ...ownServiceHandlers({ db }),
    ...serviceScheduleHandlers({ db, nextRuns }),
    ...batchHandlers({ db, files, paperwork: deps.paperwork, ring: secrets.ring, records }),
    ...serviceHookHandlers({ db, engine, files, models, billingGate, ring: secrets.ring, publicUrl }),
    ...approvalBotHandlers({
      ...{ db, engine, records, approvalKinds: deps.connectors.approvalKinds, ring: secrets.ring, publicUrl },
      brand: deps.office.brand,
    }),
    ...channelHandlers({ ...channelDeps, engine }),
    ...chatHandlers({ db, engine, files, models, billingGate }),
    ...inboxHandlers({ db, engine, files, chatFeed: deps.chatFeed, records }),
    ...widgetHandlers({ db, engine, files, models, billingGate }),
  }
}

/** Whose runs are, and what people did with them. */
const ofRecords = (deps: HandlerDeps, records: RunRecords) => ({
  ...executionOwnershipHandlers({
    ...{ db: deps.db, removeBytes: () => removeBytes(deps), backups: deps.backups, records },
  }),
  ...activityHandlers(deps.db),
  ...runRecordHandlers({ db: deps.db, paperwork: deps.paperwork, records }),
})

/** Ends runs under way that an account may no longer run, right after a right was taken from it. */
const stopRunsOf = (deps: HandlerDeps) => (user: UserId) => stopForbidden(deps.db, deps, { user })

function endpointHandlers(
  deps: HandlerDeps,
  records: RunRecords,
): Omit<Handlers, McpNames | A2aNames | OpenAiNames | AssistantNames> {
  const { db, engine, files, documents, secrets, fresh_ms, record } = deps
  const marketplace = createMarketplace(db, { reader: deps.reader, fresh_ms, embeddingSearch: deps.embeddingSearch })
  const categories = createCategories(db, { fresh_ms })
  const trials = { secret: secrets.secret, askProof: deps.trialsAskProof }
  return {
    ...ofAccounts(deps, records),
    ...ofConnectors(deps),
    ...ofKnowledge(deps),
    ...ofMoney(deps, trials),
    ...ofOperation(deps),
    ...agentHandlers({ marketplace }),
    ...agreementHandlers(db),
    ...lentAccountHandlers(deps.connectors),
    ...publishingHandlers({ db, engine, files, record }),
    ...agentImportHandlers({ db, record }),
    ...sampleRunHandlers({ db, files, documents, marketplace }),
    ...agentHealthHandlers({ db, marketplace }),
    ...agentReviewHandlers({ db, marketplace, engine, log: deps.log }),
    ...searchAdminHandlers({ db, marketplace, embeddingSearch: deps.embeddingSearch }),
    ...evaluationHandlers({ db, engine, models: deps.models, files }),
    ...benchHandlers({ ...deps, trials, tidy: () => deps.exports.tidy(), log: deps.log }),
    ...reviewHandlers({ db, marketplace, askProof: trials.askProof }),
    ...reportCaseHandlers({ db, marketplace }),
    ...sellerHandlers({ db, marketplace }),
    ...categoryHandlers({ categories }),
    ...ofBuilders(deps),
    ...testRunHandlers(deps),
    ...conversationHandlers({ ...deps, removeBytes: () => removeBytes(deps), records }),
    ...memoryHandlers(db),
    ...workflowEditHandlers({ db, stopRunsOf: stopRunsOf(deps), feed: deps.workflowFeed, askProof: trials.askProof }),
    ...transferHandlers({ db, marketplace, http: secrets.http, record, readFile: deps.readFile }),
    ...executionHandlers({ db, engine, models: deps.models, records }),
    ...approvalLinkHandlers({ db, engine, publicUrl: deps.publicUrl, brand: deps.office.brand, records }),
    ...ofRecords(deps, records),
    ...executionLogHandlers({ db, reader: deps.reader.db, engine, records }),
    ...runSharingHandlers({ db, records }),
    ...runRecoveryHandlers({ db, engine, models: deps.models, log: deps.log }),
    ...ofServices(deps, records),
    ...codeHandlers(db),
    ...decisionHandlers({ db, engine, records }),
    ...reviewQueueHandlers({ db, engine }),
    ...resultFileHandlers({ ...deps, records }),
    ...traceHandlers(deps),
    ...fileHandlers({ db, files, documents, askProof: trials.askProof }),
    ...modelHandlers(deps.models),
    ...nodeHandlers(deps.models),
    ...noticeHandlers(deps),
    ...ofPlatform(deps),
    ...roleRequestHandlers(db),
    ...hookHandlers({
      db,
      engine,
      files,
      models: deps.models,
      open: secrets.vault.open,
      ...(fresh_ms === 0 && { fresh_ms }),
      wait_ms: deps.hook_wait_ms,
    }),
    ...mailHookHandlers({ db, files, engine, settings: mailHookSettings(deps) }),
    ...ofTriggers(deps),
  }
}
