/** People who make a server work as hard as they can, beside people who only look around: how long the latter wait, and how each attack ends. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { JsonObject } from '#contract/core/primitives.ts'
import { ATTACKS, type Attack } from './hostile-attacks.ts'
import type { LongTasks } from './long-tasks.ts'
import type { ClientsData, Looked } from './ordinary-clients.ts'
import { PASSWORD, signIn, signUp, type Visit, visit } from './visit.ts'

export interface HostileLoadOptions {
  /** Ordinary people: each looks at the health and the marketplace again and again. */
  clients: number
  /** What a client does between two looks, in ms. */
  rest_ms: number
  /** Accounts that attack, each with everything, one thing after the other. */
  attackers: number
  /** How often each attacker goes through all attacks. */
  rounds: number
  /** How long the clients browse before the attacks begin, in ms. */
  alone_ms: number
}

export interface HostileLoadReport {
  looks: number
  /** Looks that were not answered with 200. */
  failed: number
  /** Of the looks before the attacks began, in ms of elapsed time. */
  alone_p50_ms: number
  alone_p99_ms: number
  /** Of the looks during the attacks. */
  p50_ms: number
  p99_ms: number
  slowest_ms: number
  /** The longest the server's thread computed without letting anybody in, in ms of processor time. */
  longest_turn_ms: number
  /** How often each attack ended how. */
  ends: Record<string, Record<string, number>>
  /** Ends that are not what the attack must come to. */
  unexpected: string[]
}

export interface LoadedServer {
  url: string
  admin: Visit
  turns: LongTasks
}

const LOOKS = ['/health', '/marketplace', '/api/v1/agents?limit=20']

/** @returns the one who ends their looking around and counts it */
function lookAround(url: string, { clients, rest_ms }: HostileLoadOptions): () => Promise<Looked> {
  const workerData = { url, paths: LOOKS, clients, rest_ms } satisfies ClientsData
  const worker = new Worker(new URL('./ordinary-clients.ts', import.meta.url), { workerData })
  const looked = once(worker, 'message') as Promise<[Looked]>
  looked.catch(() => {})
  return async () => {
    worker.postMessage('stop')
    const [{ times, failed }] = await looked
    return { times: times.toSorted((a, b) => a - b), failed }
  }
}

/** @returns how it ended: the code of its error, or what it gave */
async function attempt(who: Visit, attack: Attack): Promise<string> {
  if ('body' in attack) {
    const { status, errors } = await who.call(...attack.body())
    return status < 300 ? 'accepted' : (errors[0]?.code ?? String(status))
  }
  const input: JsonObject = attack.file ? { file_id: await uploaded(who, attack.file()) } : (attack.input?.() ?? {})
  const workflow_id = await who.workflow(attack.name, attack.document())
  const { status, data, errors } = await who.call('POST', '/api/v1/workflows/execute', { workflow_id, input })
  if (status >= 300) return errors[0]?.code ?? String(status)
  for (;;) {
    const { status: answered, data: run } = await who.call('GET', `/api/v1/executions/${data.execution_id}`)
    if (answered !== 200) return `asked how it ended: ${answered}`
    if (run.status === 'failed') return run.error.code
    if (!['queued', 'running'].includes(run.status)) return run.status
    await sleep(100)
  }
}

async function uploaded(who: Visit, { name, mime, bytes }: { name: string; mime: string; bytes: Buffer }) {
  return (await who.upload(name, mime, bytes)).data.id as string
}

/** @returns their addresses */
async function sellersOf({ url, admin }: LoadedServer, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `attacker-${n}@example.com`)
  const sellers = await Promise.all(emails.map(async (email) => visit(url, await signUp(url, email))))
  for (const seller of sellers) {
    const { data: me } = await seller.call('GET', '/api/v1/users/me')
    await admin.call('PUT', `/api/v1/users/${me.id}/role`, { role: 'seller', reason: 'Attacks the server' })
  }
  return emails
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

/** @param server of this trial alone */
export async function runHostileLoad(
  server: LoadedServer,
  options: HostileLoadOptions,
  attacks: readonly Attack[] = ATTACKS,
): Promise<HostileLoadReport> {
  const { url, turns } = server
  const sellers = await sellersOf(server, options.attackers)
  const ends: HostileLoadReport['ends'] = Object.fromEntries(attacks.map(({ name }) => [name, {}]))
  // What a start is followed by (jobs, indexes, the first drawing of a page) is not what is measured.
  for (const path of LOOKS) await (await fetch(url + path)).arrayBuffer()
  const stopAlone = lookAround(url, options)
  await sleep(options.alone_ms)
  const alone = await stopAlone()
  turns.begin()
  const stopBeside = lookAround(url, options)
  const everything = sellers.map(async (email, first) => {
    for (let n = 0; n < options.rounds * attacks.length; n++) {
      const attack = attacks[(first * 3 + n) % attacks.length] as Attack
      // A token lasts for 15 minutes.
      const end = await attempt(visit(url, await signIn(url, email, PASSWORD)), attack)
      const counted = ends[attack.name] as Record<string, number>
      counted[end] = (counted[end] ?? 0) + 1
    }
  })
  const [, { times, failed }] = await Promise.all([
    Promise.all(everything),
    Promise.allSettled(everything).then(stopBeside),
  ])
  return {
    looks: times.length,
    failed: failed + alone.failed,
    alone_p50_ms: at(alone.times, 0.5),
    alone_p99_ms: at(alone.times, 0.99),
    p50_ms: at(times, 0.5),
    p99_ms: at(times, 0.99),
    slowest_ms: at(times, 1),
    longest_turn_ms: turns.since()[0] ?? 0,
    ends,
    unexpected: attacks.flatMap((attack) =>
      Object.keys(ends[attack.name] ?? {})
        .filter((end) => !isAllowed(attack, end))
        .map((end) => `${attack.name}: ${end}`),
    ),
  }
}

/** An account that used up its minute is told so, whatever it tries next. */
const isAllowed = (attack: Attack, end: string): boolean =>
  attack.ends.includes(end) || (!('body' in attack) && end === 'cpu_limit')
