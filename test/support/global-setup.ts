/** Starts the Postgres that the tests share and migrates the template that every test database is cloned from. */
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { raise } from './raise.ts'
import { prepareTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
    databaseTemplate: string
  }
}

/** Durable against a crash of any process, not of the machine: tests kill processes, not the power. */
const FASTER = { fsync: 'off', full_page_writes: 'off' }

export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const server = given
    ? { url: given, leave: async () => {} }
    : await joinPostgres({
        dataDir: join(process.cwd(), '.data/test'),
        database: 'chowk_test',
        settings: FASTER,
        onLost: raise,
      })
  project.provide('databaseServer', server.url)
  project.provide('databaseTemplate', await prepareTemplate(server.url))
  return () => server.leave()
}
