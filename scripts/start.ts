/** `npm start`: the pages first, then the server in this process. */

import { startTestGateway } from '#peers/razorpay/beside-program.ts'
import { buildWebIfStale } from './build.ts'

await buildWebIfStale()
await startTestGateway()
await import('../src/server/main.ts')
