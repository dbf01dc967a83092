/**
 * Runs that use accounts, lent ones too, MCP tools and agents with tools, and runs that an app starts, while workers are killed and frozen,
 * the database is restarted, accounts are taken for ended and connected again, and the service is busy and loses answers. The short form
 * runs in `npm test`, the long one is `campaigns/app-chaos.ts`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startMcpPeer } from '#peers/mcp/server.ts'
import type { Asked, Behaviour } from '#peers/model/behaviour.ts'
import { startModelPeer } from '#peers/model/server.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { patiently } from '#test/support/chaos-judge.ts'
import { createTestEngine } from '#test/support/engine.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { assembleApps } from './apps.ts'
import { type GoogleStandIn, startGoogleStandIn } from './google.ts'
import { type AppChaosResult, judge } from './judge.ts'
import { KINDS, runIdOf, type Scene, setScene } from './scene.ts'
import type { WorkerOptions } from './worker.ts'

export interface AppChaosOptions {
  /** Of each kind of run. */
  runs: number
  /** Rows that are added to each of the watched spreadsheets. */
  rows: number
  workers: number
  kills: number
  kill_every_ms: number
  effect_ms: number
  /** Every fifth victim is frozen for so long instead. */
  freeze_ms?: number
  /** An account is taken for ended every so often, for half of this. */
  revoke_every_ms: number
  disturb?: () => Promise<void>
  disturb_every_ms?: number
  /** Without anything new for so long, what has not ended is lost. */
  quiet_ms: number
  log?: (line: string) => void
}

/** Calls the tool with what the task says, and then says how it went. */
function obey({ body }: Asked): Behaviour {
  const messages = body.messages ?? []
  const isTold = messages.some(({ role }) => role === 'tool')
  const [, n = ''] = /Write (\S+) down/.exec(String(messages.find(({ role }) => role === 'user')?.content)) ?? []
  if (isTold) return { type: 'answer', text: 'Done, or said why not.' }
  return { type: 'tools', calls: [{ name: 'add_row', arguments: { values: [[`${n}:agent`]] } }] }
}

class AppChaos {
  readonly #o: AppChaosOptions
  readonly #pool: Pool
  readonly #google: GoogleStandIn
  readonly #scene: Scene
  readonly #child: Omit<WorkerOptions, 'executor_id'>
  readonly #workers: ChildProcess[] = []
  readonly wanted = new Map<string, string>()
  errors = ''
  killed = 0
  #running = true
  #isCalm = false

  constructor(
    o: AppChaosOptions,
    pool: Pool,
    google: GoogleStandIn,
    scene: Scene,
    child: Omit<WorkerOptions, 'executor_id'>,
  ) {
    this.#o = o
    this.#pool = pool
    this.#google = google
    this.#scene = scene
    this.#child = child
  }

  employ(place: number): void {
    const options: WorkerOptions = { ...this.#child, executor_id: `app-chaos-${place}` }
    const program = join(import.meta.dirname, 'worker.ts')
    const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(options)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr?.on('data', (chunk) => {
      this.errors = (this.errors + chunk).slice(-20_000)
    })
    this.#workers[place] = child
    child.on('exit', () => {
      if (this.#running && this.#workers[place] === child) this.employ(place)
    })
  }

  end(): void {
    this.#running = false
    for (const worker of this.#workers) worker.kill('SIGKILL')
  }

  async feed(start: (n: string, kind: (typeof KINDS)[number]) => Promise<unknown>): Promise<void> {
    const { runs, rows, kills, kill_every_ms } = this.#o
    const span = Math.max(kills * kill_every_ms * 0.8, 1_000)
    const every = Math.max(1, Math.floor(runs / Math.max(1, rows)))
    for (let index = 0; index < runs; index++) {
      for (const kind of KINDS) {
        const n = `${kind}-${index}`
        this.wanted.set(n, kind)
        await patiently(() => start(n, kind))
      }
      if (index % every === 0 && index / every < rows) this.#addRow()
      await pause(span / runs)
    }
  }

  #addRow(): void {
    for (const book of this.#scene.books) {
      const list = this.#google.books.get(book) ?? []
      this.#google.books.set(book, [...list, [`row ${list.length + 1}`]])
      this.wanted.set(`${book}-${list.length + 1}`, 'trigger')
    }
  }

  async kill(): Promise<void> {
    const { kills, kill_every_ms, freeze_ms } = this.#o
    while (this.killed < kills) {
      await pause(kill_every_ms * (0.5 + Math.random()))
      const victim = this.#workers[Math.floor(Math.random() * this.#workers.length)]
      this.killed++
      if (freeze_ms && this.killed % 5 === 4) {
        victim?.kill('SIGSTOP')
        await pause(freeze_ms)
        victim?.kill('SIGCONT')
      } else victim?.kill('SIGKILL')
    }
  }

  /** The service takes an account for ended; half a turn later its owner has connected it again. */
  async revoke(): Promise<void> {
    const names = [...this.#scene.credentials.keys()].filter((name) => name !== 'of-watcher')
    for (let turn = 0; !this.#isCalm; turn++) {
      const name = names[turn % names.length] ?? ''
      await pause(this.#o.revoke_every_ms / 2)
      if (this.#isCalm) break
      this.#google.revoked.add(name)
      await pause(this.#o.revoke_every_ms / 2)
      this.#google.revoked.delete(name)
      await this.connectAgain()
    }
  }

  async connectAgain(): Promise<void> {
    const ids = [...this.#scene.credentials.values()]
    const sql = `update credentials set status = 'ready' where id = any($1) and status = 'reconnect'`
    await patiently(() => this.#pool.query(sql, [ids]))
  }

  async disturb(): Promise<void> {
    while (!this.#isCalm && this.#o.disturb) {
      await pause((this.#o.disturb_every_ms ?? 7_500) * (0.7 + Math.random() * 0.6))
      if (!this.#isCalm) await this.#o.disturb()
    }
  }

  /** Lists are looked at every second here, and what a killed process was at is free sooner. */
  async hurry(): Promise<void> {
    for (; this.#running; await pause(700))
      await this.#pool
        .query(
          `with polls as (update app_triggers set next_at = now()
             where state = 'on' and kind = 'polling' and checked_at < now() - interval '1 s'),
           taken as (update app_triggers set taken_until = now()
             where taken_until > now() and taken_until < now() + interval '140 s')
           update app_trigger_items set next_at = now() where done_at is null and next_at < now() + interval '55 s'`,
        )
        .catch(() => {})
  }

  async watching(): Promise<void> {
    const ask = `select count(*)::int as n from app_triggers where state = 'on' and checked_at is not null`
    for (;;) {
      const { rows } = await patiently(() => this.#pool.query<{ n: number }>(ask))
      if ((rows[0]?.n ?? 0) >= this.#scene.books.length) return
      await pause(300)
    }
  }

  async settle(): Promise<void> {
    this.#google.calm()
    this.#isCalm = true
    const ask = `select count(*)::int as runs, count(*) filter (where status not in ('succeeded', 'failed', 'cancelled'))::int as open
                 from executions`
    let last = ''
    for (let since = Date.now(); Date.now() - since < this.#o.quiet_ms; await pause(500)) {
      await this.connectAgain()
      const { rows } = await patiently(() => this.#pool.query<{ runs: number; open: number }>(ask))
      const { runs = 0, open = 0 } = rows[0] ?? {}
      if (open === 0 && runs >= this.wanted.size) return
      const now = `${runs} ${open} ${this.#google.written.size}`
      if (now !== last) since = Date.now()
      last = now
    }
  }
}

/** On a migrated database without anything in it. */
export async function runAppChaos(
  database: { pool: Pool; url: string },
  options: AppChaosOptions,
): Promise<AppChaosResult> {
  const { pool, url } = database
  const folder = mkdtempSync(join(tmpdir(), 'chowk-app-chaos-'))
  const [google, mcp, model] = await Promise.all([
    startGoogleStandIn(options.effect_ms),
    startMcpPeer(),
    startModelPeer(),
  ])
  model.behave(obey)
  const vault_key = newVaultKey()
  const places = { vault_key, stand_in: google.url, mcp: mcp.url }
  const apps = assembleApps(pool, folder, places)
  const scene = await setScene(pool, apps, mcp.url)
  // The first row has the names of columns.
  for (const book of scene.books) google.books.set(book, [['Name']])
  const web = await createTestEngine(database, { role: 'web' })
  const chaos = new AppChaos(options, pool, google, scene, { ...places, database_url: url, model: model.url })
  const began = Date.now()
  try {
    for (let place = 0; place < options.workers; place++) chaos.employ(place)
    await chaos.watching()
    options.log?.('watching')
    const background = [chaos.hurry(), chaos.revoke(), chaos.disturb()]
    const start = (n: string, kind: (typeof KINDS)[number]) =>
      web.engine.start({ ...scene.starts[kind](n), execution_id: runIdOf(n) })
    await Promise.all([chaos.feed(start), chaos.kill()])
    options.log?.(`${chaos.killed} kills done, waiting for the rest`)
    await chaos.settle()
    chaos.end()
    void Promise.all(background)
    const judged = await judge(pool, {
      ...{ google, scene, notes: mcp.noted.written, wanted: chaos.wanted, idOf: runIdOf },
    })
    const seconds = Math.round((Date.now() - began) / 1000)
    return { ...judged, kills: chaos.killed, seconds, ...google.figures, errors: chaos.errors }
  } finally {
    chaos.end()
    await web.engine.stop()
    apps.secrets.close()
    await Promise.all([google.close(), mcp.close(), model.close()])
    rmSync(folder, { recursive: true, force: true })
  }
}
