/** Where requests and security events are written. */
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { RequestLines } from '#server/platform/http/request-log/request-log.ts'
import { createAccessLog } from '#server/platform/log.ts'

/** Requests are lines of their own log; security events are entries of the program's, and a grave one is a warning. */
export function openRequestLines(
  { logLevel }: Pick<Config, 'logLevel'>,
  log: Logger,
  onStop: (end: () => unknown) => void,
): RequestLines {
  const access = createAccessLog(logLevel)
  onStop(() => access?.stop())
  return {
    access: access && ((line) => access.write(line)),
    security: (line, isGrave) => (isGrave ? log.warn(line) : log.info(line)),
  }
}
