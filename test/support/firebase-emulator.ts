/** The Auth emulator of firebase-tools, which runs offline and without Java. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** @param given a folder that holds them already */
export function installFirebaseTools(given: string | undefined): { folder: string; remove: () => void } {
  if (given) return { folder: given, remove: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'chowk-firebase-tools-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  console.log(`Installing firebase-tools into ${folder} ...`)
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'firebase-tools']
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Emulator {
  host: string
  /** The links it would have mailed, newest last. */
  mailed(): Promise<{ email: string; requestType: string; oobLink: string }[]>
  stop(): Promise<void>
}

/** @param tools the folder of firebase-tools */
export async function startEmulator(tools: string, project: string): Promise<Emulator> {
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'chowk-firebase-'))
  mkdirSync(join(folder, 'home'))
  const emulators = {
    auth: { host: '127.0.0.1', port },
    hub: { host: '127.0.0.1', port: hub },
    logging: { host: '127.0.0.1', port: logging },
    ui: { enabled: false },
    singleProjectMode: false,
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const program = join(tools, 'node_modules/firebase-tools/lib/bin/firebase.js')
  const child: ChildProcess = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', project],
    {
      cwd: folder,
      // Its settings go to a home of its own, and it reports nothing to anybody.
      env: { PATH: process.env.PATH, HOME: join(folder, 'home'), CI: '1', FIREBASE_CLI_DISABLE_UPDATE_CHECK: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => {
      printed += data.toString()
    })
  const host = `127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 120) throw new Error(`The emulator did not start:\n${printed}`)
    if (
      await fetch(`http://${host}/`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    await sleep(500)
  }
  return {
    host,
    mailed: async () => {
      const answer = await fetch(`http://${host}/emulator/v1/projects/${project}/oobCodes`)
      return ((await answer.json()) as { oobCodes?: [] }).oobCodes ?? []
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await Promise.race([gone, sleep(10_000).then(() => child.kill('SIGKILL'))])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
