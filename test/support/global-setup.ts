/** Starts the Postgres that the tests share and migrates the template that every test database is cloned from. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { placeInMemory } from './memory.ts'
import { COMPILED } from './program.ts'
import { raise } from './raise.ts'
import { prepareTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
    databaseTemplate: string
  }
}

/** Durable against a crash of any process, not of the machine: tests kill processes, not the power. */
const FASTER = { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB' }

/** One for each copy of the repository. */
function testFolder(): string {
  const copy = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12)
  const memory = placeInMemory()
  return memory === null ? join(process.cwd(), '.data/test') : join(memory, `chowk-test-${copy}`)
}

/** A run leaves some 3,000: test files are imported under a new name each time, so what was compiled of them is of no use later. */
const MOST_COMPILED = 30_000

function dropCompiled(): void {
  if (existsSync(COMPILED) && readdirSync(COMPILED, { recursive: true }).length > MOST_COMPILED)
    rmSync(COMPILED, { recursive: true, force: true })
}

export default async function setup(project: TestProject) {
  dropCompiled()
  const given = process.env.TEST_DATABASE_URL
  const server = given
    ? { url: given, leave: async () => {} }
    : await joinPostgres({
        dataDir: testFolder(),
        database: 'chowk_test',
        settings: FASTER,
        onLost: raise,
      })
  project.provide('databaseServer', server.url)
  project.provide('databaseTemplate', await prepareTemplate(server.url))
  return () => server.leave()
}
