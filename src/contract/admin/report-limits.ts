/** What a reported fault may hold, in characters (of JSON where it is JSON), and how often. Plain data: the client cuts to fit. */
export const REPORT_LIMITS = {
  name: 200,
  message: 5000,
  stack: 20_000,
  cause: 10_000,
  context: 20_000,
  feedback: 5000,
  /** Per caller. */
  reports_per_hour: 60,
  feedback_per_hour: 10,
} as const
