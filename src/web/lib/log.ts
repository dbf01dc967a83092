/** The console of the browser, by level: nothing below the minimum is written (§9: warn). */

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Log = Record<LogLevel, (message: string, details?: unknown) => void>

/** @param minimum the least level that is written */
export function createLog(minimum: LogLevel, out: Pick<Console, LogLevel> = console): Log {
  const write = (level: LogLevel) => (message: string, details?: unknown) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(minimum)) out[level](message, details)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
