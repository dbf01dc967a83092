/**
 * Hostile expressions, code, templates, documents, lists and requests beside ordinary clients, on a server of its own:
 * `node campaigns/hostile-load.ts [--clients 50] [--rest-ms 1000] [--attackers 4] [--rounds 1] [--only WORDS] [--p99-ms 100]`.
 * A client rests between two looks. `--only` tries the attacks whose name holds these words: `--only '150 items'` is the promise of 100 ms.
 * On two cores everything at once needs `--p99-ms 400` (docs/decisions/0223-requests-before-runs.md).
 * Prints two tables; exits non-zero when `/health` and the marketplace take longer at p99, a look fails, or an attack ends otherwise than
 * by name.
 */
import { parseArgs } from 'node:util'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { watchLongTasks } from '#test/support/long-tasks.ts'
import { ATTACKS } from '../test/support/hostile-attacks.ts'
import { runHostileLoad } from '../test/support/hostile-load.ts'
import { startProgram, temporaryFolder } from '../test/support/program.ts'
import { signIn, visit } from '../test/support/visit.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '50' },
    'rest-ms': { type: 'string', default: '1000' },
    attackers: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    'p99-ms': { type: 'string', default: '100' },
  },
})

const folder = temporaryFolder()
const turns = watchLongTasks()
const env = { DATA_DIR: folder.path, PORT: String(await freePort()), ADMIN_PASSWORD: 'admin of the trial' }
const program = await startProgram(env, { turns: turns.file })
try {
  const { url } = program
  const admin = visit(url, await signIn(url, 'admin@chowk.local', env.ADMIN_PASSWORD))
  const report = await runHostileLoad(
    { url, admin, turns },
    {
      clients: Number(values.clients),
      rest_ms: Number(values['rest-ms']),
      attackers: Number(values.attackers),
      rounds: Number(values.rounds),
      alone_ms: 15_000,
    },
    ATTACKS.filter(({ name }) => name.includes(values.only)),
  )
  const { ends, unexpected, ...figures } = report
  console.table(Object.fromEntries(Object.entries(ends).map(([name, ended]) => [name, JSON.stringify(ended)])))
  console.table(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Math.round(figure)])))
  for (const end of unexpected) console.log(`unexpected: ${end}`)
  process.exitCode = report.p99_ms <= Number(values['p99-ms']) && report.failed === 0 && unexpected.length === 0 ? 0 : 1
} finally {
  await program.end('SIGTERM')
  turns.remove()
  folder.remove()
}
