/** Pieces as the registry has them: fetched, loaded, read, and one action of each run against a stand-in. */
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PieceDescription, type PieceProperty } from '#connectors/pieces/description.ts'
import { readPiece } from '#connectors/pieces/read-piece.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { AuthValue } from '#nodes/piece-work.ts'
import { PieceFailure } from '#nodes/piece-work.ts'
import { fetchTree } from '#server/areas/connectors/packages/fetch.ts'
import { openScene, type Scene } from './scene.ts'

interface Counts {
  installed: number
  described: number
  actions: number
  triggers: number
  ran: number
  /** Pieces with triggers that look or are told at an address of their own, and how many of them did it. */
  starting: number
  started: number
  /** Single triggers by what they did. */
  enabled: number
  looked: number
  received: number
  install_ms: number[]
  reasons: string[]
}

/** Answers every request with what most pieces can read, and notes it. */
function standIn(key: string, cert: string) {
  const asked: string[] = []
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`)
    response.setHeader('content-type', 'application/json')
    const item = { id: '1', name: 'Lamp', title: 'Lamp' }
    const answer = {
      ...item,
      ok: true,
      success: true,
      data: [item],
      items: [item],
      results: [item],
      result: item,
      records: [item],
    }
    request.resume()
    request.on('end', () => response.end(JSON.stringify(answer)))
  })
  return { server, asked }
}

const VALUES: Record<string, Json> = {
  NUMBER: 1,
  CHECKBOX: true,
  JSON: {},
  OBJECT: {},
  DYNAMIC: {},
  ARRAY: ['lamp'],
  MULTI_SELECT_DROPDOWN: ['1'],
  DATE_TIME: '2026-01-31T09:30:00.000Z',
}

function valueFor({ name, type, options, default: usual, properties }: PieceProperty): Json {
  if (usual !== undefined && usual !== null) return usual
  if (options && options.length > 0)
    return type === 'STATIC_MULTI_SELECT_DROPDOWN' ? [options[0]?.value ?? null] : (options[0]?.value ?? null)
  if (type === 'ARRAY' && properties) return [Object.fromEntries(properties.map((one) => [one.name, valueFor(one)]))]
  if (type === 'FILE') return { name: 'lamp.txt', base64: Buffer.from('lamp').toString('base64') }
  if (/url|domain|host|site|base|instance|workspace|server/i.test(name)) return 'https://lamps.example.org'
  if (/mail/i.test(name)) return 'asha@lamps.example.org'
  return VALUES[type] ?? 'lamp'
}

function authFor(auth: PieceDescription['auth'][number] | undefined): AuthValue | null {
  if (!auth) return null
  const props = Object.fromEntries(auth.properties.map((one) => [one.name, valueFor(one)]))
  if (auth.type === 'SECRET_TEXT') return { type: auth.type, secret_text: 'key-of-lamps' }
  if (auth.type === 'BASIC_AUTH') return { type: auth.type, username: 'asha', password: 'lamp' }
  if (auth.type === 'CUSTOM_AUTH') return { type: auth.type, props }
  return {
    type: auth.type,
    access_token: 'token-of-lamps',
    data: {
      access_token: 'token-of-lamps',
      instance_url: 'https://lamps.example.org',
      location: 'com',
      api_domain: 'https://lamps.example.org',
      user: { id: '1' },
    },
    props,
  }
}

const MOST_TRIES = 12

/** Runs actions until one asked the stand-in for something and ended well; the last reason when none did. */
async function runOne(
  scene: Scene,
  asked: string[],
  folder: string,
  name: string,
  described: PieceDescription,
  hosts: string[],
): Promise<string | null> {
  let reason = 'has no action'
  const reads = [...described.actions].sort(
    (a, b) => Number(/custom_api/.test(a.name)) - Number(/custom_api/.test(b.name)),
  )
  for (const action of reads.slice(0, MOST_TRIES)) {
    const before = asked.length
    const input = Object.fromEntries(
      action.properties.filter(({ type }) => type !== 'MARKDOWN').map((one) => [one.name, valueFor(one)]),
    )
    if (/custom_api/.test(action.name))
      Object.assign(input, { url: { url: '/lamps' }, method: 'GET', headers: {}, queryParams: {} })
    const info = { run: 'r', step: 's', workflow: 'w', public_url: 'https://chowk.test' }
    const values = new Map<string, unknown>()
    const ended = await scene.processes
      .run({
        work: {
          type: 'run',
          folder,
          package: name,
          action: action.name,
          auth: authFor(described.auth.at(-1)),
          input,
          info,
        },
        ...{ hash: name, owner: 'campaign', deadline_ms: 15_000, signal: AbortSignal.timeout(40_000) },
        hosts: { hosts, entered: ['lamps.example.org'] },
        answer: async (call, args) => {
          if (call === 'store.put') values.set(String(args.key), args.value)
          return call === 'files.write' ? 'file' : (values.get(String(args.key)) ?? null)
        },
      })
      .then(
        () => null,
        (error: Error & { code?: string }) =>
          `${error.code}: ${error.message.split('\n')[0]?.slice(0, 100)}${error instanceof PieceFailure && error.refused.length > 0 ? ` [${error.refused[0]?.slice(0, 120)}]` : ''}`,
      )
    if (ended === null && (asked.length > before || described.auth.length === 0)) return null
    reason = ended ?? `${action.name} asked for nothing`
  }
  return reason
}

const MOST_TRIGGERS = 4

/** What a service might deliver. */
const DELIVERED = {
  ...{ id: '1', event: 'created', type: 'created', action: 'created', webhook_id: '1' },
  data: { id: '1', object: { id: '1' }, title: 'Lamp' },
}

/** Switches triggers on, lets them look or read a delivery, and switches them off. @returns what came of it, in words */
async function runTriggers(
  scene: Scene,
  folder: string,
  name: string,
  described: PieceDescription,
  hosts: string[],
  counts: Counts,
): Promise<string> {
  const known = described.triggers.filter(({ kind }) => kind === 'polling' || kind === 'webhook')
  if (known.length === 0) return ''
  counts.starting++
  let isStarted = false
  const said: string[] = []
  for (const { name: trigger, kind, properties } of known.slice(0, MOST_TRIGGERS)) {
    const input = Object.fromEntries(
      properties.filter(({ type }) => type !== 'MARKDOWN').map((one) => [one.name, valueFor(one)]),
    )
    const values = new Map<string, unknown>()
    const hook = (which: 'onEnable' | 'run' | 'onDisable') =>
      scene.processes
        .run({
          work: {
            ...{ type: 'trigger', folder, package: name, trigger, hook: which, input },
            auth: authFor(described.auth.at(-1)),
            payload:
              kind === 'polling' || which !== 'run'
                ? null
                : {
                    headers: {},
                    query: {},
                    body: DELIVERED,
                    raw: Buffer.from(JSON.stringify(DELIVERED)).toString('base64'),
                  },
            webhook_url: 'https://chowk.test/hooks/apps/abcdefghijklmnop',
            info: { run: 'r', step: 's', workflow: 'w', public_url: 'https://chowk.test' },
          },
          ...{ hash: name, owner: 'campaign', deadline_ms: 15_000, signal: AbortSignal.timeout(40_000) },
          hosts: { hosts, entered: ['lamps.example.org'] },
          answer: async (call, args) => {
            if (call === 'store.put') values.set(String(args.key), args.value)
            if (call === 'store.delete') values.delete(String(args.key))
            return call === 'files.write' ? 'file' : (values.get(String(args.key)) ?? null)
          },
        })
        .then(
          ({ value }) => ({ output: (value as { output: unknown }).output, why: null }),
          (error: Error & { code?: string }) => ({
            output: null,
            why: `${error.code}: ${error.message.split('\n')[0]?.slice(0, 80)}`,
          }),
        )
    const enabled = await hook('onEnable')
    if (enabled.why !== null) {
      said.push(`${trigger} not switched on (${enabled.why})`)
      continue
    }
    counts.enabled++
    const ran = await hook('run')
    await hook('onDisable')
    if (ran.why !== null || !(ran.output === null || Array.isArray(ran.output))) {
      said.push(`${trigger} gave no list (${ran.why ?? typeof ran.output})`)
      continue
    }
    isStarted = true
    if (kind === 'polling') counts.looked++
    else counts.received++
  }
  if (isStarted) counts.started++
  else counts.reasons.push(`${name} started nothing: ${said[0]}`)
  return `, triggers: ${said.length === 0 ? 'all did' : said.join('; ')}`
}

async function certificate(folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=stand-in', '-addext', 'basicConstraints=critical,CA:TRUE']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      join(folder, 'ca.key'),
      '-out',
      join(folder, 'ca.pem'),
      ...names,
    ],
    { stdio: 'ignore' },
  )
  await chmod(join(folder, 'ca.pem'), 0o644)
  return { key, cert, ca: join(folder, 'ca.pem'), caKey: join(folder, 'ca.key') }
}

/** A certificate for these hosts, which pieces trust by the authority above. */
async function certify(
  folder: string,
  hosts: string[],
  { key, cert, ca, caKey }: Awaited<ReturnType<typeof certificate>>,
) {
  const request = join(folder, 'request.pem')
  execFileSync(
    'openssl',
    ['req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, '-subj', '/CN=lamps.example.org'],
    { stdio: 'ignore' },
  )
  await writeFile(join(folder, 'names'), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`)
  execFileSync(
    'openssl',
    [
      'x509',
      '-req',
      '-in',
      request,
      '-CA',
      ca,
      '-CAkey',
      caKey,
      '-CAcreateserial',
      '-days',
      '2',
      '-out',
      cert,
      '-extfile',
      join(folder, 'names'),
    ],
    { stdio: 'ignore' },
  )
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}

const plain = (hosts: readonly string[]): string[] =>
  hosts.map((host) => host.replace(/:\d+$/, '')).filter((host) => /^(?:\*\.)?[a-z0-9.-]+$/.test(host))

const NO_TRIGGERS = { starting: 0, started: 0, enabled: 0, looked: 0, received: 0 }

export async function tryRealPieces(folder: string, registry: string, names: readonly string[]): Promise<void> {
  const counts: Counts = {
    installed: 0,
    described: 0,
    actions: 0,
    triggers: 0,
    ran: 0,
    ...NO_TRIGGERS,
    install_ms: [],
    reasons: [],
  }
  await mkdir(join(folder, 'tls'))
  const own = await certificate(join(folder, 'tls'))
  await chmod(join(folder, 'tls'), 0o755)
  const looking = await openScene({ folder: join(folder, 'objects'), registry })
  for (const short of names) {
    const name = `@activepieces/piece-${short}`
    const started = performance.now()
    try {
      const tree = await fetchTree(looking.registry, name, null, AbortSignal.timeout(120_000))
      counts.installed++
      counts.install_ms.push(performance.now() - started)
      const ms = Math.round(performance.now() - started)
      try {
        await tryOne(looking, {
          folder,
          name,
          short,
          registry,
          tree: tree.folder,
          version: tree.manifest.version,
          own,
          counts,
          ms,
        })
      } finally {
        await tree.remove()
      }
    } catch (error) {
      const said = (error as Error).message.split('\n')[0]?.slice(0, 160)
      counts.reasons.push(`${short}: ${said}`)
      console.log(`${short.padEnd(24)} FAILED ${said}`)
    }
  }
  await looking.stop()
  const sorted = counts.install_ms.sort((a, b) => a - b)
  console.log(
    `pieces: ${names.length} tried, ${counts.installed} fetched (median ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, most ${Math.round(sorted.at(-1) ?? 0)} ms), ${counts.described} load and describe themselves (${counts.actions} actions, ${counts.triggers} triggers), ${counts.ran} ran an action against the stand-in`,
  )
  console.log(
    `triggers: ${counts.triggers} in all; ${counts.starting} pieces have some that look or are told, of ${counts.started} one was switched on and looked or read a delivery; single ones: ${counts.enabled} switched on, ${counts.looked} looked, ${counts.received} read a delivery`,
  )
  for (const reason of counts.reasons) console.log(`  ${reason}`)
}

interface One {
  folder: string
  name: string
  short: string
  registry: string
  tree: string
  version: string
  own: Awaited<ReturnType<typeof certificate>>
  counts: Counts
  ms: number
}

async function tryOne(
  looking: Scene,
  { folder, name, short, registry, tree, version, own, counts, ms }: One,
): Promise<void> {
  const job = {
    hash: name,
    owner: 'looking',
    hosts: { hosts: [], entered: [] },
    answer: async () => null,
    signal: AbortSignal.timeout(60_000),
    deadline_ms: 40_000,
  }
  const read = await looking.processes.run({
    ...job,
    work: { type: 'hosts', folder: join(tree, 'node_modules', name) },
  })
  const { value } = await looking.processes.run({ ...job, work: { type: 'describe', folder: tree, package: name } })
  const described = PieceDescription.parse(value)
  const { connector } = readPiece(described, {
    id: `piece-${short}`,
    version,
    licence: null,
    provider: '',
    website: null,
    hosts: (read.value as { hosts: string[] }).hosts,
  })
  counts.described++
  counts.actions += described.actions.length
  counts.triggers += described.triggers.length
  const hosts = plain(connector.hosts)
  const { key, cert } = await certify(
    join(folder, 'tls'),
    [...new Set([...hosts, 'lamps.example.org', '*.lamps.example.org'])].slice(0, 90),
    own,
  )
  const { server, asked } = standIn(key, cert)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const moves = new Proxy({} as Record<string, string>, {
    get: (_, key_) => (typeof key_ === 'string' && key_.endsWith(':443') ? `127.0.0.1:${port}` : undefined),
  })
  const scene = await openScene({ folder: join(folder, 'objects'), registry, moves, extraCa: own.ca })
  const reason = await runOne(scene, asked, tree, name, described, [...connector.hosts])
  const told = await runTriggers(scene, tree, name, described, [...connector.hosts], counts)
  await scene.stop()
  server.closeAllConnections()
  server.close()
  if (reason === null) counts.ran++
  else counts.reasons.push(`${short} ran nothing: ${reason}`)
  console.log(
    `${short.padEnd(24)} ${version.padEnd(8)} ${ms} ms, ${described.actions.length} actions, ${described.triggers.length} triggers, hosts ${connector.hosts.slice(0, 4).join(' ')}${connector.hosts.length > 4 ? ` +${connector.hosts.length - 4}` : ''}, ${reason ?? `ran (${asked.at(-1)?.slice(0, 60)})`}${told}`,
  )
}
