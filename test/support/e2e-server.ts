/** The real product on a fresh data folder, for the browser tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = mkdtempSync(join(tmpdir(), 'chowk-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
Object.assign(process.env, {
  PORT: process.argv[2],
  DATA_DIR: dataDir,
  ADMIN_EMAIL: 'admin@example.test',
  ADMIN_PASSWORD: 'correct horse battery',
})
await import('#server/main.ts')
