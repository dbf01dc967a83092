import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBus } from '#server/engine/bus.ts'
import { type KeyRing, loadKeyRing } from '#server/gateways/vault/keys.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createRealIdentity, SECRET } from '#test/support/identity.ts'
import { insertUser } from '#test/support/users.ts'
import { claimInstallation, type InstallationKeys, refuseEmptyDatabase } from './installation.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const key = () => randomBytes(32).toString('base64')
const ring = (...keys: string[]): KeyRing => loadKeyRing(keys.join(','), '/nowhere')
const [FORMER, NEWER, FOREIGN] = [key(), key(), key()]
const claim = (over: Partial<InstallationKeys> = {}) =>
  claimInstallation(database.db, {
    secret: SECRET,
    vaultKeys: ring(FORMER),
    dataDir: '/srv/chowk',
    dataFolderOf: null,
    acceptNewKeys: false,
    ...over,
  })

describe('an installation', () => {
  it('is one for all its processes', async () => {
    const ids = await Promise.all([claim(), claim(), claim()])
    expect(new Set(ids).size).toBe(1)
    expect(await claim()).toBe(ids[0])
  })

  it('refuses a process with another secret, and its signing keys stay', async () => {
    const identity = await createRealIdentity(database)
    const before = await identity.accounts.jwks()
    // Also before anything was recorded, as after an upgrade: the signing keys tell.
    await expect(claim({ secret: `${SECRET} other` })).rejects.toThrow('/srv/chowk/secret without it) is not the one')
    await claim()
    await expect(claim({ secret: `${SECRET} other` })).rejects.toThrow('Check that DATA_DIR')
    expect(await identity.accounts.jwks()).toEqual(before)
    await claim()
  })

  it('refuses a process with another vault key', async () => {
    await claim()
    await expect(claim({ vaultKeys: ring(FOREIGN) })).rejects.toThrow('Check DATA_DIR and VAULT_KEY')
  })

  it('tells from stored credentials that the vault key is another, when none was recorded yet', async () => {
    const owner = await insertUser(database, 'basic_user')
    const [{ id }] = ring(FORMER)
    await sql`insert into credentials (owner_id, type, name, shown, key_id, wrapped_key, sealed)
      values (${owner}, 'bearer', 'A key', '{}', ${id}, '\\x00', '\\x00')`.execute(database.db)
    await expect(claim({ vaultKeys: ring(FOREIGN) })).rejects.toThrow('stored credentials cannot be read')
    await claim()
  })

  it('lets the vault key be changed while the former one is kept behind it, and then be dropped', async () => {
    await claim()
    await claim({ vaultKeys: ring(NEWER, FORMER) })
    await claim({ vaultKeys: ring(NEWER) })
    // A process that was forgotten would write what the others cannot read.
    await expect(claim({ vaultKeys: ring(FORMER) })).rejects.toThrow('VAULT_KEY')
  })

  it('continues with new keys when the operator says that the former are lost', async () => {
    await createRealIdentity(database)
    await claim()
    const secret = `${SECRET} made anew`
    await claim({ secret, vaultKeys: ring(FOREIGN), acceptNewKeys: true })
    const again = await createRealIdentity(database, { secret })
    expect((await again.accounts.jwks()).keys).toHaveLength(2)
    await claim({ secret, vaultKeys: ring(FOREIGN) })
    await expect(claim()).rejects.toThrow('secret')
  })

  it('does not take new keys while any process runs with the present ones, although the operator says that they are lost', async () => {
    await claim()
    const { pool, url: databaseUrl } = database
    const web = await createBus({ pool, databaseUrl, executorId: 'web-1', receive: () => {} })
    await expect(claim({ secret: `${SECRET} unmounted`, acceptNewKeys: true })).rejects.toThrow('(web-1) run with')
    await claim({ acceptNewKeys: true })
    await web.close()
    await expect.poll(() => claim({ secret: `${SECRET} lost`, acceptNewKeys: true }).then(() => 'taken')).toBe('taken')
  })

  it('does not start over in an empty database with a data folder that already had one', async () => {
    const dataFolderOf = randomUUID()
    const keys = { dataDir: '/srv/chowk', dataFolderOf }
    await sql`alter table migrations rename to migrations_away`.execute(database.db)
    await expect(refuseEmptyDatabase(database.db, keys)).rejects.toThrow('Check DATABASE_URL and DATA_DIR')
    await refuseEmptyDatabase(database.db, { ...keys, dataFolderOf: null })
    await sql`alter table migrations_away rename to migrations`.execute(database.db)
    await refuseEmptyDatabase(database.db, keys)
  })

  it('keeps its name in a restored database of an earlier version, and refuses the folder of another one', async () => {
    const dataFolderOf = randomUUID()
    expect(await claim({ dataFolderOf })).toBe(dataFolderOf)
    await expect(claim({ dataFolderOf: randomUUID() })).rejects.toThrow('/srv/chowk belongs to another installation')
    expect(await claim()).toBe(dataFolderOf)
  })
})
