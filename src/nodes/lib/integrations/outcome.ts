/** Whether an action that failed may have taken effect all the same. */
import type { NodeError } from '#nodes/node.ts'

/** Refused before anything was sent, or by the service in so many words. */
const NOTHING_DONE =
  /^(?:(?:account|action|credential|file|input|plugin)_|(?:bad_url|host_refused|header_refused|url_refused|app_not_found|app_refused|mcp_refused|mcp_tool_stopped|mcp_unauthorized|piece_unsupported|\w+_busy)$)/

/** False for an error after which only the service knows whether something was done, such as a connection that broke or a step that was ended. */
export const isOutcomeKnown = ({ code }: Pick<NodeError, 'code'>): boolean => NOTHING_DONE.test(code)
