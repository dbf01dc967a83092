/**
 * Pieces written to get out, tell a secret, or take the worker with them. An attack counts as kept when it was refused for the reason that was
 * expected, and when the same code gets something where that wall is missing.
 */
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { PieceFailure } from '#nodes/piece-work.ts'
import { ATTACKS, type Attack, type Reached, sourceOf } from './attacks.ts'
import { openScene, type Scene } from './scene.ts'

const CANARY = 'canary-7f3a9b2c-do-not-tell'
const ESCAPED = '/tmp/chowk-escaped'
const PLAIN_MS = 20_000
const ENDLESS_MS = 3000

interface Outcome {
  value: unknown
  /** What stopped it; null when it answered. */
  why: string | null
}

/** What is on this machine to be reached, and what was. */
async function openTargets(folder: string) {
  const reached: Reached = {
    ...{ requests: [], packets: 0, signals: 0, calls: [] },
    connect: (port) =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true))
        socket.on('connect', () => socket.destroy())
        socket.on('error', () => resolve(false))
      }),
  }
  const http = createHttpServer((request, response) => {
    reached.requests.push(request.url ?? '')
    if (request.url === '/redirect') return response.writeHead(302, { location: 'http://169.254.169.254/inside' }).end()
    return response.end('inside')
  })
  const unix = createHttpServer((_request, response) => response.end('inside'))
  const udp = createSocket('udp4', () => {
    reached.packets++
  })
  const onSignal = () => {
    reached.signals++
  }
  process.on('SIGWINCH', onSignal)
  const path = join(folder, 'inside.sock')
  await Promise.all([
    new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => unix.listen(path, resolve)),
    new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve)),
  ])
  await chmod(path, 0o777)
  return {
    reached,
    places: { port: (http.address() as AddressInfo).port, udp: udp.address().port, unix: path, parent: process.pid },
    forget() {
      reached.requests = []
      reached.packets = 0
      reached.signals = 0
      reached.calls.length = 0
    },
    close() {
      process.off('SIGWINCH', onSignal)
      http.closeAllConnections()
      for (const one of [http, unix, udp]) one.close()
    },
  }
}

type Targets = Awaited<ReturnType<typeof openTargets>>

async function writePackage(tree: string, source: string): Promise<string> {
  const inside = join(tree, 'node_modules/hostile')
  await mkdir(inside, { recursive: true, mode: 0o755 })
  await writeFile(join(inside, 'index.js'), source)
  await writeFile(join(inside, 'package.json'), '{"name":"hostile","version":"1.0.0"}')
  for (const at of [tree, join(tree, 'node_modules'), inside]) await chmod(at, 0o755)
  return inside
}

/** In the sandbox, as the product runs it. */
function runWalled(scene: Scene, tree: string, hosts: string[], entered: string[], calls: string[]) {
  return (action: string, owner: string, deadline_ms = 10_000): Promise<Outcome> =>
    scene.processes
      .run({
        work: {
          ...{ type: 'run', folder: tree, package: 'hostile', action, input: {} },
          auth: { type: 'SECRET_TEXT', secret_text: CANARY },
          info: { run: 'r', step: 's', workflow: 'w', public_url: 'https://chowk.test' },
        },
        ...{ hash: 'hostile', owner, deadline_ms },
        hosts: { hosts, entered },
        answer: async (name) => {
          calls.push(name)
          return null
        },
        signal: AbortSignal.timeout(60_000),
      })
      .then(
        ({ value }) => ({ value, why: null }),
        (error: Error & { code?: string }) => {
          const refused = error instanceof PieceFailure ? ` [${error.refused.join(' ')}]` : ''
          return { value: null, why: `${error.code}: ${error.message}${refused}` }
        },
      )
}

/** Without any wall. `why`: it was at it still, or was gone without an answer. */
async function runPlain(inside: string, action: string, timeout: number): Promise<Outcome> {
  const program = `
    const write = (text) => require('fs').writeSync(1, text)
    require(process.argv[1]).run[process.argv[2]]({ auth: { secret_text: process.argv[3] }, propsValue: {}, store: {} }).then(
      (value) => { write('GOT ' + (JSON.stringify(value) ?? 'null').slice(0, 300)); setTimeout(() => process.exit(0), 200) },
      (error) => { write('WHY ' + error.code + ': ' + error.message); process.exit(0) })`
  const args = ['--no-warnings', '--max-old-space-size=1500', '-e', program, inside, action, CANARY]
  return new Promise((resolve) => {
    let isAnswered = false
    const child = execFile(process.execPath, args, { timeout, killSignal: 'SIGKILL' }, () => {
      if (!isAnswered) resolve({ value: null, why: 'endless or gone' })
    })
    child.stdout?.on('data', (chunk: string) => {
      if (isAnswered) return
      isAnswered = true
      const said = String(chunk)
      resolve(said.startsWith('GOT ') ? { value: said.slice(4), why: null } : { value: null, why: said.slice(4) })
    })
  })
}

const told = (value: unknown): boolean => value !== null && value !== undefined

const gets = async ({ reaches = told }: Attack, { value, why }: Outcome, reached: Reached): Promise<boolean> =>
  (why === null || reaches !== told) && (await reaches(value, reached))

interface Scenes {
  walled: ReturnType<typeof runWalled>
  allowed: ReturnType<typeof runWalled>
  plain(action: string, timeout: number): Promise<Outcome>
}

/** What is wrong with the control of an attack; null when it showed that its code works. */
async function control(
  attack: Attack,
  action: string,
  { allowed, plain }: Scenes,
  { reached, forget }: Targets,
): Promise<string | null> {
  if (attack.control === 'none') return null
  forget()
  const outcome = await (attack.control === 'plain'
    ? plain(action, attack.isEndless ? ENDLESS_MS : PLAIN_MS)
    : allowed(action, 'control'))
  if (attack.isEndless) return outcome.why === 'endless or gone' ? null : 'it ends without a wall'
  return (await gets(attack, outcome, reached))
    ? null
    : `gets nothing without the wall: ${outcome.why ?? outcome.value}`
}

/** @returns GOT, kept, or why it proves nothing */
async function tryOne(attack: Attack, action: string, scenes: Scenes, targets: Targets): Promise<[string, string]> {
  targets.forget()
  const ended = await scenes.walled(action, 'mallory', attack.deadline_ms)
  const how = ended.why ?? `answered ${JSON.stringify(ended.value)?.slice(0, 60)}`
  if (await gets(attack, ended, targets.reached)) return ['GOT', how]
  // What may be done without reaching anything is kept, too.
  const isRefused = attack.refusal.test(ended.why ?? '') || (ended.why === null && attack.reaches !== undefined)
  if (!isRefused) return ['UNPROVEN', `stopped by something else: ${how}`]
  const broken = await control(attack, action, scenes, targets)
  return broken === null ? ['kept', how] : ['UNPROVEN', broken]
}

/** What one person's piece keeps, what it tells, and whether the worker is there afterwards. @returns what went wrong */
async function tryOthers({ walled }: Scenes, { reached, forget }: Targets): Promise<string[]> {
  const wrong: string[] = []
  await walled('keep', 'asha')
  if ((await walled('keep', 'ravi')).value !== null) wrong.push('GOT: keeps a secret for another person')
  if ((await walled('keep', 'asha')).value !== CANARY) wrong.push('UNPROVEN: keeps nothing for its own person either')
  if (!(await walled('tell', 'asha')).why?.includes('the key is')) wrong.push('UNPROVEN: throws nothing')
  forget()
  await walled('heard', 'asha')
  if (!reached.calls.includes('store.get')) wrong.push('UNPROVEN: the server does not hear a call that is allowed')
  if ((await walled('keep', 'after')).why !== null) wrong.push('GOT: took the worker with it')
  return wrong
}

/** @returns how many got something, or proved nothing */
export async function tryHostilePieces(folder: string): Promise<number> {
  await chmod(folder, 0o755)
  const targets = await openTargets(folder)
  const { places, reached } = targets
  const source = sourceOf(places)
  const [tree, free] = [join(folder, 'hostile'), join(folder, 'plain')]
  await writePackage(tree, source)
  const inside = await writePackage(free, source)
  await cp(tree, join(folder, 'allowed'), { recursive: true })
  const at = `127.0.0.1:${places.port}`
  const scene = (allow: string[], moves: Record<string, string>) =>
    openScene({ folder: join(folder, 'objects'), registry: 'https://registry.npmjs.org', allow, moves })
  const own = { 'api.example.com:80': at }
  const walls = await scene([], own)
  const open = await scene([at, `localhost:${places.port}`], {
    ...own,
    ...{ '169.254.169.254:80': at, 'evil.example:80': at, 'api.example.com:8080': at },
  })
  const hosts = ['api.example.com', 'localhost', '127.0.0.1']
  const entered = [`localhost:${places.port}`, at]
  const scenes: Scenes = {
    walled: runWalled(walls, tree, hosts, entered, reached.calls),
    allowed: runWalled(
      open,
      join(folder, 'allowed'),
      [...hosts, '169.254.169.254', 'evil.example'],
      [...entered, 'api.example.com:8080'],
      [],
    ),
    plain: (action, timeout) => runPlain(inside, action, timeout),
  }
  const wrong: string[] = []
  try {
    for (const [index, attack] of ATTACKS.entries()) {
      const started = performance.now()
      const [verdict, how] = await tryOne(attack, `a${index}`, scenes, targets)
      if (verdict !== 'kept') wrong.push(`${verdict}: ${attack.name}`)
      const ms = Math.round(performance.now() - started)
      console.log(
        `${verdict.padEnd(8)} ${attack.name.padEnd(52)} ${attack.control.padEnd(7)} ${ms} ms ${how.slice(0, 110)}`,
      )
    }
    wrong.push(...(await tryOthers(scenes, targets)))
  } finally {
    await Promise.all([walls.stop(), open.stop()])
    targets.close()
    await rm(ESCAPED, { force: true })
  }
  const compared = ATTACKS.filter((one) => one.control !== 'none').length
  console.log(
    `hostile pieces: ${ATTACKS.length + 5} tried, ${compared} of them compared with the same code without the wall, ${wrong.length} wrong${wrong.length > 0 ? `: ${wrong.join('; ')}` : ''}`,
  )
  return wrong.length
}
