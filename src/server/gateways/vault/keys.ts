/**
 * The keys that encrypt the keys of credentials: from `VAULT_KEY`, newest first, or one created once in the data
 * folder. A key in the data folder stays readable after `VAULT_KEY` was set, so that everything can move to the new
 * one.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readOrCreate } from '#server/platform/read-or-create.ts'

export interface VaultKey {
  /** Told from its content, so that nobody has to number keys. */
  id: string
  key: Buffer
}

/** The first one encrypts; all decrypt. */
export type KeyRing = readonly [VaultKey, ...VaultKey[]]

const KEY_BYTES = 32

const keyOf = (key: Buffer): VaultKey => ({
  id: createHash('sha256').update('chowk vault key id').update(key).digest('hex').slice(0, 16),
  key,
})

function decode(text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
  if (!isBase64 || key.length !== KEY_BYTES)
    throw new Error(
      'The configuration is not valid:\n  VAULT_KEY: 32 random bytes in base64, for example from "openssl rand -base64 32"; several parted by commas, the newest first',
    )
  return key
}

/** The key in the data folder; made when `make` is asked for. */
function keyInFolder(dataDir: string, make: boolean): Buffer | null {
  const file = join(dataDir, 'vault-key')
  if (!make && !existsSync(file)) return null
  mkdirSync(dataDir, { recursive: true })
  const key = Buffer.from(
    readOrCreate(file, () => `${randomBytes(KEY_BYTES).toString('base64')}\n`),
    'base64',
  )
  if (key.length !== KEY_BYTES)
    throw new Error(
      `${file} is no key of 32 bytes in base64. Restore it from a backup: credentials cannot be read without it.`,
    )
  return key
}

/** @throws Error naming what is wrong with `VAULT_KEY` or with the file */
export function loadKeyRing(variable: string | undefined, dataDir: string): KeyRing {
  const named = (variable ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
    .map(decode)
  const kept = keyInFolder(dataDir, named.length === 0)
  const [first, ...rest] = [...named, ...(kept ? [kept] : [])].map(keyOf)
  if (!first) throw new Error('The vault has no key')
  return [first, ...rest.filter(({ id }, index) => rest.findIndex((one) => one.id === id) === index && id !== first.id)]
}
