/** Every endpoint of the product under one name each: what the server must handle and the browser may call. */

import { accountDataEndpoints } from './accounts/account-data.ts'
import { accountRecoveryEndpoints } from './accounts/account-recovery.ts'
import { apiKeyEndpoints } from './accounts/api-keys.ts'
import { assistantEndpoints } from './accounts/assistants.ts'
import { accounts, auth } from './accounts/auth.ts'
import { avatarEndpoints } from './accounts/avatars.ts'
import { connectionEndpoints } from './accounts/connections.ts'
import { credentialEndpoints } from './accounts/credentials.ts'
import { domainJoiningEndpoints } from './accounts/domain-joining.ts'
import { invitationEndpoints } from './accounts/invitations.ts'
import { noticeEndpoints } from './accounts/notices.ts'
import { oauthCallbackEndpoints } from './accounts/oauth-callbacks.ts'
import { passkeyEndpoints } from './accounts/passkeys.ts'
import { provisioningEndpoints } from './accounts/provisioning.ts'
import { roleRequestEndpoints } from './accounts/role-requests.ts'
import { signOnEndpoints } from './accounts/sign-on.ts'
import { supportViewEndpoints } from './accounts/support-views.ts'
import { workspaceTransferEndpoints } from './accounts/transfers.ts'
import { twoFactorEndpoints } from './accounts/two-factor.ts'
import { userManagementEndpoints } from './accounts/user-management.ts'
import { users } from './accounts/users.ts'
import { vaultEndpoints } from './accounts/vault.ts'
import { workspaceEndpoints } from './accounts/workspaces.ts'
import { adminOverviewEndpoints } from './admin/admin-overview.ts'
import { announcementEndpoints } from './admin/announcement.ts'
import { auditEndpoints } from './admin/audit.ts'
import { backupEndpoints } from './admin/backups.ts'
import { errorEndpoints } from './admin/error-reports.ts'
import { metricEndpoints } from './admin/metrics.ts'
import { outboxEndpoints } from './admin/outbox.ts'
import { peopleEndpoints } from './admin/people.ts'
import { planAdminEndpoints } from './admin/plan-admin.ts'
import { runStopEndpoints } from './admin/run-stops.ts'
import { searchAdminEndpoints } from './admin/search-admin.ts'
import { settingEndpoints } from './admin/settings.ts'
import { agentHealthEndpoints } from './agents/agent-health.ts'
import { agentImportEndpoints } from './agents/agent-import.ts'
import { agentReviewEndpoints } from './agents/agent-review.ts'
import { agentEndpoints } from './agents/agents.ts'
import { benchEndpoints } from './agents/benches.ts'
import { categoryEndpoints } from './agents/categories.ts'
import { codeEndpoints } from './agents/codes.ts'
import { evaluationEndpoints } from './agents/evaluations.ts'
import { publishingEndpoints } from './agents/publishing.ts'
import { reportCaseEndpoints } from './agents/report-cases.ts'
import { reviewedCaseEndpoints } from './agents/reviewed-cases.ts'
import { reviewEndpoints } from './agents/reviews.ts'
import { sampleRunEndpoints } from './agents/sample-runs.ts'
import { agreementEndpoints } from './billing/agreements.ts'
import { couponEndpoints } from './billing/coupons.ts'
import { creditEndpoints } from './billing/credits.ts'
import { disputeEndpoints } from './billing/disputes.ts'
import { invoiceEndpoints } from './billing/invoices.ts'
import { ledgerEndpoints } from './billing/ledger.ts'
import { lentAccountEndpoints } from './billing/lent-accounts.ts'
import { paymentEndpoints } from './billing/payments.ts'
import { purchaseEndpoints } from './billing/purchases.ts'
import { refundEndpoints } from './billing/refunds.ts'
import { subscriptionEndpoints } from './billing/subscriptions.ts'
import { integrationEndpoints } from './connectors/integrations.ts'
import { mcpPackageEndpoints } from './connectors/mcp-packages.ts'
import { mcpServerEndpoints } from './connectors/mcp-servers.ts'
import { oauthApplicationEndpoints } from './connectors/oauth-applications.ts'
import { pluginEndpoints } from './connectors/plugins.ts'
import { knowledgeEndpoints } from './knowledge/bases.ts'
import { knowledgeDocumentEndpoints } from './knowledge/documents.ts'
import { knowledgeSiteEndpoints } from './knowledge/sites.ts'
import { knowledgeSourceEndpoints } from './knowledge/sources.ts'
import { analyticsFigureEndpoints } from './platform/analytics.ts'
import { analyticsEndpoints } from './platform/analytics-events.ts'
import { contactEndpoints } from './platform/contact.ts'
import { dashboardEndpoints } from './platform/dashboard.ts'
import { healthEndpoints } from './platform/health.ts'
import { mcpEndpoints } from './platform/mcp.ts'
import { platformEndpoints } from './platform/platforms.ts'
import { acceptanceEndpoints } from './runs/acceptance/acceptance.ts'
import { approvalLinkEndpoints } from './runs/approval-links.ts'
import { conversationEndpoints } from './runs/conversations.ts'
import { dataPolicyEndpoints } from './runs/data-policy.ts'
import { decisionEndpoints } from './runs/decisions.ts'
import { executionClaimEndpoints } from './runs/execution-claims.ts'
import { executionDeletionEndpoints } from './runs/execution-deletion.ts'
import { executionLogEndpoints } from './runs/execution-logs.ts'
import { executionEndpoints } from './runs/executions.ts'
import { fileEndpoints } from './runs/files.ts'
import { hookEndpoints } from './runs/hooks.ts'
import { memoryEndpoints } from './runs/memory.ts'
import { activityEndpoints } from './runs/oversight/activity.ts'
import { redactionEndpoints } from './runs/redactions.ts'
import { reportEndpoints } from './runs/reports.ts'
import { reviewQueueEndpoints } from './runs/review-queue.ts'
import { runRecordEndpoints } from './runs/run-records.ts'
import { runRecoveryEndpoints } from './runs/run-recovery.ts'
import { runRetentionEndpoints } from './runs/run-retention.ts'
import { runSharingEndpoints } from './runs/run-sharing.ts'
import { traceEndpoints } from './runs/traces.ts'
import { earningsEndpoints } from './selling/earnings.ts'
import { payoutEndpoints } from './selling/payouts.ts'
import { sellerProfileEndpoints } from './selling/seller-profile.ts'
import { sellerEndpoints } from './selling/sellers.ts'
import { a2aEndpoints } from './services/a2a.ts'
import { approvalBotEndpoints } from './services/approval-bots.ts'
import { batchEndpoints } from './services/batches.ts'
import { channelEndpoints } from './services/channels.ts'
import { chatEndpoints } from './services/chats.ts'
import { inboxEndpoints } from './services/inbox.ts'
import { openAiEndpoints } from './services/openai.ts'
import { serviceHookEndpoints } from './services/service-hooks.ts'
import { serviceScheduleEndpoints } from './services/service-schedules.ts'
import { serviceEndpoints } from './services/services.ts'
import { widgetEndpoints } from './services/widgets.ts'
import { commentEndpoints } from './workflows/comments.ts'
import { curatedAnswerEndpoints } from './workflows/curated-answers.ts'
import { customAgentEndpoints } from './workflows/custom-agents.ts'
import { dataTableEndpoints } from './workflows/data-tables.ts'
import { modelEndpoints } from './workflows/models.ts'
import { nodeEndpoints } from './workflows/nodes.ts'
import { skillEndpoints } from './workflows/skills.ts'
import { snippetEndpoints } from './workflows/snippets.ts'
import { testRunEndpoints } from './workflows/test-runs.ts'
import { transferEndpoints } from './workflows/transfer.ts'
import { triggerEndpoints } from './workflows/triggers.ts'
import { versionEndpoints } from './workflows/versions.ts'
import { workflowEditEndpoints } from './workflows/workflow-edits.ts'
import { workflowHubEndpoints } from './workflows/workflow-hub.ts'
import { workflowProposalEndpoints } from './workflows/workflow-proposals.ts'
import { workflowSharingEndpoints } from './workflows/workflow-sharing.ts'
import { workflowTemplateEndpoints } from './workflows/workflow-templates.ts'
import { workflowEndpoints } from './workflows/workflows.ts'

export const api = {
  ...healthEndpoints,
  ...workspaceEndpoints,
  ...signOnEndpoints,
  ...provisioningEndpoints,
  ...domainJoiningEndpoints,
  getMe: users.me,
  verifyToken: auth.verify,
  getProfile: auth.profile,
  updateProfile: auth.updateProfile,
  testAuth: auth.test,
  signUp: accounts.signUp,
  signIn: accounts.signIn,
  signOut: accounts.signOut,
  getSession: accounts.session,
  getToken: accounts.token,
  getKeys: accounts.jwks,
  listSessions: accounts.sessions,
  revokeSession: accounts.revokeSession,
  revokeSessions: accounts.revokeSessions,
  revokeOtherSessions: accounts.revokeOtherSessions,
  changePassword: accounts.changePassword,
  ...twoFactorEndpoints,
  ...passkeyEndpoints,
  answerConnect: oauthCallbackEndpoints.answer,
  ...credentialEndpoints,
  ...integrationEndpoints,
  ...mcpPackageEndpoints,
  ...mcpServerEndpoints,
  ...oauthApplicationEndpoints,
  ...pluginEndpoints,
  ...knowledgeEndpoints,
  ...knowledgeDocumentEndpoints,
  ...knowledgeSiteEndpoints,
  ...knowledgeSourceEndpoints,
  ...sellerProfileEndpoints,
  ...payoutEndpoints,
  ...ledgerEndpoints,
  ...earningsEndpoints,
  ...invoiceEndpoints,
  getSignInWays: connectionEndpoints.ways,
  startExternal: connectionEndpoints.start,
  finishExternal: connectionEndpoints.finish,
  getConnections: connectionEndpoints.list,
  disconnect: connectionEndpoints.disconnect,
  setPassword: connectionEndpoints.setPassword,
  requestReset: accountRecoveryEndpoints.requestReset,
  resetPassword: accountRecoveryEndpoints.resetPassword,
  requestVerification: accountRecoveryEndpoints.requestVerification,
  verifyEmail: accountRecoveryEndpoints.verifyEmail,
  changeEmail: accountRecoveryEndpoints.changeEmail,
  ...avatarEndpoints,
  ...apiKeyEndpoints,
  ...assistantEndpoints,
  ...accountDataEndpoints,
  ...workspaceTransferEndpoints,
  ...agentEndpoints,
  ...agreementEndpoints,
  ...lentAccountEndpoints,
  ...publishingEndpoints,
  ...agentImportEndpoints,
  ...sampleRunEndpoints,
  ...agentHealthEndpoints,
  ...agentReviewEndpoints,
  ...evaluationEndpoints,
  ...reviewedCaseEndpoints,
  ...benchEndpoints,
  ...reviewEndpoints,
  ...reportCaseEndpoints,
  ...runStopEndpoints,
  ...sellerEndpoints,
  ...categoryEndpoints,
  ...dashboardEndpoints,
  ...workflowEndpoints,
  ...testRunEndpoints,
  ...approvalLinkEndpoints,
  ...conversationEndpoints,
  ...memoryEndpoints,
  ...workflowEditEndpoints,
  ...workflowSharingEndpoints,
  ...versionEndpoints,
  ...snippetEndpoints,
  ...dataTableEndpoints,
  ...skillEndpoints,
  ...curatedAnswerEndpoints,
  ...commentEndpoints,
  ...workflowHubEndpoints,
  ...workflowTemplateEndpoints,
  ...workflowProposalEndpoints,
  ...customAgentEndpoints,
  ...transferEndpoints,
  ...executionEndpoints,
  ...traceEndpoints,
  ...executionLogEndpoints,
  ...executionDeletionEndpoints,
  ...runRetentionEndpoints,
  ...dataPolicyEndpoints,
  ...runSharingEndpoints,
  ...executionClaimEndpoints,
  ...runRecoveryEndpoints,
  ...decisionEndpoints,
  ...redactionEndpoints,
  ...reportEndpoints,
  ...reviewQueueEndpoints,
  ...activityEndpoints,
  ...runRecordEndpoints,
  ...serviceEndpoints,
  ...serviceScheduleEndpoints,
  ...serviceHookEndpoints,
  ...batchEndpoints,
  ...mcpEndpoints,
  ...approvalBotEndpoints,
  ...channelEndpoints,
  ...chatEndpoints,
  ...inboxEndpoints,
  ...openAiEndpoints,
  ...a2aEndpoints,
  ...widgetEndpoints,
  ...creditEndpoints,
  ...acceptanceEndpoints,
  ...purchaseEndpoints,
  ...fileEndpoints,
  ...codeEndpoints,
  ...modelEndpoints,
  ...nodeEndpoints,
  ...noticeEndpoints,
  ...analyticsEndpoints,
  ...analyticsFigureEndpoints,
  ...roleRequestEndpoints,
  ...userManagementEndpoints,
  ...invitationEndpoints,
  ...peopleEndpoints,
  ...supportViewEndpoints,
  ...platformEndpoints,
  ...hookEndpoints,
  ...triggerEndpoints,
  ...adminOverviewEndpoints,
  ...announcementEndpoints,
  ...settingEndpoints,
  ...auditEndpoints,
  ...backupEndpoints,
  ...outboxEndpoints,
  ...metricEndpoints,
  ...searchAdminEndpoints,
  ...couponEndpoints,
  ...paymentEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...vaultEndpoints,
  ...subscriptionEndpoints,
  ...planAdminEndpoints,
  ...contactEndpoints,
  ...errorEndpoints,
}

export type Api = typeof api
export type EndpointName = keyof Api
