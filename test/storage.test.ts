/** Several machines: nothing is shared but the database, a bucket and two keys. The bucket goes away, and comes back. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Peer, startS3Peer } from '#peers/s3/server.ts'
import { createEmptyDatabase, type TestDatabase } from './support/database.ts'
import { node, set, until, wires, workflow } from './support/engine.ts'
import { type Program, runProgram, startProgram, temporaryFolder } from './support/program.ts'
import { s3UrlOf } from './support/s3.ts'
import { signIn, type Visit, visit } from './support/visit.ts'

const METRICS_TOKEN = 'a-token-of-metrics-in-tests'
const ADMIN = { ADMIN_EMAIL: 'admin@clinic.example', ADMIN_PASSWORD: 'admin of the trial' }

let peer: S3Peer
let database: TestDatabase
let env: Record<string, string>
let web: Program
let worker: Program
let admin: Visit
const machines = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
const folderOf = (machine: number): string => machines[machine]?.path ?? ''

beforeAll(async () => {
  peer = await startS3Peer()
  database = await createEmptyDatabase()
  env = {
    ...ADMIN,
    METRICS_TOKEN,
    DATABASE_URL: database.url,
    STORAGE_URL: s3UrlOf(peer, 'clinic'),
    S3_ACCESS_KEY_ID: peer.access_key_id,
    S3_SECRET_ACCESS_KEY: peer.secret_access_key,
    SECRET: randomBytes(36).toString('base64'),
    VAULT_KEY: randomBytes(32).toString('base64'),
  }
  web = await startProgram({ ...env, ROLE: 'web', DATA_DIR: folderOf(0) })
  worker = await startProgram({ ...env, ROLE: 'worker', DATA_DIR: folderOf(1) })
  admin = visit(web.url, await signIn(web.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD))
})
afterAll(async () => {
  await Promise.all([web.end('SIGTERM'), worker.end('SIGTERM')])
  await database.drop()
  await peer.close()
  for (const machine of machines) machine.remove()
})

/** Longer than a row takes. */
const LARGE = 'anaemia '.repeat(100_000)

const large = workflow([node('start', 'manual_trigger'), set('many', { all: LARGE })], wires('start > many'))
const below = (prefix: string) => [...peer.objects.keys()].filter((key) => key.startsWith(`clinic/${prefix}`))
const endOf = (id: string) =>
  until(async () => {
    const { data } = await admin.call('GET', `/api/v1/executions/${id}`)
    return ['succeeded', 'failed'].includes(data.status) ? data : undefined
  })
const storageIn = async () => {
  const answer = await fetch(`${web.url}/readyz`)
  return ((await answer.json()) as { checks?: Record<string, string> }).checks?.storage
}

describe('machines with folders of their own and one bucket', () => {
  it('have the same files: what one stores, another reads', async () => {
    const bytes = Buffer.from(`Patient has asthma. ${randomBytes(600).toString('hex')}`)
    const { data: file } = await admin.upload('note.txt', 'text/plain', bytes)
    const run = await admin.run({ agent_id: 'pdf-insight' }, { file: { file_id: file.id } })
    expect((await endOf(run.execution_id)).status).toBe('succeeded')
    const workflow_id = await admin.workflow('Large', large)
    const { execution_id } = await admin.run({ workflow_id }, {})
    const ended = await endOf(execution_id)
    expect([ended.status, ended.output.all.length]).toEqual(['succeeded', 800_000])
    expect(below('outputs/executions/')).toContainEqual(expect.stringContaining(execution_id))
    expect(below('files/files/')).toHaveLength(1)
    for (const machine of [0, 1]) {
      expect(existsSync(join(folderOf(machine), 'secret'))).toBe(false)
      expect(existsSync(join(folderOf(machine), 'outputs'))).toBe(false)
      expect(readdirSync(folderOf(machine))).not.toContain('vault-key')
    }
  })

  it('say within 15 s that the bucket is away, refuse what they cannot store, and lose no run', async () => {
    const workflow_id = await admin.workflow('Meanwhile', large)
    peer.trouble = { type: 'unavailable' }
    const began = performance.now()
    await expect.poll(storageIn, { timeout: 15_000 }).toBe('down')
    expect(performance.now() - began).toBeLessThan(15_000)
    const metrics = await fetch(`${web.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    expect(await metrics.text()).toMatch(/chowk_check_up\{check="storage"\} 0/)
    const overview = await admin.call('GET', '/api/v1/admin/overview')
    expect(overview.data.parts_down).toContain('storage')
    const refused = await admin.upload('note.txt', 'text/plain', Buffer.from('words'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    const { execution_id } = await admin.run({ workflow_id }, {})
    // All attempts to store the result have failed: the run is left to be taken up again.
    const attempts = () => peer.turnedAway.filter((one) => one.includes(`outputs/executions/${execution_id}`)).length
    await expect.poll(attempts, { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
    peer.trouble = null
    expect((await endOf(execution_id)).output.all).toHaveLength(800_000)
    await expect.poll(storageIn, { timeout: 15_000 }).toBe('up')
    expect((await admin.upload('note.txt', 'text/plain', Buffer.from('words'))).status).toBe(201)
  })

  it('are refused with a wrong secret of the bucket, another place of files, or another SECRET', async () => {
    const stranger = { ...env, ROLE: 'worker', DATA_DIR: folderOf(2) }
    const [key, place, secret] = await Promise.all([
      runProgram({ ...stranger, S3_SECRET_ACCESS_KEY: 'another secret' }),
      runProgram({ ...stranger, STORAGE_URL: `file:${folderOf(2)}` }),
      runProgram({ ...stranger, SECRET: randomBytes(36).toString('base64') }),
    ])
    expect(key.printed).toContain(
      'the secret in S3_SECRET_ACCESS_KEY does not belong to the access key in S3_ACCESS_KEY_ID',
    )
    expect(place.printed).toContain('chowk move-storage FROM TO')
    expect(secret.printed).toContain('is not the one this database is used with')
    expect([key.code, place.code, secret.code]).toEqual([1, 1, 1])
    expect(key.printed).not.toContain('another secret')
  })
})
