/** `npm run dev`: the server, restarted on change, and the pages with hot reload at http://127.0.0.1:5173. */
import { spawn } from 'node:child_process'
import { startTestGateway } from '#peers/razorpay/beside-program.ts'
import { bin, root } from './processes.ts'

// Outlives the restarts of the server.
await startTestGateway()
const children = [
  spawn(
    process.execPath,
    [
      '--watch-path=src/server',
      '--watch-path=src/shared',
      '--watch-path=src/contract',
      '--watch-path=src/graph',
      '--watch-path=src/nodes',
      'src/server/main.ts',
    ],
    { cwd: root, stdio: 'inherit' },
  ),
  spawn(bin('vite'), [], { cwd: root, stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.once('exit', stop)
