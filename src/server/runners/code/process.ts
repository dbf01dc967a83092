/** Program of a runner process for people's JavaScript. */
import { type Answer, JobError, type Place, serveJobs } from '#server/runners/serve.ts'
import type { AnswerHeader } from '#server/runners/slot.ts'
import { Sandboxes } from './sandboxes.ts'

interface CodeJob {
  source: string
  timeout_ms: number
  memory_mb: number
  tenant: string
  workflow: string
  together?: Place
}

const sandboxes = new Sandboxes()

/** After these the process is not trusted with another job. */
const OFFENCES = ['code_timeout', 'code_memory']

/** Of jobs that came together: processor time of all, in ms, after which none is begun, and elapsed time of each. */
const TURN_MS = 20
const QUICK_MS = 100

const leave = (left: AnswerHeader['left']): Answer => ({ header: { left } })

let turn: NodeJS.CpuUsage | null = null
let isRetired = false

/** Whether the jobs that came together with this one took their time already. */
function isTurnOver({ together }: CodeJob): boolean {
  const before = turn
  turn = together === 'more' ? (before ?? process.cpuUsage()) : null
  if (before === null) return false
  const { user, system } = process.cpuUsage(before)
  return isRetired || (user + system) / 1000 > TURN_MS
}

function execute(job: CodeJob, bindings: string, limit: number): Answer {
  const began = performance.now()
  try {
    const sandbox = sandboxes.of(job.tenant, job.memory_mb)
    const { logs, output } = sandbox.execute(job, bindings, limit)
    setImmediate(() => sandbox.prepare())
    return { header: { logs }, blob: Buffer.from(output) }
  } catch (cause) {
    if (!(cause instanceof JobError)) throw cause
    const wasCutShort = limit < job.timeout_ms && cause.code === 'code_timeout' && performance.now() - began >= limit
    if (wasCutShort) {
      sandboxes.forget(job.tenant)
      return leave('slow')
    }
    const retire = OFFENCES.includes(cause.code)
    isRetired ||= retire
    return { header: { error: { code: cause.code, message: cause.message }, retire } }
  }
}

serveJobs('code_error', ({ header, blob }): Answer => {
  const job = header as CodeJob
  if (isTurnOver(job)) return leave('later')
  const limit = job.together === undefined ? job.timeout_ms : Math.min(QUICK_MS, job.timeout_ms)
  return execute(job, blob.toString('utf8'), limit)
})
