/** What an action or trigger of a piece is given, as the framework's own engine gives it. Runs in the process of the piece. */

import { type AuthValue, type CallName, FILE_MARK, type RunInfo } from '#nodes/piece-work.ts'
import type { Property } from './describe.ts'

export type Ask = (name: CallName, args: Record<string, unknown>) => Promise<unknown>

const unsupported = (what: string): Error =>
  Object.assign(new Error(`This piece ${what}, which Chowk doesn’t support.`), { code: 'PIECE_UNSUPPORTED' })

const refuse = (what: string) => (): never => {
  throw unsupported(what)
}

/** Pieces made before contexts had versions get a secret as a text and settings as they are. */
export function authFor(version: string | null, auth: AuthValue | null): unknown {
  if (auth === null || version !== null) return auth ?? undefined
  if (auth.type === 'SECRET_TEXT') return auth.secret_text
  if (auth.type === 'CUSTOM_AUTH') return auth.props
  return auth
}

function storeOf(ask: Ask) {
  return {
    get: (key: string, scope = 'FLOW') => ask('store.get', { key, scope }),
    put: async (key: string, value: unknown, scope = 'FLOW') => {
      await ask('store.put', { key, scope, value: value ?? null })
      return value
    },
    delete: async (key: string, scope = 'FLOW') => {
      await ask('store.delete', { key, scope })
    },
  }
}

const bytesOf = (data: unknown): Buffer =>
  Buffer.isBuffer(data) || data instanceof Uint8Array ? Buffer.from(data) : Buffer.from(String(data))

export const serverOf = ({ public_url }: RunInfo) => ({
  ...{ apiUrl: `${public_url}/api/`, publicUrl: `${public_url}/`, token: '' },
})

/** Of actions, triggers and the functions that load choices. */
export function baseContext(
  version: string | null,
  auth: AuthValue | null,
  propsValue: unknown,
  info: RunInfo,
  ask: Ask,
) {
  const server = serverOf(info)
  return {
    auth: authFor(version, auth),
    propsValue,
    store: storeOf(ask),
    server,
    serverUrl: server.publicUrl,
    project: { id: 'chowk', externalId: async () => undefined },
    flows: {
      list: refuse('lists workflows'),
      current: { id: info.workflow, version: { id: info.workflow } },
    },
    step: { name: info.step },
    connections: { get: refuse('opens other accounts') },
    files: {
      write: async ({ fileName, data }: { fileName: string; data: unknown }) =>
        `${FILE_MARK}${await ask('files.write', { name: fileName, base64: bytesOf(data).toString('base64') })}`,
    },
    tags: { add: async () => undefined },
    output: { update: async () => undefined },
    agent: { tools: refuse('uses tools of an agent') },
  }
}

export function actionContext(base: ReturnType<typeof baseContext>, info: RunInfo) {
  return {
    ...base,
    executionType: 'BEGIN',
    run: {
      id: info.run,
      stop: refuse('ends the run'),
      pause: refuse('pauses the run'),
      respond: refuse('answers a webhook'),
      createWaitpoint: refuse('pauses the run'),
      waitForWaitpoint: refuse('pauses the run'),
    },
    generateResumeUrl: refuse('pauses the run'),
  }
}

interface GivenFile {
  name: string
  base64: string
}

const isGivenFile = (value: unknown): value is GivenFile =>
  typeof value === 'object' && value !== null && typeof (value as GivenFile).base64 === 'string'

function fileOf({ name, base64 }: GivenFile) {
  return {
    filename: name,
    extension: name.includes('.') ? name.split('.').at(-1) : undefined,
    data: Buffer.from(base64, 'base64'),
    base64,
  }
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function inputOf(property: Property, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return property.defaultValue ?? value ?? undefined
  if (property.type === 'FILE') return isGivenFile(value) ? fileOf(value) : value
  if (property.type === 'NUMBER' && typeof value === 'string' && value.trim() !== '') return Number(value)
  if (property.type === 'JSON' || property.type === 'OBJECT') return jsonOf(value)
  if (property.type === 'ARRAY' && Array.isArray(value) && property.properties)
    return value.map((entry) => propsFor(property.properties, (entry ?? {}) as Record<string, unknown>))
  return value
}

/** Values as the framework hands them on: files with their bytes, numbers as numbers, defaults where nothing was entered. */
export function propsFor(
  properties: Record<string, Property> | undefined,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const known = Object.entries(properties ?? {}).map(([name, property]) => [name, inputOf(property, input[name])])
  return { ...input, ...Object.fromEntries(known) }
}
