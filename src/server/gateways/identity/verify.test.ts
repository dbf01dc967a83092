import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createLocalJWKSet, exportJWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { reloadingKeys, type TokenRules, verifyToken } from './verify.ts'

const URL_ = 'https://chowk.test'
const now = () => Math.floor(Date.now() / 1000)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const mine = generateKeyPairSync('ed25519')
const foreign = generateKeyPairSync('ed25519')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

const claims = (changes: object = {}) => ({
  iss: URL_,
  aud: URL_,
  sub: 'subject-1',
  email: 'a@example.com',
  name: 'A',
  sid: 'session-1',
  iat: now(),
  exp: now() + 900,
  ...changes,
})
const signed = (header: object, payload: object, key: KeyObject = mine.privateKey) => {
  const head = `${encode(header)}.${encode(payload)}`
  return `${head}.${sign(key.asymmetricKeyType === 'rsa' ? 'sha256' : null, Buffer.from(head), key).toString('base64url')}`
}
const good = { alg: 'EdDSA', kid: 'key-1' }

let rules: TokenRules
let publicJwk: object
beforeAll(async () => {
  publicJwk = { ...(await exportJWK(mine.publicKey)), kid: 'key-1', alg: 'EdDSA' }
  const rsaJwk = { ...(await exportJWK(rsa.publicKey)), kid: 'key-rsa' }
  const keys = createLocalJWKSet({ keys: [publicJwk as { kty: string }, rsaJwk] })
  rules = { issuer: URL_, audience: URL_, algorithms: ['EdDSA'], keys, session: 'required' }
})

describe('verifyToken', () => {
  it('reads who it is from a good token', async () => {
    expect(await verifyToken(signed(good, claims()), rules)).toEqual({
      subject: 'subject-1',
      email: 'a@example.com',
      name: 'A',
      session_id: 'session-1',
    })
  })

  it('takes no role from a token', async () => {
    const identity = await verifyToken(
      signed(good, claims({ role: 'super_admin', permissions: ['admin.access'] })),
      rules,
    )
    expect(Object.keys(identity ?? {}).sort()).toEqual(['email', 'name', 'session_id', 'subject'])
  })

  const hmacWithPublicKey = (header: object) => {
    const head = `${encode(header)}.${encode(claims())}`
    const secrets = [
      mine.publicKey.export({ type: 'spki', format: 'pem' }),
      JSON.stringify(publicJwk),
      (publicJwk as { x: string }).x,
    ]
    return secrets.map((secret) => `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`)
  }
  const embedded = async () => ({ ...(await exportJWK(foreign.publicKey)), kid: 'key-1' })

  const forged: [string, () => string | string[] | Promise<string>][] = [
    ['alg none without a signature', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
    ['alg None with a signature', () => `${encode({ alg: 'None', kid: 'key-1' })}.${encode(claims())}.AAAA`],
    [
      'alg nOnE keeping a real signature',
      () => `${encode({ alg: 'nOnE' })}.${signed(good, claims()).split('.').slice(1).join('.')}`,
    ],
    ['no alg', () => signed({ kid: 'key-1' }, claims())],
    ['alg that is a list', () => signed({ alg: ['EdDSA'], kid: 'key-1' }, claims())],
    ['HS256 signed with the public key', () => hmacWithPublicKey({ alg: 'HS256', kid: 'key-1' })],
    ['HS256 without a key id', () => hmacWithPublicKey({ alg: 'HS256' })],
    [
      'RS256 by a key of the set, but not on the list',
      () => signed({ alg: 'RS256', kid: 'key-rsa' }, claims(), rsa.privateKey),
    ],
    ['another key under our key id', () => signed(good, claims(), foreign.privateKey)],
    ['an unknown key id', () => signed({ alg: 'EdDSA', kid: 'other' }, claims(), foreign.privateKey)],
    ['a key id that is a path', () => signed({ alg: 'EdDSA', kid: '../../dev/null' }, claims(), foreign.privateKey)],
    ['a key id with SQL', () => signed({ alg: 'EdDSA', kid: "' or 1=1 --" }, claims(), foreign.privateKey)],
    ['its own key in jwk', async () => signed({ ...good, jwk: await embedded() }, claims(), foreign.privateKey)],
    ['its own key set in jku', () => signed({ ...good, jku: 'http://127.0.0.1:1/jwks' }, claims(), foreign.privateKey)],
    ['a certificate in x5u', () => signed({ ...good, x5u: 'http://127.0.0.1:1/x' }, claims(), foreign.privateKey)],
    ['a certificate in x5c', () => signed({ ...good, x5c: ['AAAA'] }, claims(), foreign.privateKey)],
    ['an unknown critical header', () => signed({ ...good, crit: ['b64', 'x'], b64: false }, claims())],
    ['the wrong issuer', () => signed(good, claims({ iss: 'https://evil.test' }))],
    ['no issuer', () => signed(good, claims({ iss: undefined }))],
    ['an issuer that starts like ours', () => signed(good, claims({ iss: `${URL_}.evil.test` }))],
    ['the wrong audience', () => signed(good, claims({ aud: 'https://evil.test' }))],
    ['no audience', () => signed(good, claims({ aud: undefined }))],
    ['an audience list without us', () => signed(good, claims({ aud: ['a', 'b'] }))],
    ['an expired token', () => signed(good, claims({ exp: now() - 60 }))],
    ['no expiry', () => signed(good, claims({ exp: undefined }))],
    ['exp as a string', () => signed(good, claims({ exp: String(now() + 900) }))],
    ['exp as a date', () => signed(good, claims({ exp: new Date(Date.now() + 900_000).toISOString() }))],
    ['exp null', () => signed(good, claims({ exp: null }))],
    ['not valid yet', () => signed(good, claims({ nbf: now() + 60 }))],
    ['nbf as a string', () => signed(good, claims({ nbf: '0' }))],
    ['iat as a string', () => signed(good, claims({ iat: String(now()) }))],
    ['no iat', () => signed(good, claims({ iat: undefined }))],
    ['no subject', () => signed(good, claims({ sub: undefined }))],
    ['an empty subject', () => signed(good, claims({ sub: '' }))],
    ['a subject that is an object', () => signed(good, claims({ sub: { $ne: null } }))],
    ['no email', () => signed(good, claims({ email: undefined }))],
    ['no session', () => signed(good, claims({ sid: undefined }))],
    ['a session that is a number', () => signed(good, claims({ sid: 1 }))],
    ['a payload that is a list', () => signed(good, [1, 2] as unknown as object)],
    [
      'a payload that was changed',
      () => {
        const [header, , signature] = signed(good, claims()).split('.')
        return `${header}.${encode(claims({ sub: 'subject-2' }))}.${signature}`
      },
    ],
    ['two parts', () => signed(good, claims()).split('.').slice(0, 2).join('.')],
    ['five parts, as an encrypted token has', () => 'a.b.c.d.e'],
    ['an empty text', () => ''],
    ['a header that is not JSON', () => `${Buffer.from('{').toString('base64url')}.${encode(claims())}.AAAA`],
    ['a header nested ten thousand deep', () => `${Buffer.from('['.repeat(5000)).toString('base64url')}.e30.AAAA`],
    ['a token of a megabyte', () => `${encode(good)}.${'A'.repeat(1_000_000)}.AAAA`],
    ['a token padded with spaces', () => ` ${signed(good, claims())}`],
  ]
  it.each(forged)('refuses %s', async (_name, make) => {
    for (const token of [await make()].flat()) expect(await verifyToken(token, rules)).toBeNull()
  })

  it('forgives clocks that differ by less than five seconds', async () => {
    expect(await verifyToken(signed(good, claims({ exp: now() - 2, nbf: now() + 2 })), rules)).not.toBeNull()
  })

  it('throws when the keys cannot be had, instead of calling the token forged', async () => {
    const keys = async () => {
      throw new Error('connection refused')
    }
    await expect(verifyToken(signed(good, claims()), { ...rules, keys })).rejects.toThrow('connection refused')
  })
})

describe('reloadingKeys', () => {
  it('loads again for a key it does not know, but not for every piece of garbage', async () => {
    let loads = 0
    let clock = 0
    const set = { keys: [] as { kty: string }[] }
    const keys = reloadingKeys(
      async () => {
        loads += 1
        return { keys: [...set.keys] }
      },
      () => clock,
    )
    const token = signed(good, claims())
    for (let i = 0; i < 20; i++) expect(await verifyToken(token, { ...rules, keys })).toBeNull()
    expect(loads).toBe(1)
    set.keys.push(publicJwk as { kty: string })
    clock += 6000
    expect(await verifyToken(token, { ...rules, keys })).not.toBeNull()
    expect(loads).toBe(2)
  })

  it('tries again after a failed load', async () => {
    let fail = true
    const keys = reloadingKeys(async () => {
      if (fail) throw new Error('away')
      return { keys: [publicJwk as { kty: string }] }
    })
    await expect(verifyToken(signed(good, claims()), { ...rules, keys })).rejects.toThrow('away')
    fail = false
    expect(await verifyToken(signed(good, claims()), { ...rules, keys })).not.toBeNull()
  })
})
