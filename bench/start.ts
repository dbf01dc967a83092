/**
 * From "installed" to "ready", and what it holds at rest. `npm run bench -- start [times]`. Prints the time of first starts (an empty
 * folder) and of later ones, and the memory of every process once nothing happens. Exits non-zero above 5 s or 350 MB.
 *
 * Memory is the proportional share (PSS: a page that n processes share counts 1/n in each), so that the processes of Postgres, which
 * share their buffers, are not counted many times. The plain sum (RSS) stands beside it. Linux only.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const MOST_START_MS = 5000
const MOST_MB = 350
/** Connections that were only needed to start have closed by then. */
const REST_MS = 35_000

interface Row {
  process: string
  processes: number
  pss_mb: number
  rss_mb: number
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function start(dataDir: string) {
  const began = performance.now()
  const child = spawn(process.execPath, ['--no-warnings', 'src/server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      printed += data.toString()
      if (/is ready/.test(printed)) resolve()
    })
    child.once('exit', () => reject(new Error(`It ended:\n${printed}`)))
  })
  const ms = performance.now() - began
  return { ms, cpu_ms: cpuOf(child.pid ?? 0), pid: child.pid ?? 0, end: () => child.kill('SIGTERM') && exited }
}

/** Time on a processor so far: what a start costs whatever else the machine does. Linux counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** What belongs to a program: its children and their children, and the database of its folder with its own. */
function familyOf(pid: number, dataDir: string): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const database = Number(read(join(dataDir, 'postgres/postmaster.pid')).split('\n')[0])
  const family = [pid, database]
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member && !family.includes(child)) family.push(child)
  return family
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function memory(pids: number[]): Row[] {
  const rows = new Map<string, Row>()
  for (const pid of pids) {
    const rollup = read(`/proc/${pid}/smaps_rollup`)
    const mb = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024
    const line = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    const name = /runners\/(\w+)\/process/.exec(line)?.[1] ?? (/postgres/.test(line) ? 'postgres' : 'server')
    const row = rows.get(name) ?? { process: name, processes: 0, pss_mb: 0, rss_mb: 0 }
    row.processes++
    row.pss_mb += mb('Pss')
    row.rss_mb += mb('Rss')
    rows.set(name, row)
  }
  return [...rows.values()]
}

/** @returns whether both figures were reached */
export async function startAndRest(times = 5): Promise<boolean> {
  const folders = Array.from({ length: times }, () => mkdtempSync(join(tmpdir(), 'chowk-bench-')))
  const first: { ms: number; cpu_ms: number }[] = []
  const later: { ms: number; cpu_ms: number }[] = []
  let rows: Row[] = []
  try {
    for (const [index, folder] of folders.entries()) {
      // When root runs this the database runs as another account, which must be able to enter.
      chmodSync(folder, 0o755)
      const fresh = await start(folder)
      first.push(fresh)
      await fresh.end()
      const again = await start(folder)
      later.push(again)
      if (index === folders.length - 1) {
        await sleep(REST_MS)
        rows = memory(familyOf(again.pid, folder))
      }
      await again.end()
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  const round = (value: number) => Math.round(value)
  const sum = (field: 'pss_mb' | 'rss_mb') => rows.reduce((total, row) => total + row[field], 0)
  const line = (name: string, starts: typeof first) => ({
    start: name,
    median_ms: round(median(starts.map(({ ms }) => ms))),
    server_cpu_ms: round(median(starts.map(({ cpu_ms }) => cpu_ms))),
    all_ms: starts.map(({ ms }) => round(ms)).join(' '),
  })
  const lines = [line('first, on an empty folder', first), line('later', later)]
  console.table(lines)
  console.table(
    [
      ...rows,
      {
        process: 'all',
        processes: rows.reduce((n, row) => n + row.processes, 0),
        pss_mb: sum('pss_mb'),
        rss_mb: sum('rss_mb'),
      },
    ].map((row) => ({ ...row, pss_mb: round(row.pss_mb), rss_mb: round(row.rss_mb) })),
  )
  const ok = lines.every(({ median_ms }) => median_ms <= MOST_START_MS) && sum('pss_mb') <= MOST_MB
  console.log(ok ? 'Reached.' : `Missed: at most ${MOST_START_MS} ms and ${MOST_MB} MB.`)
  return ok
}

if (import.meta.main) process.exitCode = (await startAndRest(Number(process.argv[2] ?? 5))) ? 0 : 1
