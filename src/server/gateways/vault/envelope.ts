/**
 * Envelope encryption with AES-256-GCM (NIST SP 800-38D): a random data key per credential encrypts its fields, and a
 * key of the ring encrypts the data key, so that a new ring key means rewriting 48 bytes per row and decrypting
 * nothing. Both are bound to the row: a value moved to another row, owner or type does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing, VaultKey } from './keys.ts'

/** What the ciphertext belongs to. */
export interface Belongs {
  id: string
  owner_id: string
  type: string
}

export interface Sealed {
  key_id: string
  /** The data key under the ring's key. */
  wrapped_key: Buffer
  sealed: Buffer
}

/** No key of the ring opens it, or it is not what was sealed. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

const IV = 12
const TAG = 16

const contextOf = (part: 'key' | 'fields', { id, owner_id, type }: Belongs): Buffer =>
  Buffer.from(JSON.stringify(['chowk', part, id, owner_id, type]))

function encrypt(key: Buffer, plain: Buffer, context: Buffer): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG })
  cipher.setAAD(context)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, box: Buffer, context: Buffer): Buffer {
  if (box.length < IV + TAG) throw new Unreadable('too short')
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV), { authTagLength: TAG })
  decipher.setAAD(context)
  decipher.setAuthTag(box.subarray(IV, IV + TAG))
  try {
    return Buffer.concat([decipher.update(box.subarray(IV + TAG)), decipher.final()])
  } catch (cause) {
    throw new Unreadable('not sealed with this key, or changed since', { cause })
  }
}

function keyNamed(ring: KeyRing, id: string): VaultKey {
  const found = ring.find((key) => key.id === id)
  if (!found) throw new Unreadable('sealed with a key that is not there')
  return found
}

export function seal(ring: KeyRing, fields: Record<string, string>, belongs: Belongs): Sealed {
  const [current] = ring
  const dataKey = randomBytes(32)
  return {
    key_id: current.id,
    wrapped_key: encrypt(current.key, dataKey, contextOf('key', belongs)),
    sealed: encrypt(dataKey, Buffer.from(JSON.stringify(fields)), contextOf('fields', belongs)),
  }
}

/** @throws Unreadable */
export function unseal(ring: KeyRing, box: Sealed, belongs: Belongs): Record<string, string> {
  const dataKey = decrypt(keyNamed(ring, box.key_id).key, box.wrapped_key, contextOf('key', belongs))
  const plain = decrypt(dataKey, box.sealed, contextOf('fields', belongs))
  return JSON.parse(plain.toString()) as Record<string, string>
}

/** The same content under the ring's first key. @throws Unreadable */
export function rewrap(
  ring: KeyRing,
  box: Pick<Sealed, 'key_id' | 'wrapped_key'>,
  belongs: Belongs,
): Pick<Sealed, 'key_id' | 'wrapped_key'> {
  const [current] = ring
  const context = contextOf('key', belongs)
  const dataKey = decrypt(keyNamed(ring, box.key_id).key, box.wrapped_key, context)
  return { key_id: current.id, wrapped_key: encrypt(current.key, dataKey, context) }
}
