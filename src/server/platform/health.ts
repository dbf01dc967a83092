/**
 * Whether the installation works: asked by load balancers, monitors and the status banner. Essential parts decide the
 * status; external services are reported in addition, because the API is online without them.
 */
import type { Health } from '#contract/platform/health.ts'

/** A question is answered before its asker gives up (5 s). */
const LONGEST_MS = 2_500
/** A question that was not answered for so long may never be. */
const DEAD_MS = 60_000

/** Asks one part. False or an error means that it does not work. */
export type Probe = () => Promise<boolean>

export interface HealthProbes {
  database: Probe
  /** Every migration of this program is applied. */
  migrations: Probe
  /** Files can be written. */
  storage: Probe
  /** At least one process that runs workflows is alive. */
  engine: Probe
  /** Runs that wait are begun. */
  queue: Probe
  /** Requests get a connection of the database. */
  requests: Probe
  /** Follows the primary closely enough to be read from; null where none is named. */
  replica: Probe | null
  /** Null where no payments are taken. */
  gateway: Probe | null
  /** Null where no mail server is set up. */
  mail: Probe | null
  /** Names of other servers are resolved; null where none is used. */
  dns: Probe | null
  /** This machine and the database agree on the time. */
  clock: Probe
}

export interface HealthChecks {
  /** Everything, with the status in the words of the API. */
  check(): Promise<Health>
  /** The same for load balancers: without what goes away only when all servers are asked. */
  checkReady(): Promise<Health>
  /** Whether runs are begun and finished here. */
  engineIsUp(): Promise<boolean>
}

/** Services of others; without them the API is online still. */
const OUTSIDE: readonly string[] = ['gateway', 'mail', 'dns']
/** Reported only: Chowk works without them, and no other server would do better. */
const TOLD_ONLY: readonly string[] = [...OUTSIDE, 'clock', 'replica']
/**
 * Not a reason to send requests elsewhere: what takes the connections of one server, such as a lock, takes those of all, and without any
 * server in turn nobody is answered at all.
 */
const NOT_OF_READINESS: readonly string[] = ['requests']
/** How long an answer is cached. External services are not queried for every caller. */
const FRESH_MS = { own: 1_000, slow: 5_000, outside: 10_000 }
/** Parts that cost more to ask, or change more rarely. */
const SLOW: readonly string[] = ['storage', 'migrations', 'clock']

/** How long an answer is cached. A part of our own that failed is asked again soon: what works again is reported as working. */
const keptFor = (name: string): { upMs: number; downMs: number } => {
  if (OUTSIDE.includes(name)) return { upMs: FRESH_MS.outside, downMs: FRESH_MS.outside }
  return { upMs: SLOW.includes(name) ? FRESH_MS.slow : FRESH_MS.own, downMs: FRESH_MS.own }
}

/** @returns the answer; false when it does not come in time */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LONGEST_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs a probe once for all callers while its answer is kept. A probe that does not answer holds a database connection, or one of the few threads that work on
 * files. After a minute a second one is started, because the connection of the first may be dead; there are never more than two, or health
 * checks alone would use up all connections and threads. The newest one decides.
 */
function cacheProbe(probe: Probe, kept: { upMs: number; downMs: number }, now: () => number): Probe {
  let unanswered = 0
  let newest: { at: number; answer: Promise<boolean> } | null = null
  let known: { at: number; keptMs: number; answer: Promise<boolean> } | null = null
  const ask = (): Promise<boolean> => {
    const isDead = unanswered === 1 && newest !== null && now() - newest.at >= DEAD_MS
    if (newest === null || isDead) {
      unanswered++
      const answer: Promise<boolean> = Promise.resolve()
        .then(probe)
        .catch(() => false)
        .finally(() => {
          unanswered--
          if (newest?.answer === answer) newest = null
        })
      newest = { at: now(), answer }
    }
    return inTime(newest.answer)
  }
  return () => {
    if (known !== null && now() - known.at < known.keptMs) return known.answer
    const asked = { at: now(), keptMs: kept.upMs, answer: ask() }
    known = asked
    void asked.answer.then((up) => {
      if (!up) asked.keptMs = kept.downMs
    })
    return asked.answer
  }
}

/** @param now in ms, for tests */
export function createHealthChecks(
  probes: HealthProbes,
  version: string,
  now: () => number = () => performance.now(),
): HealthChecks {
  const asked = Object.entries(probes)
    .filter((entry): entry is [string, Probe] => entry[1] !== null)
    .map(([name, probe]) => [name, cacheProbe(probe, keptFor(name), now)] as const)
  const answers = async (isAsked: (name: string) => boolean) =>
    Promise.all(
      asked
        .filter(([name]) => isAsked(name))
        .map(async ([name, probe]) => [name, (await probe()) ? 'up' : 'down'] as const),
    )
  const check = async (isAsked: (name: string) => boolean): Promise<Health> => {
    const found = await answers(isAsked)
    const healthy = found.every(([name, state]) => state === 'up' || TOLD_ONLY.includes(name))
    return { status: healthy ? 'healthy' : 'degraded', version, checks: Object.fromEntries(found) }
  }
  return {
    check: () => check(() => true),
    checkReady: () => check((name) => !NOT_OF_READINESS.includes(name)),
    engineIsUp: async () =>
      (await answers((name) => name === 'engine' || name === 'queue')).every(([, state]) => state === 'up'),
  }
}
