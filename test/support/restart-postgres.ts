/** Restarts a database server the hard way: no checkpoint, every connection cut, with its own command line. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const accepts = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  // It may be cut between its greeting and its end.
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * @returns what restarts the server of this address, and returns when the new one accepts connections: on a busy machine that takes longer than
 * the time between two restarts, and ended before it each time, it would never be up again
 */
export async function createRestarter(url: string): Promise<() => Promise<void>> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  await admin.end()
  const data = rows[0]?.data_directory ?? ''
  const owner = statSync(data)
  return async () => {
    while (!existsSync(join(data, 'postmaster.pid'))) await sleep(20)
    const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const line = readFileSync(join(data, 'postmaster.opts'), 'utf8').trim()
    const [program = '', ...args] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
    process.kill(Number(pid), 'SIGQUIT')
    for (let alive = true; alive; await sleep(20)) {
      try {
        process.kill(Number(pid), 0)
      } catch {
        alive = false
      }
    }
    const ids = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
    const child = spawn(program, args, {
      ...ids,
      cwd: data,
      detached: true,
      stdio: 'ignore',
      env: { LC_ALL: 'C.UTF-8' },
    })
    child.unref()
    const isAlive = () => child.exitCode === null && child.signalCode === null
    while (isAlive() && !(await accepts(url))) await sleep(20)
  }
}
