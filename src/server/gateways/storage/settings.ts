/** Where objects are kept, from the environment: a folder, or a bucket of a service that speaks the protocol of S3. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { variable } from '#server/gateways/variable.ts'

export interface S3Settings {
  kind: 's3'
  bucket: string
  /** Without slashes around it; '' for none. */
  prefix: string
  /** Null: the service of Amazon in that region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Of the variables, so that messages name them. */
  variables: { url: string; accessKeyId: string; secretAccessKey: string }
}

export interface FolderSettings {
  kind: 'folder'
  /** Absolute. */
  dir: string
}

export type StorageSettings = FolderSettings | S3Settings

const URL_FORM = 's3://bucket/prefix?region=ap-south-1&endpoint=https://…'

const accessKeyId = z.string().trim().min(3).max(200).optional()
const secretAccessKey = z.string().trim().min(8).max(500).optional()

export const STORAGE_VARIABLES = {
  STORAGE_URL: variable(
    {
      what: `Where uploads, large results and exports are kept: \`file:/srv/chowk\`, or \`${URL_FORM}\`; see [Storage](#storage).`,
      otherwise: '`DATA_DIR`',
    },
    z.string().trim().max(2000).optional(),
  ),
  S3_ACCESS_KEY_ID: variable('The access key for an `s3:` address in `STORAGE_URL` or `BACKUP_URL`.', accessKeyId),
  S3_SECRET_ACCESS_KEY: variable('The secret of that access key.', secretAccessKey),
}

/** Scheduled backups may go to another account. */
export const BACKUP_STORE_VARIABLES = {
  BACKUP_URL: variable(
    `Where [scheduled backups](#scheduled-backups) are written: a folder (\`file:/backups\`) or \`${URL_FORM}\`. Without it, none are made.`,
    z.string().trim().max(2000).optional(),
  ),
  BACKUP_S3_ACCESS_KEY_ID: variable(
    { what: 'Another access key for `BACKUP_URL`.', otherwise: '`S3_ACCESS_KEY_ID`' },
    accessKeyId,
  ),
  BACKUP_S3_SECRET_ACCESS_KEY: variable(
    { what: 'The secret of that access key.', otherwise: '`S3_SECRET_ACCESS_KEY`' },
    secretAccessKey,
  ),
}

export interface Credentials {
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  variables: S3Settings['variables']
}

const wrong = (variable: string, message: string): Error =>
  new Error(`The configuration is not valid:\n  ${variable}: ${message}`)

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

function folderOf(url: string, name: string): FolderSettings {
  const path = url.replace(/^file:(?:\/\/(?=\/))?/, '')
  if (path === '' || /^["'~]|^\/\/|[?#\p{Cc}]/u.test(path))
    throw wrong(name, 'must be the plain path of a folder after "file:", such as file:/srv/chowk')
  return { kind: 'folder', dir: resolve(path) }
}

function bucketOf(text: string, { accessKeyId, secretAccessKey, variables }: Credentials): S3Settings {
  const url = URL.parse(text)
  const { url: name } = variables
  const bucket = url?.hostname ?? ''
  if (!url || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw wrong(name, `must be of the form ${URL_FORM}`)
  if (url.username !== '' || url.password !== '')
    throw wrong(name, `must not hold a key: put it into ${variables.accessKeyId} and ${variables.secretAccessKey}`)
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'endpoint' && key !== 'region')
  if (unknown !== undefined) throw wrong(name, `"${unknown}" is not known; there are region and endpoint`)
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !isWebAddress(endpoint))
    throw wrong(name, 'its endpoint must begin with https:// or http://')
  const region = url.searchParams.get('region')
  if (region === null && endpoint === null) throw wrong(name, 'needs a region, such as ?region=ap-south-1')
  if (region !== null && !/^[a-z0-9-]{2,40}$/.test(region)) throw wrong(name, 'its region is not valid')
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  if (!/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(prefix))
    throw wrong(name, 'its prefix may have letters, digits, ".", "-", "_" and "/"')
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw wrong(
      accessKeyId === undefined ? variables.accessKeyId : variables.secretAccessKey,
      `is needed for the s3: address in ${name}`,
    )
  return {
    kind: 's3',
    bucket,
    prefix,
    endpoint,
    region: region ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    variables,
  }
}

/** @throws Error naming the variable that is wrong or missing */
export function storageSettings(url: string, credentials: Credentials): StorageSettings {
  const { url: name } = credentials.variables
  if (url.startsWith('file:')) return folderOf(url, name)
  if (url.startsWith('s3:')) return bucketOf(url, credentials)
  throw wrong(name, `must begin with "file:" or "s3:", such as file:/srv/chowk or ${URL_FORM}`)
}

/**
 * The place in a form that two settings share only if they mean the same objects. Of folders it says no more than that: processes may reach one
 * under different paths.
 */
export const identityOf = (settings: StorageSettings): string =>
  settings.kind === 'folder'
    ? 'folder'
    : `s3://${settings.bucket}/${settings.prefix} ${settings.endpoint ?? settings.region}`
