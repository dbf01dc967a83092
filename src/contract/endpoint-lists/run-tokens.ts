/** Endpoints that the token of a visitor's run opens for that run alone (header `X-Run-Token`). */
import type { EndpointName } from '#contract/api.ts'

export const RUN_TOKEN_ENDPOINTS: readonly EndpointName[] = [
  'getExecution',
  'getWorkflowExecution',
  'getNodeOutput',
  'listTrace',
  'getTraceEntry',
  'streamExecution',
  'getRunReview',
  'decideFindings',
  'controlExecution',
  'answerWait',
  'getWidgetRun',
  'getWidgetFile',
  'getChat',
  'enterChat',
  'listVisitorConversations',
  'listVisitorMessages',
  'getVisitorFile',
  'sendVisitorMessage',
  'stopVisitorAnswer',
  'streamVisitorAnswer',
  'rateVisitorAnswer',
  'askForPerson',
  'returnToAgent',
  'followVisitorChat',
]
