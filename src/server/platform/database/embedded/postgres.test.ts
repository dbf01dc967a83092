import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { until } from '#test/support/engine.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { raise } from '#test/support/raise.ts'
import { HERE } from './machine.ts'
import { type EmbeddedOptions, joinPostgres } from './postgres.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const pidFile = join(folder.path, 'postgres/postmaster.pid')
const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
const joined = (more: Partial<EmbeddedOptions> = {}) =>
  joinPostgres({ dataDir: folder.path, database: 'x', settings: { fsync: 'off' }, onLost: raise, ...more })
/** Watches no longer than it must what may be used elsewhere. */
const QUICK = { beatMs: 250 }

async function ask(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query('select n from kept')).rows[0]?.n
  } finally {
    await client.end().catch(() => {})
  }
}

describe('the embedded Postgres', () => {
  it('is started again on its port when it is killed, by one of its users, and stays while one is left', async () => {
    const told: string[] = []
    const onTrouble = (message: string) => told.push(message)
    const first = await joinPostgres({
      dataDir: folder.path,
      database: 'x',
      settings: { fsync: 'off' },
      onTrouble,
      onLost: raise,
    })
    const second = await joined()
    expect(second.url).toBe(first.url)
    const client = new pg.Client({ connectionString: first.url })
    client.on('error', () => {})
    await client.connect()
    await client.query('create table kept as select 7 as n')
    await client.end()

    for (let n = 0; n < 2; n++) {
      const before = pid()
      process.kill(before, 'SIGKILL')
      expect(await until(() => ask(first.url).catch(() => undefined))).toBe(7)
      expect(pid()).not.toBe(before)
    }
    expect(told.length).toBeLessThanOrEqual(2)

    // Both are its users again, by the lock that says so, before one leaves.
    const members = `select count(*)::int as n from pg_locks where locktype = 'advisory' and granted and objid = 7234002`
    await until(async () => {
      const admin = new pg.Client({ connectionString: first.url })
      await admin.connect()
      const found = await admin.query(members)
      await admin.end()
      return found.rows[0].n === 2
    })
    await first.leave()
    expect(await ask(second.url)).toBe(7)
    await second.leave()
    await expect(ask(second.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it.each([0, 3, 10, 30, 60])(
    'is there for a start that comes %i ms after its last user began to leave',
    async (ms) => {
      const first = await joined()
      const leaving = first.leave()
      await sleep(ms)
      const next = await joined()
      await leaving
      const before = pid()
      expect(await ask(next.url)).toBe(7)
      await sleep(200)
      expect([await ask(next.url), pid()]).toEqual([7, before])
      await next.leave()
      expect(existsSync(pidFile)).toBe(false)
    },
  )

  it('is waited for while it recovers, however long that takes', async () => {
    const data = join(folder.path, 'postgres')
    const { uid, gid } = statSync(join(data, 'PG_VERSION'))
    const signal = (name: string) => {
      writeFileSync(join(data, name), '')
      chownSync(join(data, name), uid, gid)
    }
    // A standby recovers until it is told to stop.
    signal('standby.signal')
    const settings = { fsync: 'off', hot_standby: 'off' }
    const joining = joinPostgres({ dataDir: folder.path, database: 'x', settings, onLost: raise })
    let outcome = 'waits'
    joining.then(
      () => (outcome = 'joined'),
      () => (outcome = 'gave up'),
    )
    try {
      await until(
        async () =>
          existsSync(pidFile) &&
          /hot standby|not accepting/i.test(readFileSync(join(folder.path, 'postgres.log'), 'utf8')),
      )
      vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 3_600_000)
      await sleep(500)
      expect(outcome).toBe('waits')
    } finally {
      vi.restoreAllMocks()
      signal('promote')
      process.kill(pid(), 'SIGUSR1')
    }
    const member = await joining
    expect(await ask(member.url)).toBe(7)
    await member.leave()
  })

  it('starts although the number it had belongs to another program now, and a lock was left with our own', async () => {
    // A power cut, or a container in its second life.
    writeFileSync(pidFile, `${process.pid}\n${join(folder.path, 'postgres')}\n1\n5432\n\n127.0.0.1\n\n`)
    mkdirSync(join(folder.path, 'postgres/.chowk-starting'))
    writeFileSync(join(folder.path, 'postgres/.chowk-starting/pid'), String(process.pid))
    const member = await joined(QUICK)
    expect(await ask(member.url)).toBe(7)
    await member.leave()
  })

  it('says at once that the password is of another installation, and leaves no server behind', async () => {
    const password = join(folder.path, 'postgres.password')
    const right = readFileSync(password)
    for (const wrong of ['of another data folder', '']) {
      writeFileSync(password, wrong)
      await expect(joined()).rejects.toThrow(`The password in ${password} does not open the database`)
      expect(existsSync(pidFile)).toBe(false)
    }
    writeFileSync(password, right)
    const member = await joined()
    expect(await ask(member.url)).toBe(7)
    await member.leave()
  })

  it('says that a first start was killed while it created the database, and takes a restored one for whole', async () => {
    const unfinished = temporaryFolder()
    const data = join(unfinished.path, 'postgres')
    const start = () =>
      joinPostgres({ dataDir: unfinished.path, database: 'x', settings: { fsync: 'off' }, onLost: raise })
    try {
      // What initdb leaves when it is killed early.
      mkdirSync(data)
      writeFileSync(join(data, 'PG_VERSION'), '18\n')
      writeFileSync(join(unfinished.path, 'postgres.unfinished'), data)
      await expect(start()).rejects.toThrow(`killed while it created the database in ${data}`)
      rmSync(data, { recursive: true })
      const created = await start()
      await created.leave()
      expect(existsSync(join(unfinished.path, 'postgres.unfinished'))).toBe(false)
      writeFileSync(join(unfinished.path, 'postgres.unfinished'), data)
      const restored = await start()
      await restored.leave()
    } finally {
      unfinished.remove()
    }
  })

  it.runIf(process.getuid?.() === 0)(
    'stays with its own user when root starts it once, and takes a copy that root made without owners',
    async () => {
      const data = join(folder.path, 'postgres')
      const all = () =>
        ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })].map((name) => join(data, name))
      const owners = () => new Set(all().map((path) => statSync(path).uid))
      for (const [before, after] of [
        [4321, 4321],
        [0, statSync(data).uid],
      ] as const) {
        for (const path of all()) chownSync(path, before, before)
        const member = await joined()
        expect(await ask(member.url)).toBe(7)
        await member.leave()
        expect(owners()).toEqual(new Set([after]))
      }
    },
  )

  it('is not started while it is in use on another machine or in another container, but when that has ended', async () => {
    const inUse = join(folder.path, 'postgres/.chowk-in-use')
    const member = await joined()
    expect(readFileSync(inUse, 'utf8')).toContain(`${HERE}\n`)
    await member.leave()
    expect(existsSync(inUse)).toBe(false)
    let beats = 0
    const beat = () => writeFileSync(inUse, `elsewhere\nother-host\nunknown\n${++beats}\n`)
    beat()
    const other = setInterval(beat, QUICK.beatMs)
    try {
      await expect(joined(QUICK)).rejects.toThrow('in use on another machine or in another container (other-host)')
    } finally {
      clearInterval(other)
    }
    expect(existsSync(pidFile)).toBe(false)
    const next = await joined(QUICK)
    expect(await ask(next.url)).toBe(7)
    await next.leave()
    // What a killed process left here does not make the next start wait.
    writeFileSync(inUse, `${HERE}\nthis-host\nunknown\n1\n`)
    const soon = await Promise.race([joined(), sleep(4_000)])
    await soon?.leave()
    expect(soon).toBeDefined()
  })

  it('never connects a hot copy, restored next to the original, to the original database', async () => {
    const original = await joined()
    const copy = temporaryFolder()
    try {
      cpSync(folder.path, copy.path, { recursive: true })
      const restored = await joinPostgres({
        dataDir: copy.path,
        database: 'x',
        settings: { fsync: 'off' },
        onLost: raise,
      })
      expect(restored.url).not.toBe(original.url)
      expect(await ask(restored.url)).toBe(7)
      await restored.leave()
      expect(await ask(original.url)).toBe(7)
    } finally {
      await original.leave()
      copy.remove()
    }
  })
})
