/** The reporter of this page. */
import { call } from './call.ts'
import { logError } from './error-log.ts'
import { createReporter } from './error-report.ts'

export const { reportFault, reportStray, sendFeedback } = createReporter({
  report: (body) => call('reportError', { body }),
  feedback: (body) => call('sendErrorFeedback', { body }),
  record: logError,
  console,
  now: Date.now,
})
