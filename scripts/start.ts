/** `npm start`: the pages first, if they have to be built, then the server in this process. */

import { join } from 'node:path'
import { startTestGateway } from '#peers/razorpay/beside-program.ts'
import { isBuilt, whyNotBuildable } from './built.ts'
import { root, run } from './processes.ts'

if (!isBuilt(root)) {
  const reason = whyNotBuildable(root)
  if (reason !== null) {
    console.error(reason)
    process.exit(1)
  }
  const code = await run(process.execPath, [join(root, 'scripts/build.ts')])
  if (code !== 0) process.exit(code)
}
await startTestGateway()
await import('../src/server/main.ts')
