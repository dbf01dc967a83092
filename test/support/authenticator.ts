/** An authenticator in software: makes and uses passkeys as WebAuthn says, and lies where it is told to. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, NewCredential } from '#contract/accounts/passkeys.ts'
import type { JsonObject } from '#contract/core/primitives.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const b64 = (data: Buffer) => data.toString('base64url')

// RFC 8949, as much of it as an attestation needs.
const head = (major: number, value: number): Buffer => {
  const kind = major << 5
  if (value < 24) return Buffer.from([kind | value])
  return value < 256 ? Buffer.from([kind | 24, value]) : Buffer.from([kind | 25, value >> 8, value & 255])
}
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (data: string) => Buffer.concat([head(3, data.length), Buffer.from(data)])
const int = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))
const map = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64

export interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** No finger, face or PIN. */
  unverified?: boolean
}

export class Authenticator {
  readonly id: Buffer
  readonly origin: string
  #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0
  #userHandle = ''

  constructor(origin: string, id: Buffer = randomBytes(16)) {
    this.origin = origin
    this.id = id
  }

  /** As `navigator.credentials.create` answers. */
  create(options: JsonObject, lies: Lies = {}): NewCredential {
    this.#userHandle = String((options.user as JsonObject | undefined)?.id ?? '')
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const coseKey = map(
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    )
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, coseKey])
    const authData = this.#data(PRESENT | VERIFIED | ATTESTED, lies, attested)
    const attestation = map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(authData)])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: b64(this.#clientData('webauthn.create', options, lies)),
        attestationObject: b64(attestation),
        transports: ['internal'],
      },
    }
  }

  /** As `navigator.credentials.get` answers. */
  get(options: JsonObject, lies: Lies = {}): Assertion {
    const clientData = this.#clientData('webauthn.get', options, lies)
    const authData = this.#data(PRESENT | VERIFIED, lies)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: b64(clientData),
        authenticatorData: b64(authData),
        signature: b64(sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key.privateKey)),
        userHandle: this.#userHandle || null,
      },
    }
  }

  #credential() {
    return { id: b64(this.id), rawId: b64(this.id), type: 'public-key' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, options: JsonObject, lies: Lies): Buffer {
    const challenge = lies.challenge ?? options.challenge
    const origin = lies.origin ?? this.origin
    return Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin: false }))
  }

  #data(flags: number, lies: Lies, rest: Buffer = Buffer.alloc(0)): Buffer {
    this.#counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const shown = Buffer.from([lies.unverified ? flags & ~VERIFIED : flags])
    return Buffer.concat([sha256(lies.rpId ?? new URL(this.origin).hostname), shown, counter, rest])
  }
}
