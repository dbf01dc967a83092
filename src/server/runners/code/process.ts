/** Program of a runner process for people's JavaScript. */
import { type Answer, JobError, serveJobs } from '#server/runners/serve.ts'
import { Sandboxes } from './sandboxes.ts'

interface CodeJob {
  source: string
  timeout_ms: number
  memory_mb: number
  tenant: string
  workflow: string
}

const sandboxes = new Sandboxes()

/** After these the process is not trusted with another job. */
const OFFENCES = ['code_timeout', 'code_memory']

serveJobs('code_error', ({ header, blob }): Answer => {
  const job = header as CodeJob
  try {
    const sandbox = sandboxes.of(job.tenant, job.memory_mb)
    const { logs, output } = sandbox.execute(job, blob.toString('utf8'), job.timeout_ms)
    setImmediate(() => sandbox.prepare())
    return { header: { logs }, blob: Buffer.from(output) }
  } catch (cause) {
    if (!(cause instanceof JobError)) throw cause
    const retire = OFFENCES.includes(cause.code)
    return { header: { error: { code: cause.code, message: cause.message }, retire } }
  }
})
