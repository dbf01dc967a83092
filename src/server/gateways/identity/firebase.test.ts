import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createFirebaseIdentity } from './firebase.ts'
import { FIREBASE_VARIABLES, type FirebaseSettings, firebaseSettings } from './firebase-settings.ts'

const PROJECT = 'chowk-test'
const ISSUER = `https://securetoken.google.com/${PROJECT}`
const settings: FirebaseSettings = {
  project_id: PROJECT,
  api_key: 'key',
  auth_domain: `${PROJECT}.firebaseapp.com`,
  emulator_host: null,
}
const now = () => Math.floor(Date.now() / 1000)
const claims = (change: JWTPayload = {}): JWTPayload => ({
  iss: ISSUER,
  aud: PROJECT,
  sub: 'uid-1',
  iat: now() - 10,
  exp: now() + 3600,
  auth_time: now() - 10,
  email: 'asha@clinic.example',
  email_verified: true,
  name: 'Asha Rao',
  ...change,
})

const rsa = await generateKeyPair('RS256', { extractable: true })
const other = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(rsa.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
const keys = createLocalJWKSet({ keys: [jwk] })
const identity = createFirebaseIdentity(settings, keys)
const signed = (payload: JWTPayload, header: object = {}, key = rsa.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT', ...header }).sign(key)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (payload: JWTPayload, header: object = { alg: 'none' }) => `${part(header)}.${part(payload)}.`

describe('an ID token of Firebase', () => {
  it('says who, since when, and whether the address is theirs', async () => {
    const payload = claims()
    expect(await identity.verify(await signed(payload))).toEqual({
      subject: 'uid-1',
      email: 'asha@clinic.example',
      name: 'Asha Rao',
      session_id: null,
      signed_in_at: new Date(Number(payload.auth_time) * 1000),
      email_verified: true,
      second_factor: false,
    })
    const second = claims({ firebase: { sign_in_second_factor: 'totp' }, email_verified: false })
    expect(await identity.verify(await signed(second))).toMatchObject({ second_factor: true, email_verified: false })
  })

  const hmac = async (secret: string) =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(new TextEncoder().encode(secret))
  const forged: [string, () => Promise<string> | string][] = [
    ['nobody signed (alg none)', () => unsigned(claims())],
    ['nobody signed, with the name of our key', () => unsigned(claims(), { alg: 'none', kid: 'k1' })],
    ['alg None in other letters', () => unsigned(claims(), { alg: 'nOnE', kid: 'k1' })],
    ['HS256 with the public key as the secret', () => hmac(JSON.stringify(jwk))],
    ['HS256 with the modulus as the secret', () => hmac(String(jwk.n))],
    ['another key signed', () => signed(claims(), {}, other.privateKey)],
    [
      'another key signed, which it brings along',
      async () => signed(claims(), { jwk: await exportJWK(other.publicKey) }, other.privateKey),
    ],
    ['a key nobody knows', () => signed(claims(), { kid: 'k2' })],
    ['another issuer', () => signed(claims({ iss: 'https://securetoken.google.com/another' }))],
    ['an issuer that begins like ours', () => signed(claims({ iss: `${ISSUER}.evil.test` }))],
    ['no issuer', () => signed(claims({ iss: undefined }))],
    ['another audience', () => signed(claims({ aud: 'another' }))],
    ['no audience', () => signed(claims({ aud: undefined }))],
    ['a time that has passed', () => signed(claims({ exp: now() - 60 }))],
    ['no end', () => signed(claims({ exp: undefined }))],
    ['an end in words', () => signed(claims({ exp: '9999999999' as unknown as number }))],
    ['a beginning in words', () => signed(claims({ iat: 'now' as unknown as number }))],
    ['not valid yet', () => signed(claims({ nbf: now() + 600 }))],
    ['no subject', () => signed(claims({ sub: undefined }))],
    ['an empty subject', () => signed(claims({ sub: '' }))],
    ['a number for a subject', () => signed(claims({ sub: 1 as unknown as string }))],
    ['no address', () => signed(claims({ email: undefined }))],
    [
      'a changed payload',
      async () => (await signed(claims())).replace(/\.[^.]+\./, `.${part(claims({ sub: 'uid-2' }))}.`),
    ],
    ['a cut signature', async () => (await signed(claims())).slice(0, -10)],
    [
      'an unknown critical header',
      () => `${part({ alg: 'RS256', kid: 'k1', crit: ['x'], x: 1 })}.${part(claims())}.AAAA`,
    ],
    ['nothing like a token', () => 'a.b.c'],
    ['too long', async () => signed(claims({ more: 'x'.repeat(9000) }))],
  ]
  it.each(forged)('is not believed with %s', async (_what, token) => {
    expect(await identity.verify(await token())).toBeNull()
  })

  it('cannot be told from a forged one while the keys are away: that is an outage', async () => {
    const away = createFirebaseIdentity(settings, async () => {
      throw new TypeError('fetch failed')
    })
    await expect(away.verify(await signed(claims()))).rejects.toThrow('fetch failed')
  })
})

describe('the emulator', () => {
  const emulated = createFirebaseIdentity({ ...settings, emulator_host: '127.0.0.1:9099' }, keys)
  it('is believed without a signature, but for the right project and time', async () => {
    expect(await emulated.verify(unsigned(claims()))).toMatchObject({ subject: 'uid-1' })
    expect(await emulated.verify(new UnsecuredJWT(claims()).encode())).toMatchObject({ subject: 'uid-1' })
    for (const wrong of [
      { aud: 'another' },
      { iss: 'https://evil.test' },
      { exp: now() - 60 },
      { sub: '' },
      { email: undefined },
    ])
      expect(await emulated.verify(unsigned(claims(wrong)))).toBeNull()
  })
})

describe('the configuration', () => {
  const read = ({ PUBLIC_URL, ...env }: Record<string, string>) => {
    const parsed = Object.fromEntries(
      Object.entries(FIREBASE_VARIABLES).map(([name, schema]) => [name, schema.parse(env[name])]),
    )
    return firebaseSettings({ ...parsed, PUBLIC_URL } as Parameters<typeof firebaseSettings>[0])
  }
  const firebase = { IDENTITY_PROVIDER: 'firebase', FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'some-key' }
  it('is the embedded provider unless it says otherwise', () => {
    expect(read({})).toBeNull()
    expect(read({ IDENTITY_PROVIDER: 'embedded', FIREBASE_PROJECT_ID: PROJECT })).toBeNull()
    expect(read(firebase)).toEqual({ ...settings, api_key: 'some-key' })
  })
  it('names what is missing', () => {
    expect(() => read({ IDENTITY_PROVIDER: 'firebase' })).toThrow(/FIREBASE_PROJECT_ID and FIREBASE_API_KEY/)
    expect(() => read({ ...firebase, FIREBASE_API_KEY: '' })).toThrow(/needs FIREBASE_API_KEY/)
    expect(() => read({ ...firebase, FIREBASE_AUTH_DOMAIN: "x.com; script-src 'unsafe-inline'" })).toThrow()
    expect(() => read({ ...firebase, IDENTITY_PROVIDER: 'other' })).toThrow()
  })
  it('believes no unsigned tokens where real customers may come', () => {
    const emulated = { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    for (const PUBLIC_URL of ['', 'http://127.0.0.1:3000'])
      expect(read({ ...emulated, PUBLIC_URL })?.emulator_host).toBe('127.0.0.1:9099')
    for (const NODE_ENV of ['production', ' production\r'])
      expect(() => read({ ...emulated, NODE_ENV })).toThrow(/cannot be set when NODE_ENV is production/)
    expect(() => read({ ...emulated, PUBLIC_URL: 'https://shop.example.com' })).toThrow(/PUBLIC_URL begins with https/)
  })
})

describe('who signs in', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  const ask = async (change: JWTPayload) => {
    const sessions = createSessions(database.db, identity, { firstAdminEmail: 'chief@clinic.example' })
    return sessions.resolve(`Bearer ${await signed(claims(change))}`)
  }
  const chief = { sub: 'chief', email: 'Chief@clinic.example' }

  it('is the first super admin with the verified address of the operator, once', async () => {
    expect(await ask({ ...chief, email_verified: false })).toMatchObject({ role: 'basic_user' })
    expect(await ask(chief)).toMatchObject({ role: 'super_admin' })
    await database.pool.query(`update users set role = 'super_admin' where firebase_uid <> 'chief'`)
    expect(await ask({ sub: 'asha', email: 'asha@clinic.example' })).toMatchObject({ role: 'basic_user' })
    await database.pool.query(
      `update users set role = case when firebase_uid = 'chief' then 'basic_user' else 'super_admin' end`,
    )
    expect(await ask(chief)).toMatchObject({ role: 'basic_user' })
  })

  it('has the address that Firebase knows, unless it is another user’s', async () => {
    await ask({ sub: 'ravi', email: 'ravi@clinic.example', email_verified: false })
    expect(await ask({ sub: 'ravi', email: 'ravi@new.example' })).toMatchObject({ email: 'ravi@new.example' })
    expect(await ask({ sub: 'ravi', email: 'chief@clinic.example' })).toMatchObject({
      email: 'ravi@new.example',
      role: 'basic_user',
    })
    const { rows } = await database.pool.query(`select is_verified, last_login from users where firebase_uid = 'ravi'`)
    expect(rows[0]).toMatchObject({ is_verified: true, last_login: expect.any(Date) })
  })

  it('does not come back with a token from before the account was deleted', async () => {
    await database.pool.query(
      `insert into erased_subjects (subject_hash, erased_at) values (sha256('gone'), now() - interval '1 minute')`,
    )
    const gone = { sub: 'gone', email: 'gone@clinic.example' }
    await expect(ask({ ...gone, auth_time: now() - 600 })).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(ask({ ...gone, auth_time: undefined })).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await ask({ ...gone, auth_time: now() })).toMatchObject({ email: 'gone@clinic.example' })
  })
})
