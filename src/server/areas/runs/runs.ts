/** What other areas use of runs. They import nothing else of it. */

export { answerFiles, answerText } from './conversations/answer.ts'
export { type ConversationGrant, mayUseAsOwner, mayUseAsVisitor } from './conversations/conversations.policy.ts'
export {
  type ConversationRow,
  countMessages,
  deleteAnswer,
  deleteOlderOfVisitor,
  deleteUnused as deleteUnusedConversations,
  findConversation,
  findFileOfAnswer,
  findFilesOf,
  findLastTurn,
  findMessage,
  findMessageByKey,
  insertNotice,
  insertStaffMessage,
  insertVisitorConversation,
  isAnsweredByStaff,
  isHandedOverSince,
  listConversationsOfVisitor,
  lockConversation,
  type MessageFile,
  rateAnswer,
  touchConversation,
} from './conversations/conversations.store.ts'
export { type ConversationDeps, listMessages, presentMessage, sendMessage } from './conversations/conversations.ts'
export { announce, setTaken } from './conversations/hand-overs.store.ts'
export { beginHandOver, endHandOver, settleChatNotices } from './conversations/hand-overs.ts'
export { fittingTurns } from './conversations/history.ts'
export { conversationDeps } from './conversations/read-answers.ts'
export type { BeginTurn, PrepareTurn, Turn } from './conversations/start-turn.ts'
export { type DecidedFindings, findSettled, readDecided, type SettledRun } from './decisions/decided.ts'
export { reviewStateOf } from './decisions/review-states.store.ts'
export { hashToken, mayReadExecution, mayShareExecution } from './executions/executions.policy.ts'
export { presentSummary, summaryWithoutContent } from './executions/executions.present.ts'
export { executionExists, findExecutions } from './executions/executions.store.ts'
export { authoriseHeld, runServiceAbility } from './executions/may-run.ts'
export { hasLargeOutput } from './executions/outputs.store.ts'
export { getQueue } from './executions/queue.ts'
export { isRefusal } from './executions/refusals.ts'
export { type RunEngine, translateEngineRefusals } from './executions/run.routes.ts'
export { listRunsOf } from './executions/runs-of-person.ts'
export { sharedWith } from './executions/shared-with.store.ts'
export { findVersionToRun, prepareRun, type RunRequest } from './executions/start.ts'
export { type StoppingDeps, stopForbidden, stopRuns } from './executions/stop-runs.ts'
export { findServiceTarget, findWorkflowOfVersion, type ServiceTargetRow } from './executions/target.store.ts'
export { type OpenOutput, readValue } from './executions/values.ts'
export { CLOSED_FAILURE, errorMessageFor, workflowNameFor } from './executions/visible-steps.store.ts'
export { asksPerson, isWaitingForPerson, waitsForPerson } from './executions/waits-for-person.store.ts'
export { findSizes as findFileSizes } from './files/files.store.ts'
export { extractText, type FileDeps, removeExpired, renderPage } from './files/files.ts'
export { createFilePort } from './files/run-files.ts'
export { isShownTo } from './files/shown-files.store.ts'
export { refuseAnyKnowledge } from './inputs/chosen-knowledge.ts'
export { checkInput, findFilesInInput, resolveInput, withoutFileNames } from './inputs/input.ts'
export { type MaskedExport, prepareExport } from './masked-lists/masked-export.ts'
export { findAnswerer } from './outside-answers/outside-answers.policy.ts'
export { type AskedApproval, answerOutside, readApproval } from './outside-answers/outside-answers.ts'
export { openedInChat, personIn, type RunRecords, runsAnsweredIn, shareEvent, wayOf } from './record-keeping/keep.ts'
export { withResults } from './result-lines/result-lines.ts'
export { filesKeptBy, filesNamedByRuns } from './retention/content-uses.store.ts'
export { deletePayloads } from './retention/retention.store.ts'
export { countToReview } from './review-queue/review-queue.store.ts'
export { createFewReader, type ReadFew } from './review-queue/unread.ts'
export { readOwnRun } from './traces/own-run.ts'
export { checkProtection, type Headers } from './triggers/hook-auth.ts'
export { type ReceivedFile, storeFiles } from './triggers/received-files.ts'
export { type NextRuns, scheduleOf } from './triggers/triggers.ts'
