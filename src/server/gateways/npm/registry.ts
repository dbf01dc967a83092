/** The npm registry, or one of the operator's own: what packages there are, and their archives, compared with the checksum it names. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { NodeError } from '#nodes/node.ts'
import type { HttpRequest } from '#nodes/ports.ts'
import type { OpenResponse } from '#server/gateways/outbound.ts'

const Manifest = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
  dist: z.object({ tarball: z.string(), integrity: z.string().optional(), shasum: z.string().optional() }),
})
export type NpmManifest = z.infer<typeof Manifest>

const Packument = z.object({
  'dist-tags': z.record(z.string(), z.string()).default({}),
  // One that is written otherwise is as good as not there.
  versions: z.record(z.string(), z.unknown()),
  time: z.record(z.string(), z.string()).optional(),
  description: z.unknown().optional(),
  homepage: z.unknown().optional(),
  license: z.unknown().optional(),
})

export interface NpmPackage {
  name: string
  latest: string | null
  versions: string[]
  description: string
  homepage: string | null
  licence: string | null
  /** ISO times by version; empty where the registry was asked for the short form. */
  published: Record<string, string>
  manifest(version: string): NpmManifest | null
}

export interface FoundPackage {
  name: string
  version: string
  description: string
}

export interface NpmRegistry {
  /** Without a path that hides a password. */
  readonly address: string
  /** `full` has descriptions and times, and is much longer. Null when there is none. @throws NodeError `registry_unreachable` */
  find(name: string, form: 'full' | 'short', signal: AbortSignal): Promise<NpmPackage | null>
  /** Null where the registry has no search. @throws NodeError `registry_unreachable` */
  search(text: string, signal: AbortSignal): Promise<FoundPackage[] | null>
  /** @throws NodeError `registry_unreachable`, `integrity_wrong`, `package_too_large` */
  archive(name: string, manifest: NpmManifest, signal: AbortSignal): Promise<Buffer>
}

type Open = (request: HttpRequest, signal: AbortSignal) => Promise<OpenResponse>

const WAIT_MS = 30_000
const MOST_ARCHIVE = 60_000_000
const MOST_ANSWER = 40_000_000
const SHORT = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8'

const unreachable = (address: string, why: string, cause?: unknown): NodeError =>
  new NodeError('registry_unreachable', `The npm registry at ${address} can’t be reached: ${why}`, { cause })

async function readAll({ body }: OpenResponse, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new NodeError('package_too_large', 'The package is larger than allowed.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @returns whether the bytes are those that the registry names; null when it names none */
export function hasIntegrity(bytes: Uint8Array, { integrity, shasum }: NpmManifest['dist']): boolean | null {
  const [, algorithm, digest] = /^(sha512|sha384|sha256)-([A-Za-z0-9+/=]+)/.exec(integrity?.trim() ?? '') ?? []
  if (algorithm !== undefined) return createHash(algorithm).update(bytes).digest('base64') === digest
  return shasum === undefined ? null : createHash('sha1').update(bytes).digest('hex') === shasum
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const licenceOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : ((value as { type?: string } | null)?.type ?? null)

/** How the registry is spoken to. */
interface Line {
  base: string
  /** As people are told of it. */
  host: string
  /** @throws NodeError `registry_unreachable` */
  ask(url: string, accept: string, signal: AbortSignal): Promise<OpenResponse>
  /** @throws NodeError `registry_unreachable` */
  json(answer: OpenResponse): Promise<unknown>
}

function openLine(address: string, open: Open): Line {
  const base = address.replace(/\/+$/, '')
  const { host } = new URL(base)
  return {
    base,
    host,
    async ask(url, accept, signal) {
      const request = { method: 'GET' as const, url, headers: { accept }, body: null, timeout_ms: WAIT_MS }
      try {
        return await open(request, signal)
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        throw unreachable(host, error.message, error)
      }
    },
    async json(answer) {
      try {
        return JSON.parse((await readAll(answer, MOST_ANSWER)).toString('utf8'))
      } catch (error) {
        const why = error instanceof NodeError ? error.message : 'it does not answer as a registry does.'
        throw unreachable(host, why, error)
      }
    },
  }
}

/** @returns false where there is none @throws NodeError `registry_unreachable` */
function isThere({ host }: Line, { status, body }: OpenResponse, what = ''): boolean {
  if (status === 200) return true
  body.destroy()
  if (status === 404 && what === '') return false
  throw unreachable(host, `it answered with ${status}${what}.`)
}

async function findPackage(
  line: Line,
  name: string,
  form: 'full' | 'short',
  signal: AbortSignal,
): Promise<NpmPackage | null> {
  const url = `${line.base}/${name.replace('/', '%2f')}`
  const answer = await line.ask(url, form === 'short' ? SHORT : 'application/json', signal)
  if (!isThere(line, answer)) return null
  const read = Packument.safeParse(await line.json(answer))
  if (!read.success) throw unreachable(line.host, 'it does not answer as a registry does.')
  const { versions, time = {}, description, homepage, license, 'dist-tags': tags } = read.data
  return {
    name,
    latest: tags.latest ?? null,
    versions: Object.keys(versions),
    description: asText(description),
    homepage: /^https:\/\//.test(asText(homepage)) ? asText(homepage) : null,
    licence: licenceOf(license),
    published: time,
    manifest: (version) =>
      Object.hasOwn(versions, version) ? (Manifest.safeParse(versions[version]).data ?? null) : null,
  }
}

const Found = z.object({
  objects: z.array(
    z.object({ package: z.object({ name: z.string(), version: z.string(), description: z.string().optional() }) }),
  ),
})

async function searchPackages(line: Line, text: string, signal: AbortSignal): Promise<FoundPackage[] | null> {
  const url = `${line.base}/-/v1/search?size=250&text=${encodeURIComponent(text)}`
  const answer = await line.ask(url, 'application/json', signal)
  if (answer.status !== 200) {
    answer.body.destroy()
    if (answer.status >= 500) throw unreachable(line.host, `it answered with ${answer.status}.`)
    return null
  }
  const read = Found.safeParse(await line.json(answer))
  if (!read.success) return null
  return read.data.objects.map(({ package: one }) => ({ ...one, description: one.description ?? '' }))
}

async function readArchive(line: Line, name: string, manifest: NpmManifest, signal: AbortSignal): Promise<Buffer> {
  const url = new URL(manifest.dist.tarball)
  // Some registries name themselves by another address than the one that reaches them.
  const own = new URL(line.base)
  if (url.host !== own.host) Object.assign(url, { protocol: own.protocol, host: own.host })
  const answer = await line.ask(url.href, 'application/octet-stream', signal)
  isThere(line, answer, ` for ${name}`)
  const bytes = await readAll(answer, MOST_ARCHIVE)
  if (hasIntegrity(bytes, manifest.dist) === true) return bytes
  throw new NodeError(
    'integrity_wrong',
    `The archive of ${name} ${manifest.version} is not the one that the registry names. Nothing was installed.`,
  )
}

/** @param address such as `https://registry.npmjs.org` */
export function createNpmRegistry(address: string, open: Open): NpmRegistry {
  const line = openLine(address, open)
  return {
    address: line.base,
    find: (name, form, signal) => findPackage(line, name, form, signal),
    search: (text, signal) => searchPackages(line, text, signal),
    archive: (name, manifest, signal) => readArchive(line, name, manifest, signal),
  }
}
