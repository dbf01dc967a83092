/** The program's log: one JSON object per line on stdout. It must never be what ends the program, or what fills the disk. */
import pino, { type DestinationStream, type Logger } from 'pino'

/** The same message is written at most once in this time; the next line says how often it came meanwhile. */
const REPEAT_MS = 5_000
const MOST_KEYS = 500
/** As pino counts levels. */
const WARN = 40

interface Seen {
  at: number
  suppressed: number
}

/** A full disk or a closed pipe fails every write. Unheard, that error would end the process. */
function standardOutput(): DestinationStream {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const destination = pino.destination({ fd: 1, sync: true, maxLength: 1_000_000 })
  destination.on('error', () => {})
  return destination
}

const messageOf = (args: readonly unknown[]): string => {
  const [first, second] = args
  if (typeof first === 'string') return first
  const { code, message } = ((first as { err?: unknown } | null)?.err ?? {}) as { code?: unknown; message?: unknown }
  return `${String(second ?? '')} ${String(code ?? message ?? '')}`
}

/** Decides which warnings and errors are written. During an outage every request and every job reports the same one. */
function createThinning(now: () => number): (key: string) => Seen | null {
  const seen = new Map<string, Seen>()
  return (key) => {
    const known = seen.get(key)
    if (known && now() - known.at < REPEAT_MS) {
      known.suppressed++
      return null
    }
    seen.delete(key)
    if (seen.size >= MOST_KEYS) for (const oldest of seen.keys()) if (seen.delete(oldest)) break
    seen.set(key, { at: now(), suppressed: 0 })
    return known ?? { at: 0, suppressed: 0 }
  }
}

export function createLog(
  level: string,
  destination: DestinationStream = standardOutput(),
  now: () => number = () => performance.now(),
): Logger {
  const thin = createThinning(now)
  const options: pino.LoggerOptions = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    hooks: {
      logMethod(args, method, weight) {
        if (weight < WARN) return method.apply(this, args)
        const passed = thin(`${weight} ${messageOf(args)}`)
        if (passed === null) return
        if (passed.suppressed === 0) return method.apply(this, args)
        const [first, ...rest] = args as unknown[]
        const repeated = { repeated: passed.suppressed }
        const told =
          typeof first === 'string' ? [repeated, first, ...rest] : [{ ...(first as object), ...repeated }, ...rest]
        return method.apply(this, told as typeof args)
      },
    },
  }
  return pino(options, destination)
}
