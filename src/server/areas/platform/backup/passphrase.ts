/**
 * The passphrase of a backup, in the format of age (https://age-encryption.org/v1, "The scrypt recipient type"), for its library. The
 * library's own takes the thread for more than a second, during which a server that backs itself up answers nobody; here it is taken
 * on a thread of Node's pool, in a quarter of the processor time.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { type Identity, type Recipient, Stanza } from 'age-encryption'

const LABEL = 'age-encryption.org/v1/scrypt'
/** Of new backups, as the library has it: scrypt's N is 2 to the power of it. */
export const WORK = 18
/** A file from elsewhere may not ask for more work than this: 1 GB of memory. */
const MOST_WORK = 20
const CIPHER = 'chacha20-poly1305'
const SALT_BYTES = 16
const TAG_BYTES = 16
/** Each key encrypts one thing, so the format has no nonce. */
const NONCE = Buffer.alloc(12)
const R = 8

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

const keyOf = (passphrase: string, salt: Buffer, work: number): Promise<Buffer> =>
  derive(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, {
    N: 2 ** work,
    r: R,
    p: 1,
    // Node refuses from the exact need on.
    maxmem: 2 * 128 * R * 2 ** work,
  })

/** Encrypts the key of a file with what scrypt makes of the passphrase. @param work scrypt's N is 2 to the power of it */
export const recipientOf = (passphrase: string, work: number): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(SALT_BYTES)
    const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt, work), NONCE, { authTagLength: TAG_BYTES })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return [new Stanza(['scrypt', unpadded(salt), String(work)], new Uint8Array(body))]
  },
})

/** Opens the key of a file. Null when the passphrase is another one. @throws Error when the head of the file is not as the format says */
export const identityOf = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const stanza = stanzas.find(({ args }) => args[0] === 'scrypt')
    if (!stanza) return null
    const [, salted = '', work = ''] = stanza.args
    const salt = Buffer.from(salted, 'base64')
    const isSound =
      stanza.args.length === 3 && /^[1-9]\d?$/.test(work) && salt.length === SALT_BYTES && unpadded(salt) === salted
    if (stanzas.length !== 1 || !isSound) throw new Error('The passphrase part of the header is invalid')
    if (Number(work) > MOST_WORK) throw new Error('The header asks for more work than any backup of Chowk needs')
    if (stanza.body.length !== 16 + TAG_BYTES) throw new Error('The key in the header has another length')
    const key = await keyOf(passphrase, salt, Number(work))
    const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(stanza.body.subarray(-TAG_BYTES))
    try {
      return new Uint8Array(Buffer.concat([decipher.update(stanza.body.subarray(0, -TAG_BYTES)), decipher.final()]))
    } catch {
      return null
    }
  },
})
