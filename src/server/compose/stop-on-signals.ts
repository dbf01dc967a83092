/** Which signals end the program, and how. */
import { isAlive } from '#server/platform/database/embedded/alive.ts'
import type { Output } from '#server/platform/output.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/**
 * A terminal signals a whole group, and launchers (npm, `scripts/run.mjs`) pass on what they get: what comes this soon after the first is the
 * same wish.
 */
const ONE_WISH_MS = 2_000
/** How long leaving the database may take when everything else is left as it is. */
const LEAVING_MS = 5_000
/** With leaving, the 25 s that operators are told to wait. A database that no longer answers would keep the program for ever. */
const LONGEST_MS = 19_000

/** How often it is looked whether the launcher is still there. */
const LOOK_MS = 250

interface Ends {
  /** Its end is taken for a signal; null for none. */
  launcher: number | null
  /** Lets what runs finish, then leaves the database. */
  stop(): Promise<void>
  /** Leaves the database alone: nobody else would stop the embedded one. */
  leave(): Promise<void>
  output: Output
  /** How long `stop` may take; 19 s when absent. */
  longest_ms?: number
}

/**
 * The first signal lets what runs finish, for so long; a second one leaves the database at once; a third ends whatever that waits for.
 */
export function stopOnSignals({ launcher, stop, leave, output, longest_ms = LONGEST_MS }: Ends): void {
  let since: number | null = null
  let hurried = false
  const end = async (signal: string) => {
    since = performance.now()
    // A terminal that was closed takes no words any more.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
    output.say(`\n${signal === 'SIGINT' ? 'Ctrl-C' : signal}: letting what runs finish (again to stop at once) ...`)
    setTimeout(() => {
      output.fail('It did not stop in time and is terminated now. Interrupted runs continue at the next start.')
      void hurry()
    }, longest_ms).unref()
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      output.fail(error)
      process.exit(1)
    }
  }
  const hurry = async () => {
    if (hurried) return
    hurried = true
    await Promise.race([leave().catch(() => {}), new Promise((resolve) => setTimeout(resolve, LEAVING_MS))])
    process.exit(1)
  }
  // It may have ended before this line. A live process that is not our parent started another one, which started us.
  if (launcher !== null && (process.ppid === launcher || !isAlive(launcher))) {
    const looking = setInterval(() => {
      if (process.ppid === launcher) return
      clearInterval(looking)
      if (since === null) void end('End of the launcher')
    }, LOOK_MS)
    looking.unref()
  }
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (since === null) void end(signal)
      else if (performance.now() - since < ONE_WISH_MS) return
      else if (hurried) process.exit(1)
      else void hurry()
    })
}
