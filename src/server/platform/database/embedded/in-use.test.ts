import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '#test/support/engine.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { raise } from '#test/support/raise.ts'
import { isAlive } from './alive.ts'
import { prepareCluster } from './cluster.ts'
import { claimUse } from './in-use.ts'
import { HERE, IDENTITY } from './machine.ts'
import { type EmbeddedOptions, joinPostgres } from './postgres.ts'

let folder: ReturnType<typeof temporaryFolder>
let data: string
let heartbeat: string
let pidFile: string
beforeEach(() => {
  folder = temporaryFolder()
  data = join(folder.path, 'cluster')
  heartbeat = join(data, '.chowk-in-use')
  pidFile = join(data, 'postmaster.pid')
})
afterEach(() => folder.remove())

/** A start watches a heartbeat from elsewhere for five of these. */
const BEAT_MS = 250
const start = (over: Partial<EmbeddedOptions> = {}) =>
  joinPostgres({
    dataDir: join(folder.path, 'data'),
    databaseDir: data,
    database: 'x',
    settings: { fsync: 'off' },
    beatMs: BEAT_MS,
    onLost: raise,
    ...over,
  })
const startAndStop = async () => (await start()).leave()
const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
const heard = () => readFileSync(heartbeat, 'utf8')
let beats = 0
const beatElsewhere = () => writeFileSync(heartbeat, `elsewhere\nother-host\nunknown\n${++beats}\n`)
/** As of a server that cannot be seen from here: no process has this id. */
const leavePidFile = () => writeFileSync(pidFile, `4194301\n${data}\n1\n5432\n\n127.0.0.1\n\n`)
const IN_USE = 'in use on another machine or in another container (other-host)'

describe('one database that two machines or containers want to use', () => {
  it('is written by one only: a server ends as soon as another machine has taken its folder over', async () => {
    const lost: Error[] = []
    const member = await start({ onLost: (error) => lost.push(error) })
    const server = pid()
    // The other one has launched already, and its pid file has to outlive our server.
    leavePidFile()
    beatElsewhere()
    const theirs = [heard(), readFileSync(pidFile, 'utf8')]
    await until(async () => lost.length > 0, 5_000)
    expect(lost[0]?.name).toBe('DatabaseInUse')
    expect(lost[0]?.message).toMatch(/was taken over by another machine or container \(other-host\)/)
    await until(async () => !isAlive(server), 1_000)
    await member.leave()
    expect([heard(), readFileSync(pidFile, 'utf8')]).toEqual(theirs)
    expect(lost).toHaveLength(1)
  })

  it('is not started again under the other machine when our server ended first', async () => {
    const [lost, told]: [Error[], string[]] = [[], []]
    const member = await start({ onLost: (error) => lost.push(error), onTrouble: (message) => told.push(message) })
    const killed = pid()
    beatElsewhere()
    process.kill(killed, 'SIGKILL')
    await until(async () => lost.length > 0, 5_000)
    expect([pid(), told]).toEqual([killed, []])
    await member.leave()
  })

  it('is not served next to a Postgres that survived its Node elsewhere, unless the operator rules that out', async () => {
    await startAndStop()
    beatElsewhere()
    leavePidFile()
    const refused = await start().catch((error: Error) => error.message)
    expect(refused).toContain('was last used on another machine or in another container (other-host)')
    expect(refused).toContain(`remove ${heartbeat} and start again`)
    expect(existsSync(pidFile)).toBe(true)
    rmSync(heartbeat)
    await startAndStop()
  })

  it('is left to the other one when the operator was wrong, or when two starts take it over at once', async () => {
    await startAndStop()
    const outlive = async (isThere: () => boolean) => {
      const starting = start().catch((error: Error) => error.message)
      await until(async () => isThere() && heard().startsWith(HERE))
      // A server that runs elsewhere beats again and again: a single beat can be overwritten unseen.
      beatElsewhere()
      const other = setInterval(beatElsewhere, BEAT_MS)
      expect(await starting.finally(() => clearInterval(other))).toContain(IN_USE)
      expect(heard()).toContain('other-host')
    }
    leavePidFile()
    await outlive(() => existsSync(heartbeat))
    rmSync(pidFile)
    await outlive(() => true)
    expect(existsSync(pidFile)).toBe(false)
  })

  it('comes up without the operator after a power cut on this machine', async () => {
    await startAndStop()
    leavePidFile()
    writeFileSync(heartbeat, `an-earlier-boot pid:[1]\nthis-host\n${IDENTITY}\n1\n`)
    if (IDENTITY === 'unknown') await expect(start()).rejects.toThrow('was last used on another machine')
    else await startAndStop()
  })

  it('is protected in DATABASE_DIR, also from a start with a data folder of its own', async () => {
    await startAndStop()
    beatElsewhere()
    const other = setInterval(beatElsewhere, BEAT_MS)
    try {
      await expect(start({ dataDir: join(folder.path, 'second') })).rejects.toThrow(IN_USE)
    } finally {
      clearInterval(other)
    }
    expect(existsSync(pidFile)).toBe(false)
  })

  it('is there for a start whose predecessor removes its heartbeat at that very moment', async () => {
    mkdirSync(data)
    const place = { account: null, bin: folder.path, data }
    for (const n of [1, 2, 3]) {
      writeFileSync(heartbeat, `${HERE}\nthis-host\n${IDENTITY}\n${n}\n`)
      const claiming = claimUse(place, raise, BEAT_MS)
      // It has read the file, and opens it next.
      rmSync(heartbeat)
      const use = await claiming
      expect(heard()).toContain(HERE)
      await use.end(true)
    }
  })

  it('counts as used while a slow disk creates it, and is not filled when another machine was quicker', async () => {
    mkdirSync(data)
    chmodSync(folder.path, 0o755)
    const [bin, go] = [join(folder.path, 'bin'), join(folder.path, 'go')]
    mkdirSync(bin)
    const initdb = `#!/bin/sh\nfor n in 1 2 3 4 5 6 7 8 9 10; do [ -e ${go} ] && break; sleep 0.5; done\n: > "$2/PG_VERSION"\n`
    writeFileSync(join(bin, 'initdb'), initdb, { mode: 0o755 })
    const place = { account: null, bin, data }
    const lost = vi.fn()
    const use = await claimUse(place, lost, BEAT_MS)
    const first = heard()
    const creating = prepareCluster(place, folder.path, 'secret', use).catch((error: Error) => error.message)
    await until(async () => heard() !== first, 4_000)
    beatElsewhere()
    writeFileSync(go, '')
    expect(await creating).toContain('was taken over by another machine or container')
    expect(existsSync(join(data, 'PG_VERSION'))).toBe(false)
    await use.end(true)
    expect(heard()).toContain('other-host')
    expect(lost).toHaveBeenCalledOnce()
  })

  it('counts as used while its Postgres still writes, although its last user has left', async () => {
    const member = await start()
    const server = pid()
    process.kill(server, 'SIGSTOP')
    let now = Date.now()
    // Half a minute passes between one look at the clock and the next.
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 30_000))
    try {
      await member.leave()
    } finally {
      vi.restoreAllMocks()
      expect(isAlive(server)).toBe(true)
      expect(existsSync(heartbeat)).toBe(true)
      process.kill(server, 'SIGCONT')
    }
    await until(async () => !isAlive(server), 30_000)
    await startAndStop()
    expect(existsSync(heartbeat)).toBe(false)
  })
})
