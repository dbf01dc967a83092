/** `npm run codes`, as an operator runs it. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from './support/database.ts'
import { temporaryFolder } from './support/program.ts'

const folder = temporaryFolder()
const file = join(folder.path, 'codes.csv')
writeFileSync(file, 'code,description\nA0021,Ambulance service outside state\n')
const database = await createTestDatabase()
afterAll(async () => {
  await database.drop()
  folder.remove()
})

const run = promisify(execFile)
const importCodes = (DATABASE_URL: string) =>
  run(process.execPath, ['scripts/codes.ts', 'import', file, 'hcpcs'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', DATA_DIR: folder.path, DATABASE_URL },
  })

it('imports into the database of the installation, and prepares no other one for a start', async () => {
  expect((await importCodes(database.url)).stdout).toContain('Installed 1 HCPCS codes')
  const empty = await createTestDatabase()
  try {
    await empty.pool.query('drop schema auth cascade; drop schema public cascade; create schema public')
    await expect(importCodes(empty.url)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('and this database is empty. Chowk does not start over in it'),
    })
    expect((await empty.pool.query("select 1 from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
  } finally {
    await empty.drop()
  }
  await database.pool.query('update installation set id = $1', [randomUUID()])
  await expect(importCodes(database.url)).rejects.toMatchObject({
    stderr: expect.stringContaining('belongs to another installation than this database'),
  })
})
