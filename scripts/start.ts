/** `npm start`: the pages first, if they have to be built, then the server in this process. */

import { startTestGateway } from '#peers/razorpay/beside-program.ts'
import { isBuilt, whyNotBuildable } from './built.ts'
import { root } from './processes.ts'

if (!isBuilt(root)) {
  const reason = whyNotBuildable(root)
  if (reason !== null) {
    console.error(reason)
    process.exit(1)
  }
  const { buildWebIfStale } = await import('./build.ts')
  await buildWebIfStale()
}
await startTestGateway()
await import('../src/server/main.ts')
