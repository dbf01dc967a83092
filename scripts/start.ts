/** `npm start`: the pages first, then the server in this process. */
import { buildWebIfStale } from './build.ts'

await buildWebIfStale()
await import('../src/server/main.ts')
