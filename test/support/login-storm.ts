/** Many strangers guess at one account as fast as they are told to, while its owner and other people go on signing in. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/core/errors.ts'
import { Browser, PASSWORD, signUpSomebody, type TestIdentity } from './identity.ts'

export interface StormOptions {
  /** Guesses in all, spread evenly over `over_ms`. */
  guesses: number
  over_ms: number
  /** From how many addresses the guesses come. */
  addresses: number
  /** How many other people sign in meanwhile, each once, and how often the owner does. */
  others: number
  owner: number
}

export interface StormReport {
  /** Guesses that were looked at, and those refused for there being too many. */
  checked: number
  throttled: number
  /** Guesses that ended in anything else. */
  other: Record<string, number>
  /** Sign-ins that worked, of those tried. */
  owner: { tried: number; worked: number; p95_ms: number }
  others: { tried: number; worked: number; p95_ms: number }
  took_ms: number
}

const p95 = (times: number[]): number =>
  Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN)

async function timed(tries: number, over_ms: number, signIn: (at: number) => Promise<unknown>) {
  const times: number[] = []
  let worked = 0
  for (let at = 0; at < tries; at++) {
    const started = performance.now()
    await signIn(at).then(
      () => {
        worked += 1
      },
      () => {},
    )
    times.push(performance.now() - started)
    await sleep(Math.max(0, over_ms / tries - (performance.now() - started)))
  }
  return { tried: tries, worked, p95_ms: p95(times) }
}

export async function runLoginStorm(identity: TestIdentity, options: StormOptions): Promise<StormReport> {
  const { guesses, over_ms, addresses } = options
  const owner = await signUpSomebody(identity)
  const crowd = await Promise.all(Array.from({ length: options.others }, () => signUpSomebody(identity)))
  const outcomes = new Map<string, number>()
  const began = performance.now()
  const guess = async (at: number) => {
    // An even pace, whatever the answers take.
    await sleep(Math.max(0, began + (at * over_ms) / guesses - performance.now()))
    const from = new Browser(`10.${(at % addresses) >> 16}.${((at % addresses) >> 8) & 255}.${(at % addresses) & 255}`)
    const outcome = await identity.accounts
      .signIn({ email: owner.email, password: `guess ${at}` }, from)
      .then(() => 'signed in')
      .catch((error: unknown) => (error instanceof AppError ? error.code : String(error)))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const storm = Promise.all(Array.from({ length: guesses }, (_, at) => guess(at)))
  const again = (email: string, browser: Browser) => identity.accounts.signIn({ email, password: PASSWORD }, browser)
  const [ownerDid, othersDid] = await Promise.all([
    timed(options.owner, over_ms, () => again(owner.email, owner.browser)),
    timed(options.others, over_ms, (at) => again(crowd[at]?.email ?? '', new Browser(`172.16.${at >> 8}.${at & 255}`))),
  ])
  await storm
  const take = (name: string) => {
    const count = outcomes.get(name) ?? 0
    outcomes.delete(name)
    return count
  }
  return {
    checked: take('invalid_credentials'),
    throttled: take('too_many_requests'),
    other: Object.fromEntries(outcomes),
    owner: ownerDid,
    others: othersDid,
    took_ms: Math.round(performance.now() - began),
  }
}
