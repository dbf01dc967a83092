import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { freePort } from './embedded/free-port.ts'
import { checkServer, refuseOld } from './reach.ts'

it('names DATABASE_URL, without its password, when the database cannot be reached', async () => {
  const port = await freePort()
  await expect(checkServer(`postgres://me:hidden@127.0.0.1:${port}/chowk`)).rejects.toThrow(
    `DATABASE_URL: cannot use 127.0.0.1:${port}/chowk: nothing accepts connections there.`,
  )
  await expect(checkServer('postgres://me:hidden@no-such-host.invalid/chowk')).rejects.toThrow(
    /^DATABASE_URL: cannot use no-such-host\.invalid:5432\/chowk: its host name does not resolve/,
  )
  const database = await createTestDatabase()
  try {
    const wrong = new URL(database.url)
    wrong.pathname = '/no_such_database'
    await expect(checkServer(wrong.href)).rejects.toThrow('there is no database of that name')
    await checkServer(database.url)
  } finally {
    await database.drop()
  }
})

it('says which Postgres is needed when the server is too old', () => {
  expect(() => refuseOld(150_008, '15.8')).toThrow('Chowk needs Postgres 18 or newer, and this server is 15.8')
  refuseOld(180_004, '18.4')
})
