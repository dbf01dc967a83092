/** The program's log: one JSON object per line on stdout. It must never be what ends the program, or what fills the disk. */
import { hostname } from 'node:os'
import pino, { type DestinationStream, type Logger } from 'pino'

/** The same message is written at most once in this time; the next line says how often it came meanwhile. */
const REPEAT_MS = 5_000
const MOST_KEYS = 500
/** As pino counts levels. */
const WARN = 40
const INFO = 30

interface Seen {
  at: number
  suppressed: number
}

const ignoreFailures = (): void => {
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0) stream.on('error', () => {})
}

/** A full disk or a closed pipe fails every write. Unheard, that error would end the process. @param minLength bytes that are written together */
export function standardOutput(minLength = 0): ReturnType<typeof pino.destination> {
  ignoreFailures()
  const destination = pino.destination({ fd: 1, sync: true, minLength, maxLength: 1_000_000 })
  destination.on('error', () => {})
  return destination
}

/** What makes two lines the same one. Of two people that are refused both are told. */
const messageOf = (args: readonly unknown[]): string => {
  const [first, second] = args
  if (typeof first === 'string') return first
  const { err, type, event, caller_id, address } = (first ?? {}) as Record<string, unknown>
  if (type === 'security') return `${String(event)} ${String(caller_id)} ${String(address)}`
  const { code, message } = (err ?? {}) as { code?: unknown; message?: unknown }
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

/** The database quotes values of rows and of statements there. */
const QUOTING = ['detail', 'where', 'internalQuery', 'parameters', 'query', 'sql'] as const

function serializeError(error: Error): object {
  const told = { ...pino.stdSerializers.err(error) } as Record<string, unknown>
  for (const name of QUOTING) delete told[name]
  return told
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
    serializers: { err: serializeError },
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

/** Lines of requests are written together, but none is kept back for longer than this. */
const FLUSH_MS = 500
const FLUSH_BYTES = 8_192

export interface AccessLog {
  write(line: object): void
  stop(): void
}

/** The access log: a write for each of thousands of lines a second would cost more than their answers. Null where the level leaves it out. */
export function createAccessLog(level: string): AccessLog | null {
  if (!pino({ level }).isLevelEnabled('info')) return null
  const destination = standardOutput(FLUSH_BYTES)
  // In the form of the log's other lines, without what pino does for arbitrary ones: that is most of what a line costs.
  const head = `{"level":${INFO},"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"time":`
  const flush = () => {
    try {
      destination.flushSync()
    } catch {
      // A full disk: the lines are lost.
    }
  }
  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()
  process.on('exit', flush)
  return {
    write: (line) => destination.write(`${head}${Date.now()},${JSON.stringify(line).slice(1)}\n`),
    stop() {
      clearInterval(timer)
      flush()
      process.off('exit', flush)
    },
  }
}
