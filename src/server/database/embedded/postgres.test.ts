import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '#test/support/engine.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { joinPostgres } from './postgres.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const pidFile = join(folder.path, 'postgres/postmaster.pid')
const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
const joined = () => joinPostgres({ dataDir: folder.path, database: 'x', settings: { fsync: 'off' } })

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
    const first = await joinPostgres({ dataDir: folder.path, database: 'x', settings: { fsync: 'off' }, onTrouble })
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

    // Both have found back to it before one leaves.
    const members = `select count(*)::int as n from pg_stat_activity where application_name = 'chowk-member'`
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

  it('starts although the number it had belongs to another program now, and a lock was left with our own', async () => {
    // A power cut, or a container in its second life.
    writeFileSync(pidFile, `${process.pid}\n${join(folder.path, 'postgres')}\n1\n5432\n\n127.0.0.1\n\n`)
    mkdirSync(join(folder.path, '.starting'))
    writeFileSync(join(folder.path, '.starting/pid'), String(process.pid))
    const member = await joined()
    expect(await ask(member.url)).toBe(7)
    await member.leave()
  })

  it('never connects a hot copy, restored beside the original, to the original database', async () => {
    const original = await joined()
    const copy = temporaryFolder()
    try {
      cpSync(folder.path, copy.path, { recursive: true })
      const data = join(copy.path, 'postgres')
      const { uid, gid } = statSync(join(folder.path, 'postgres'))
      for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
        chownSync(join(data, name), uid, gid)
      const restored = await joinPostgres({ dataDir: copy.path, database: 'x', settings: { fsync: 'off' } })
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
