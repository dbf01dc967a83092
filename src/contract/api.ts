/** Every endpoint of the product under one name each: what the server must handle and the browser may call. */

import { accountDataEndpoints } from './account-data.ts'
import { agentReviewEndpoints } from './agent-review.ts'
import { agentEndpoints } from './agents.ts'
import { agreementEndpoints } from './agreements.ts'
import { analyticsEndpoints } from './analytics-events.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { accounts, auth } from './auth.ts'
import { avatarEndpoints } from './avatars.ts'
import { benchEndpoints } from './benches.ts'
import { categoryEndpoints } from './categories.ts'
import { codeEndpoints } from './codes.ts'
import { commentEndpoints } from './comments.ts'
import { connections } from './connections.ts'
import { connects } from './connects.ts'
import { contactEndpoints } from './contact.ts'
import { couponEndpoints } from './coupons.ts'
import { credentialEndpoints } from './credentials.ts'
import { creditEndpoints } from './credits.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { disputeEndpoints } from './disputes.ts'
import { earningsEndpoints } from './earnings.ts'
import { errorEndpoints } from './error-reports.ts'
import { evaluationEndpoints } from './evaluations.ts'
import { executionClaimEndpoints } from './execution-claims.ts'
import { executionDeletionEndpoints } from './execution-deletion.ts'
import { executionEndpoints } from './executions.ts'
import { fileEndpoints } from './files.ts'
import { healthEndpoints } from './health.ts'
import { hookEndpoints } from './hooks.ts'
import { invoiceEndpoints } from './invoices.ts'
import { ledgerEndpoints } from './ledger.ts'
import { mcpEndpoints } from './mcp.ts'
import { modelEndpoints } from './models.ts'
import { nodeEndpoints } from './nodes.ts'
import { noticeEndpoints } from './notices.ts'
import { outboxEndpoints } from './outbox.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { paymentEndpoints } from './payments.ts'
import { payoutEndpoints } from './payouts.ts'
import { planAdminEndpoints } from './plan-admin.ts'
import { platformEndpoints } from './platforms.ts'
import { publishingEndpoints } from './publishing.ts'
import { purchaseEndpoints } from './purchases.ts'
import { recovery } from './recovery.ts'
import { recoveryRunEndpoints } from './recovery-runs.ts'
import { redactionEndpoints } from './redactions.ts'
import { refundEndpoints } from './refunds.ts'
import { reviewEndpoints } from './reviews.ts'
import { roleRequestEndpoints } from './role-requests.ts'
import { runRetentionEndpoints } from './run-retention.ts'
import { runSharingEndpoints } from './run-sharing.ts'
import { sampleRunEndpoints } from './sample-runs.ts'
import { searchAdminEndpoints } from './search-admin.ts'
import { sellerProfileEndpoints } from './seller-profile.ts'
import { sellerEndpoints } from './sellers.ts'
import { serviceScheduleEndpoints } from './service-schedules.ts'
import { serviceEndpoints } from './services.ts'
import { snippetEndpoints } from './snippets.ts'
import { standingEndpoints } from './standing.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { testRunEndpoints } from './test-runs.ts'
import { transferEndpoints } from './transfer.ts'
import { triggerEndpoints } from './triggers.ts'
import { twoFactorEndpoints } from './two-factor.ts'
import { userManagementEndpoints } from './user-management.ts'
import { users } from './users.ts'
import { vaultEndpoints } from './vault.ts'
import { versionEndpoints } from './versions.ts'
import { widgetEndpoints } from './widgets.ts'
import { workflowEditEndpoints } from './workflow-edits.ts'
import { workflowHubEndpoints } from './workflow-hub.ts'
import { workflowProposalEndpoints } from './workflow-proposals.ts'
import { workflowSharingEndpoints } from './workflow-sharing.ts'
import { workflowTemplateEndpoints } from './workflow-templates.ts'
import { workflowEndpoints } from './workflows.ts'

export const api = {
  ...healthEndpoints,
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
  answerConnect: connects.answer,
  ...credentialEndpoints,
  ...sellerProfileEndpoints,
  ...payoutEndpoints,
  ...ledgerEndpoints,
  ...earningsEndpoints,
  ...invoiceEndpoints,
  getSignInWays: connections.ways,
  startExternal: connections.start,
  finishExternal: connections.finish,
  getConnections: connections.list,
  disconnect: connections.disconnect,
  setPassword: connections.setPassword,
  requestReset: recovery.requestReset,
  resetPassword: recovery.resetPassword,
  requestVerification: recovery.requestVerification,
  verifyEmail: recovery.verifyEmail,
  changeEmail: recovery.changeEmail,
  ...avatarEndpoints,
  ...apiKeyEndpoints,
  ...accountDataEndpoints,
  ...agentEndpoints,
  ...agreementEndpoints,
  ...publishingEndpoints,
  ...sampleRunEndpoints,
  ...standingEndpoints,
  ...agentReviewEndpoints,
  ...evaluationEndpoints,
  ...benchEndpoints,
  ...reviewEndpoints,
  ...sellerEndpoints,
  ...categoryEndpoints,
  ...dashboardEndpoints,
  ...workflowEndpoints,
  ...testRunEndpoints,
  ...workflowEditEndpoints,
  ...workflowSharingEndpoints,
  ...versionEndpoints,
  ...snippetEndpoints,
  ...commentEndpoints,
  ...workflowHubEndpoints,
  ...workflowTemplateEndpoints,
  ...workflowProposalEndpoints,
  ...transferEndpoints,
  ...executionEndpoints,
  ...executionDeletionEndpoints,
  ...runRetentionEndpoints,
  ...runSharingEndpoints,
  ...executionClaimEndpoints,
  ...recoveryRunEndpoints,
  ...redactionEndpoints,
  ...serviceEndpoints,
  ...serviceScheduleEndpoints,
  ...mcpEndpoints,
  ...widgetEndpoints,
  ...creditEndpoints,
  ...purchaseEndpoints,
  ...fileEndpoints,
  ...codeEndpoints,
  ...modelEndpoints,
  ...nodeEndpoints,
  ...noticeEndpoints,
  ...analyticsEndpoints,
  ...roleRequestEndpoints,
  ...userManagementEndpoints,
  ...platformEndpoints,
  ...hookEndpoints,
  ...triggerEndpoints,
  ...outboxEndpoints,
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
