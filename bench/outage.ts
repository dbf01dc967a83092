/**
 * The running program while its database dies again and again, and it itself once. `npm run bench -- outage [outages]`. Every 2.5 s
 * the embedded Postgres is killed or shut down under a steady stream of runs that each ask the outside twice with a wait between; in
 * the middle the server is killed too. Exits non-zero when a run that was accepted does not succeed, an effect is missing, or a
 * refusal is something else than 503.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinal } from '#contract/runs/execution-states.ts'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { startProgram, temporaryFolder } from '#test/support/program.ts'
import { openSink } from '#test/support/sink.ts'
import { postmasterPid, signIn, type Visit, visit } from '#test/support/visit.ts'

const PASSWORD = 'admin of the trial'
const EVERY_MS = 2500
const BETWEEN_RUNS_MS = 60

const count = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1)

/** Status of the answer; what the socket said while nobody listens. */
async function startOne(who: Visit, workflow_id: string, ids: string[]): Promise<string> {
  try {
    const { status, data } = await who.call('POST', '/api/v1/workflows/execute', { workflow_id, input: {} })
    if (status === 200) ids.push(data.execution_id)
    return String(status)
  } catch {
    return 'no server'
  }
}

/** @returns whether nothing was lost */
export async function outage(outages = 8): Promise<boolean> {
  const sink = await openSink(100)
  const folder = temporaryFolder()
  const env = {
    DATA_DIR: folder.path,
    PORT: String(await freePort()),
    ADMIN_PASSWORD: PASSWORD,
    OUTBOUND_ALLOW: new URL(sink.url).host,
    LOG_LEVEL: 'silent',
  }
  let program = await startProgram(env)
  const enter = async () => visit(program.url, await signIn(program.url, 'admin@chowk.local', PASSWORD))
  let admin = await enter()
  const ask = { method: 'POST', url: sink.url, body_type: 'json', body: {} }
  const steps = [
    node('start', 'manual_trigger'),
    node('first', 'http_request', ask),
    node('pause', 'wait', { seconds: 1 }),
    node('second', 'http_request', ask),
    set('done', { answer: 42 }),
  ]
  const workflow_id = await admin.workflow('Trial', workflow(steps, wires('start > first > pause > second > done')))
  const ids: string[] = []
  const answers = new Map<string, number>()
  let on = true
  const stream = (async () => {
    while (on) {
      count(answers, await startOne(admin, workflow_id, ids))
      await sleep(BETWEEN_RUNS_MS)
    }
  })()
  for (let n = 0; n < outages; n++) {
    await sleep(EVERY_MS)
    process.kill(postmasterPid(folder.path), n % 2 === 0 ? 'SIGINT' : 'SIGKILL')
    if (n !== Math.floor(outages / 2)) continue
    await sleep(EVERY_MS / 4)
    await program.end('SIGKILL')
    program = await startProgram(env)
    admin = await enter()
  }
  on = false
  await stream
  const began = performance.now()
  const ends = new Map<string, number>()
  for (const id of ids) {
    const run = await until(async () => {
      const { status, data } = await admin.call('GET', `/api/v1/executions/${id}`)
      return status === 200 && isFinal(data.status) && data
    }, 60_000).catch(() => ({ status: 'never ended' }))
    count(ends, run.status as string)
  }
  const keys = ids.flatMap((id) => [`${id}:first:`, `${id}:second:`])
  const missing = keys.filter((key) => !sink.made.has(key)).length
  const again = keys.filter((key) => (sink.made.get(key)?.asked ?? 0) > 1).length
  console.table({
    outages,
    answers: [...answers].map(([answer, times]) => `${answer}: ${times}`).join(', '),
    accepted: ids.length,
    ends: [...ends].map(([status, times]) => `${status}: ${times}`).join(', '),
    'ms until all had ended': Math.round(performance.now() - began),
    'effects missing': missing,
    'effects asked for twice, with one key': again,
  })
  await program.end('SIGTERM')
  await sink.close()
  folder.remove()
  const refusals = [...answers.keys()].every((answer) => ['200', '503', 'no server'].includes(answer))
  return refusals && missing === 0 && ends.get('succeeded') === ids.length
}

if (import.meta.main) process.exitCode = (await outage(Number(process.argv[2] ?? 8))) ? 0 : 1
