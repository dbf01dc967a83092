import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateKeys } from '#server/areas/admin/vault/rotate.ts'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { findProfile } from './profile.store.ts'
import { openProfile } from './profile.ts'

const own = '/api/v1/seller/profile'
const all = '/api/v1/admin/seller-profiles'
const KEY = newVaultKey()
const BANK = { type: 'bank', holder: 'Asha Clinics LLP', account: '001234567890', ifsc: 'HDFC0001234' }
const DETAILS = {
  legal_name: 'Asha Clinics LLP',
  kind: 'firm',
  address: '22 FC Road, Pune 411004',
  state_code: '27',
  pan: 'AAPFU0939F',
  gstin: '27AAPFU0939F1ZV',
}

let test: TestApp
let seller: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp({ secrets: { keys: KEY } })
  seller = { ...(await test.person('seller')), signed_in_at: new Date() }
  test.know(seller)
  admin = await test.person('admin')
})
afterAll(() => test.close())

const put = (body: object, as = seller) => test.call('PUT', own, { as, body })
const decide = (who: Person, body: object, as = admin) => test.call('POST', `${all}/${who.id}/decide`, { as, body })

describe('the details of a seller', () => {
  it('are kept, shown in part, and nowhere to be read', async () => {
    expect((await test.call('GET', own, { as: seller })).body.data.profile).toBeNull()
    const { status, body } = await put({ ...DETAILS, payee: BANK })
    expect(status).toBe(200)
    expect(body.data.profile).toMatchObject({
      legal_name: 'Asha Clinics LLP',
      pan: '••••939F',
      payee: 'HDFC •••• 7890',
      payee_from: null,
      status: 'pending',
    })
    const { rows } = await test.database.pool.query(`select p::text as row from seller_profiles p`)
    expect(JSON.stringify(body)).not.toContain(BANK.account)
    expect(rows[0].row).not.toContain(BANK.account)
  })

  it('are moved under a new key of the vault and open with it', async () => {
    const newest = loadKeyRing(`${newVaultKey()},${KEY}`, '/nowhere')
    await rotateKeys(test.database.db, newest)
    const row = await findProfile(test.database.db, seller.id)
    if (!row) throw new Error('no row')
    expect(row.key_id).toBe(newest[0].id)
    expect(openProfile([newest[0]], row)).toMatchObject({ pan: DETAILS.pan })
    const [first] = loadKeyRing(KEY, '/nowhere')
    await rotateKeys(test.database.db, [first, ...newest])
  })

  it.each([
    ['pan', { pan: 'AAPXU0939F' }],
    ['gstin', { gstin: '27AAPFU0939F1ZW' }],
    ['gstin', { state_code: '29' }],
    ['gstin', { pan: 'AAACR5055K' }],
    ['state_code', { state_code: '00', gstin: null }],
    ['legal_name', { legal_name: ' ' }],
    ['legal_name', { legal_name: '\u200b\u00a0' }],
    ['legal_name', { legal_name: 'Asha\u202eoaR' }],
    ['address', { address: '22 FC Road\u202e114400' }],
    ['address', { address: '22 FC\u200b Road, Pune 411004' }],
    ['gstin', { gstin: undefined, state_code: '29' }],
    ['gstin', { gstin: undefined, pan: 'AAACR5055K' }],
    ['payee.holder', { payee: { ...BANK, holder: 'A\r\nB' } }],
    ['payee.ifsc', { payee: { ...BANK, ifsc: 'HDFC1001234' } }],
    ['payee.account', { payee: { ...BANK, account: '12' } }],
    ['payee.vpa', { payee: { type: 'upi', vpa: 'asha@mail.example' } }],
  ])('are refused with the field %s named, and nothing changes', async (field, over) => {
    const before = (await test.call('GET', own, { as: seller })).body
    const { status, body } = await put({ ...DETAILS, ...over })
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(field)
    expect((await test.call('GET', own, { as: seller })).body.data).toEqual(before.data)
  })

  it('are paid to a new place only after a while, and their owner is told', async () => {
    const { body } = await put({ ...DETAILS, payee: { type: 'upi', vpa: 'asha@okbank' } })
    expect(body.data.profile.payee).toBe('a••••@okbank')
    const hours = (Date.parse(body.data.profile.payee_from) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(71.9)
    expect(hours).toBeLessThanOrEqual(72)
    const { items } = (await test.call('GET', '/api/v1/notifications', { as: seller })).body.data
    expect(items[0]).toMatchObject({ kind: 'payee', title: 'Your payout account was changed' })
  })

  it('lead elsewhere only after a fresh sign-in', async () => {
    const away = await test.person('seller')
    test.know({ ...away, signed_in_at: new Date(Date.now() - 11 * 60_000) })
    const refused = await put({ ...DETAILS, payee: BANK }, away)
    const kept = await put(DETAILS, away)
    expect([refused.status, kept.status]).toEqual([403, 200])
    expect(refused.body.errors[0].code).toBe('confirmation_needed')
    expect(kept.body.data.profile.payee).toBeNull()
  })

  it('are found right by an admin who has seen them as they are, and by nobody else', async () => {
    const { profile } = (await put(DETAILS)).body.data
    const seen_at = profile.updated_at
    expect((await decide(seller, { verdict: 'verified', seen_at }, seller)).status).toBe(403)
    await put({ ...DETAILS, address: '23 FC Road, Pune 411004' })
    const stale = await decide(seller, { verdict: 'verified', seen_at })
    expect([stale.status, stale.body.errors[0].code]).toEqual([409, 'stale_details'])
    const { items } = (await test.call('GET', all, { as: admin })).body.data
    const waiting = items.find((one: { seller: { id: string } }) => one.seller.id === seller.id)
    const right = await decide(seller, { verdict: 'verified', seen_at: waiting.updated_at })
    expect(right.body.data).toMatchObject({ status: 'verified', address: '23 FC Road, Pune 411004' })
    const back = await decide(seller, {
      verdict: 'rejected',
      seen_at: waiting.updated_at,
      reason: 'The PAN is another',
    })
    expect(back.body.data).toMatchObject({ status: 'rejected', status_reason: 'The PAN is another' })
  })

  it('are none of a buyer’s, and an admin does not decide about themselves', async () => {
    const buyer = await test.person('basic_user')
    expect((await put(DETAILS, buyer)).status).toBe(403)
    const { profile } = (await put(DETAILS, admin)).body.data
    expect((await decide(admin, { verdict: 'verified', seen_at: profile.updated_at })).status).toBe(403)
    expect((await decide(buyer, { verdict: 'verified', seen_at: profile.updated_at })).status).toBe(404)
  })
})
