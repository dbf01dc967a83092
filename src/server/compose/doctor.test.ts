import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimInstallation } from '#server/areas/platform/installation/installation.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, storeWorkflow, workflow } from '#test/support/engine.ts'
import { SECRET } from '#test/support/identity.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { insertUser } from '#test/support/users.ts'
import { examine, type Patient } from './doctor.ts'

let database: TestDatabase
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  database = await createTestDatabase()
  folder = temporaryFolder()
  const vaultKeys = loadKeyRing(undefined, folder.path)
  patient = {
    config: {
      dataDir: folder.path,
      storage: { kind: 'folder', dir: folder.path },
      secret: SECRET,
      vaultKeys,
      acceptNewKeys: false,
      mail: null,
      payments: null,
      publicUrl: 'https://agents.clinic.example',
      adminEmail: 'asha@clinic.example',
      backupStore: null,
      backupEveryHours: 24,
    },
    pool: database.pool,
    objects: createFolderObjects({ dir: folder.path }),
    misspelt: [],
    now: Date.now,
  }
  await claimInstallation(createDatabase(database.pool), { ...patient.config, dataFolderOf: null })
})
afterAll(async () => {
  folder.remove()
  await database.drop()
})

let patient: Patient
const stateOf = async (part: string, change: Partial<Patient> = {}) => {
  const found = await examine({ ...patient, ...change })
  return found.find((one) => one.part === part)
}
const withConfig = (change: Partial<Patient['config']>): Partial<Patient> => ({
  config: { ...patient.config, ...change },
})

describe('chowk doctor', () => {
  it('finds nothing wrong with an installation that is whole, and says what is not set up', async () => {
    await insertUser(database, 'super_admin')
    const found = await examine(patient)
    expect(found.filter(({ state }) => state === 'problem')).toEqual([])
    expect(found.filter(({ state }) => state === 'warning').map(({ part }) => part)).toEqual([
      'Queue',
      'Backups',
      'Mail',
      'Payments',
    ])
  })

  it('names keys of another installation', async () => {
    const found = await stateOf('Keys', withConfig({ secret: `${SECRET} other` }))
    expect(found).toMatchObject({ state: 'problem', text: expect.stringContaining('is not the one this database') })
  })

  it('names a clock that is minutes off', async () => {
    expect(await stateOf('Clocks', { now: () => Date.now() - 10 * 60_000 })).toMatchObject({
      state: 'problem',
      text: 'this machine and the database are 600.0 s apart',
    })
  })

  it('names a variable that is not read', async () => {
    expect(await stateOf('Configuration', { misspelt: [['DATABSE_URL', 'DATABASE_URL']] })).toEqual({
      part: 'Configuration',
      state: 'warning',
      text: 'DATABSE_URL is not read: did you mean DATABASE_URL?',
    })
  })

  it('names a data folder that is gone, and goes on', async () => {
    const found = await examine({ ...patient, ...withConfig({ dataDir: '/nowhere/at/all' }) })
    expect(found.find(({ part }) => part === 'Data folder')?.state).toBe('problem')
    expect(found.find(({ part }) => part === 'Schema')?.state).toBe('ok')
  })

  it('names runs that wait while none begins', async () => {
    const owner = await insertUser(database, 'basic_user')
    const { workflow_id, version_id } = await storeWorkflow(
      database.pool,
      owner,
      workflow([node('start', 'manual_trigger')], []),
    )
    const { rows } = await database.pool.query(
      `insert into executions (id, workflow_id, workflow_version_id, owner_id, input, status, trigger, created_at)
       values (gen_random_uuid(), $1, $2, $3, '{}', 'queued', 'manual', now() - interval '1 hour') returning id`,
      [workflow_id, version_id, owner],
    )
    expect(await stateOf('Queue')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('nothing has begun'),
    })
    await database.pool.query('delete from executions where id = $1', [rows[0].id])
  })

  it('names a backup that failed, one that is late, and one that was made', async () => {
    const scheduled = withConfig({ backupStore: { kind: 'folder', dir: '/backups' } })
    expect(await stateOf('Backups', scheduled)).toMatchObject({ state: 'warning' })
    const madeHoursAgo = (hours: number) =>
      database.pool.query('update installation set backed_up_at = now() - make_interval(hours => $1)', [hours])
    await madeHoursAgo(60)
    expect(await stateOf('Backups', scheduled)).toEqual({
      part: 'Backups',
      state: 'problem',
      text: expect.stringMatching(/^the last one was made at .* UTC: is a worker running\?$/),
    })
    await madeHoursAgo(1)
    expect(await stateOf('Backups', scheduled)).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^the last one was made at .* UTC$/),
    })
    await database.pool.query(
      `insert into backups (id, status, begun_at, ended_at, error) values (gen_random_uuid(), 'failed', now(), now(), 'The disk is full')`,
    )
    expect(await stateOf('Backups', scheduled)).toMatchObject({
      state: 'problem',
      text: expect.stringMatching(/^the newest one failed: The disk is full \(the last one was made at .* UTC\)$/),
    })
  })

  it('looks at a database that no start has prepared, and leaves it as it is', async () => {
    const empty = await createEmptyDatabase()
    try {
      const found = await examine({ ...patient, pool: empty.pool })
      expect(found.find(({ part }) => part === 'Schema')).toMatchObject({ state: 'warning' })
      expect(found.some(({ part }) => part === 'Keys')).toBe(false)
      const { rows } = await empty.pool.query(
        `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
      )
      expect(rows).toEqual([{ tables: 0 }])
    } finally {
      await empty.drop()
    }
  })
})
