/** Closed-loop HTTP load: `wrk` where it is installed (it takes little of the machine), else autocannon. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'

export interface Load {
  per_second: number
  p50: number
  p99: number
  /** Answers other than 2xx, broken connections, time-outs. */
  bad: number
}

const hasWrk = spawnSync('wrk', ['-v']).error === undefined

const SCRIPT = (body: string) => `wrk.method = "POST"
wrk.body = ${JSON.stringify(body)}
wrk.headers["Content-Type"] = "application/json"
done = function(s, l, r)
  io.write(string.format('RESULT {"per_second":%.1f,"p50":%.2f,"p99":%.2f,"bad":%d}\\n', s.requests / (s.duration / 1e6),
    l:percentile(50) / 1000, l:percentile(99) / 1000, s.errors.status + s.errors.connect + s.errors.read + s.errors.write + s.errors.timeout))
end
`
let script: string | undefined

/** POSTs `body` to `url` again and again. */
export async function load(url: string, body: string, clients: number, seconds: number): Promise<Load> {
  if (!hasWrk) {
    const headers = { 'content-type': 'application/json' }
    const result = await autocannon({ url, method: 'POST', body, headers, connections: clients, duration: seconds })
    const bad = result.non2xx + result.errors + result.timeouts
    return { per_second: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, bad }
  }
  if (!script) {
    script = join(mkdtempSync(join(tmpdir(), 'chowk-bench-')), 'post.lua')
    writeFileSync(script, SCRIPT(body))
  }
  const args = ['-t1', `-c${clients}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  await new Promise((resolve) => child.once('close', resolve))
  const found = /RESULT (\{.*\})/.exec(text)?.[1]
  if (!found) throw new Error(`wrk said: ${text.slice(0, 300)}`)
  return JSON.parse(found) as Load
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
