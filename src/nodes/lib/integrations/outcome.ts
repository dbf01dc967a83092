/** Whether an action that failed may have taken effect all the same. */
import type { NodeError } from '#nodes/node.ts'

/** Errors of connections and of services in trouble, and answers that nobody could read. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'answer_lost',
  'app_answer_too_large',
  'app_timeout',
  'app_unavailable',
  'http_failed',
  'http_timeout',
  'mcp_failed',
  'piece_memory',
  'piece_timeout',
  'piece_too_large',
  'response_too_large',
  'runner_lost',
  'timeout',
])

/** False for an error after which only the service knows whether something was done. */
export const isOutcomeKnown = ({ code }: Pick<NodeError, 'code'>): boolean => !UNKNOWN.has(code)
