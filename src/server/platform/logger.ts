/** The program's log as its parts know it: each asks for the levels it writes. */

export interface Log {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

/** Of a part that only warns. */
export type WarningLog = Pick<Log, 'warn'>
