/** The real product on a fresh data folder, for the browser tests. */
import { temporaryFolder } from './program.ts'

const folder = temporaryFolder()
process.on('exit', () => folder.remove())
Object.assign(process.env, {
  PORT: process.argv[2],
  DATA_DIR: folder.path,
  ADMIN_EMAIL: 'admin@example.test',
  ADMIN_PASSWORD: 'correct horse battery',
  // Each test comes from an address of its own.
  TRUST_PROXY: 'true',
})
await import('#server/main.ts')
