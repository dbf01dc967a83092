/**
 * What the system can take away from a runner process before it starts: the network, other users' files, privileges, core
 * dumps, writing files, living longer than the server. Tried once, the strongest that works is kept.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Sandbox {
  /** Command and arguments that run the program given after them. */
  prefix: readonly string[]
  /** The process has a network namespace of its own, with nothing in it. */
  network: 'none' | 'open'
  /** The user id the process gets; null: the server's. */
  uid: number | null
}

/** Belongs to nobody: below systemd's dynamic users, above its home users, and not `nobody`, which may run Postgres. */
const RUNNER_UID = 61_000

const LIMITS = ['prlimit', '--core=0', '--fsize=0', '--']
const DIES_WITH_SERVER = ['--no-new-privs', '--pdeathsig=KILL', '--']

const asRoot: Sandbox = {
  prefix: [
    ...['unshare', '--net', '--'],
    ...['setpriv', `--reuid=${RUNNER_UID}`, `--regid=${RUNNER_UID}`, '--clear-groups', '--bounding-set=-all'],
    ...['--inh-caps=-all', ...DIES_WITH_SERVER],
    ...LIMITS,
  ],
  network: 'none',
  uid: RUNNER_UID,
}
const asRootSameUser: Sandbox = {
  prefix: ['unshare', '--net', '--', 'setpriv', ...DIES_WITH_SERVER, ...LIMITS],
  network: 'none',
  uid: null,
}
const asUser: Sandbox = {
  prefix: ['unshare', '--map-current-user', '--net', '--', 'setpriv', ...DIES_WITH_SERVER, ...LIMITS],
  network: 'none',
  uid: null,
}
const asMappedRoot: Sandbox = { prefix: ['unshare', '-rn', '--'], network: 'none', uid: null }
const limitsOnly: Sandbox = { prefix: ['setpriv', ...DIES_WITH_SERVER, ...LIMITS], network: 'open', uid: null }
const noSandbox: Sandbox = { prefix: [], network: 'open', uid: null }

const run = promisify(execFile)

/** Does Node start behind these walls and can it read the program? */
const isUsable = async (sandbox: Sandbox, program: string): Promise<boolean> => {
  const [command, ...args] = [
    ...sandbox.prefix,
    process.execPath,
    '-e',
    'require("fs").readFileSync(process.argv[1])',
    program,
  ]
  if (command === undefined) return false
  try {
    await run(command, args, { env: {}, timeout: 10_000 })
    return true
  } catch {
    return false
  }
}

/** The strongest walls this system allows; `program` is a file the process must be able to read. */
export const findSandbox = async (program: string): Promise<Sandbox> => {
  if (process.platform !== 'linux') return noSandbox
  const root = process.getuid?.() === 0
  for (const sandbox of [...(root ? [asRoot, asRootSameUser] : []), asUser, asMappedRoot, limitsOnly])
    if (await isUsable(sandbox, program)) return sandbox
  return noSandbox
}
