/** What the program says that is no entry of its log: that it is ready, why it cannot start, that it stops. */
import pino from 'pino'
import { standardOutput } from './log.ts'

export type OutputFormat = 'json' | 'text'

export interface Output {
  say(text: string): void
  /** Why the program ends. */
  fail(error: unknown): void
}

const people: Output = {
  say: (text) => console.log(text),
  fail: (error) => console.error(error),
}

/** As lines of the log, whatever its level: they are few, and without them a log does not say when the program ran. */
function createLines(): Output {
  const lines = pino({ level: 'info', serializers: { err: pino.stdSerializers.err } }, standardOutput())
  return {
    say: (text) => lines.info(text.trim()),
    fail: (error) => (error instanceof Error ? lines.fatal({ err: error }, error.message) : lines.fatal(String(error))),
  }
}

/** A program that collects the log reads JSON alone; people at a terminal read text. */
export const createOutput = (format: OutputFormat): Output => (format === 'json' ? createLines() : people)

/** What Node itself would write in its own words: warnings, and the error that ends the program. */
export function sayWhatNodeSays({ fail }: Output): void {
  const lines = pino({ level: 'info' }, standardOutput())
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => lines.warn({ warning: name }, message))
  process.on('uncaughtException', (error) => {
    fail(error)
    process.exit(1)
  })
}
