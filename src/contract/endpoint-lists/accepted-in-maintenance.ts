/** What changes something and is accepted during maintenance all the same. Whatever else is no GET is refused to all but admins. */
import type { EndpointName } from '#contract/api.ts'

/** Signing in and out, and keeping an account safe. Also how an admin gets in to end the maintenance. */
const SIGN_IN: readonly EndpointName[] = [
  'verifyToken',
  'signIn',
  'signOut',
  'finishSignIn',
  'startPasskeySignIn',
  'signInWithPasskey',
  'startExternal',
  'finishExternal',
  'findSignOn',
  'startSignOn',
  'finishSignOn',
  'revokeSession',
  'revokeSessions',
  'revokeOtherSessions',
  'changePassword',
  'setPassword',
  'requestReset',
  'resetPassword',
  'confirmIdentity',
  'startTwoFactor',
  'enableTwoFactor',
  'disableTwoFactor',
  'renewBackupCodes',
  'startPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
]

/** New runs, which wait for its end, what they need, and the handling of runs under way, which finish. */
const RUNS: readonly EndpointName[] = [
  'executeWorkflow',
  'createChatCompletion',
  'createResponse',
  'createEmbedding',
  'callAgent',
  'runWidget',
  'submitForm',
  'sendChat',
  'sendMessage',
  'enterChat',
  'sendVisitorMessage',
  'stopVisitorAnswer',
  'askForPerson',
  'returnToAgent',
  'takeInboxChat',
  'answerInboxChat',
  'eraseInboxVisitor',
  'returnInboxChat',
  'receiveAppEvent',
  'receiveAppHook',
  'receiveHook',
  'receiveMailHook',
  'receiveTestHook',
  'receiveChannel',
  'receiveApprovalPress',
  'callMcp',
  'callServiceMcp',
  'callServicesMcp',
  'uploadFile',
  'agree',
  'controlExecution',
  'answerWait',
  'decideApproval',
  'claimExecutions',
]

/** Money that moved elsewhere already. */
const PAYMENTS: readonly EndpointName[] = [
  'receivePaymentEvent',
  'receivePayoutEvent',
  'verifyPayment',
  'checkOrder',
  'payForTest',
]

/** They answer a question and change nothing. */
const READS: readonly EndpointName[] = [
  'quoteOrder',
  'planRecovery',
  'parseWorkflow',
  'analyzeWorkflow',
  'validateWorkflow',
  'validateNode',
]

/** What pages send of their own accord, and how people reach the operator. */
const PAGES: readonly EndpointName[] = [
  'sendEvents',
  'giveConsent',
  'reportError',
  'sendErrorFeedback',
  'contact',
  'tellPresence',
  'readNotice',
  'readAllNotices',
  'readInboxChat',
]

export const ACCEPTED_IN_MAINTENANCE: ReadonlySet<EndpointName> = new Set([
  ...SIGN_IN,
  ...RUNS,
  ...PAYMENTS,
  ...READS,
  ...PAGES,
])
