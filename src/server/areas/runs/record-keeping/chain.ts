/**
 * The chain of a record. The hash of an entry covers its text and the hash before it, and is signed with a key (Ed25519) that is made from the
 * keys of the vault and is in no database: who can write to the database alone can't write a chain that checks out. Never changed: the hashes
 * of all entries depend on it.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { RecordKind } from '#contract/runs/run-record-values.ts'
import type { KeyRing, VaultKey } from '#server/gateways/vault/keys.ts'

/** Says which reading of the texts below an entry has. */
const VERSION = 'chowk run record 1'
const SALT_BYTES = 16
/** The bytes before the 32 of a private key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A text that can be deleted later: only its hash is in the chain. */
export interface Sealed {
  text: string
  salt: Buffer
  hash: Buffer
}

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export function sealText(text: string): Sealed {
  const salt = randomBytes(SALT_BYTES)
  return { text, salt, hash: sha256(salt, text) }
}

export interface ChainEntry {
  execution_id: ExecutionId
  number: number
  kind: RecordKind
  at: Date
  noted_at: Date
  facts: string
  who_hash: Buffer | null
  content_hash: Buffer | null
}

/** What is hashed after the hash of the entry before. */
export const textOf = (entry: ChainEntry): string =>
  JSON.stringify([
    VERSION,
    entry.execution_id,
    entry.number,
    entry.kind,
    entry.at.toISOString(),
    entry.noted_at.toISOString(),
    entry.facts,
    entry.who_hash?.toString('hex') ?? null,
    entry.content_hash?.toString('hex') ?? null,
  ])

export const hashAfter = (before: Buffer | null, entry: ChainEntry): Buffer =>
  sha256(before ?? Buffer.alloc(0), textOf(entry))

export interface RecordSigner {
  /** With the key that signs now. */
  sign(hash: Buffer): { key_id: string; signature: Buffer }
  /** False also for a key that this installation doesn't have any more. */
  verify(key_id: string, hash: Buffer, signature: Buffer): boolean
  /** As PEM; null for a key that is gone. */
  publicKey(key_id: string): string | null
}

function pairOf({ key }: VaultKey): { open: KeyObject; secret: KeyObject } {
  const seed = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), VERSION, 32))
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return { open: createPublicKey(secret), secret }
}

/** Pairs are made when the first entry is signed or checked. */
export function createRecordSigner(ring: KeyRing): RecordSigner {
  const pairs = new Map<string, ReturnType<typeof pairOf>>()
  const findPair = (key_id: string) => {
    const key = ring.find(({ id }) => id === key_id)
    const pair = pairs.get(key_id) ?? (key && pairOf(key))
    if (pair !== undefined) pairs.set(key_id, pair)
    return pair
  }
  return {
    sign(hash) {
      const [{ id }] = ring
      const pair = findPair(id)
      if (pair === undefined) throw new Error('The vault has no key to sign a record with')
      return { key_id: id, signature: sign(null, hash, pair.secret) }
    },
    verify(key_id, hash, signature) {
      const pair = findPair(key_id)
      return pair !== undefined && verify(null, hash, pair.open, signature)
    },
    publicKey: (key_id) => findPair(key_id)?.open.export({ type: 'spki', format: 'pem' }).toString() ?? null,
  }
}

export interface SignedEntry extends ChainEntry {
  who: string | null
  who_salt: Buffer | null
  content: string | null
  content_salt: Buffer | null
  hash: Buffer
  key_id: string
  signature: Buffer
}

const isText = (text: string | null, salt: Buffer | null, hash: Buffer | null): boolean =>
  text === null || (salt !== null && hash !== null && sha256(salt, text).equals(hash))

/**
 * The number of the first entry that isn't as it was written; null where all are.
 * @param head the newest hash, as the record keeps it: entries that are missing at the end are noticed by it
 */
export function findChanged(
  entries: readonly SignedEntry[],
  { last_number, head }: { last_number: number; head: Buffer | null },
  signer: Pick<RecordSigner, 'verify'>,
): number | null {
  let before: Buffer | null = null
  for (const [index, entry] of entries.entries()) {
    const { number, hash, key_id, signature, who, who_salt, who_hash, content, content_salt, content_hash } = entry
    const isWritten =
      number === index + 1 &&
      hash.equals(hashAfter(before, entry)) &&
      isText(who, who_salt, who_hash) &&
      isText(content, content_salt, content_hash) &&
      signer.verify(key_id, hash, signature)
    if (!isWritten) return index + 1
    before = hash
  }
  const isWhole = entries.length === last_number && (before === null ? head === null : head?.equals(before) === true)
  return isWhole ? null : entries.length + 1
}
