import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { findDrift } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { earn as earnOf, verifiedSeller } from '#test/support/verified-seller.ts'
import { prepareMonthlyRun } from './payouts.ts'

const runs = '/api/v1/admin/payout-runs'
let test: TestApp
let boss: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp({ secrets: { keys: newVaultKey() } })
  boss = { ...(await test.person('super_admin')), signed_in_at: new Date() }
  test.know(boss)
  admin = await test.person('admin')
})
afterAll(() => test.close())

const earnings = (owner: UserId) => balanceOf(test.database.db, 'earnings', owner)
const earn = (owner: UserId, paise: number) => earnOf(test, owner, paise)
const seller = (name: string, paise: number): Promise<Person> => verifiedSeller(test, { admin, name, paise })
const prepare = async () =>
  (await test.call('POST', runs, { as: boss })).body.data as { id: string; payouts: number; paise: number }
const bankFile = (id: string, as = boss) => test.call('POST', `${runs}/${id}/bank-file`, { as })
const payoutsOf = async (id: string) =>
  (await test.call('GET', `${runs}/${id}`, { as: boss })).body.data.items as { id: string; status: string }[]
const end = (id: string, status: string) =>
  test.call('POST', `/api/v1/admin/payouts/${id}/end`, { as: boss, body: { status, reference: 'UTR 4711' } })

describe('a run of payouts', () => {
  it('pays nothing on details that an admin rejected after it was prepared', async () => {
    const mallory = await seller('Mallory', 250_000)
    const run = await prepare()
    const { profile } = (await test.call('GET', '/api/v1/seller/profile', { as: mallory })).body.data
    const body = { verdict: 'rejected', seen_at: profile.updated_at, reason: 'The account belongs to another person' }
    const decided = await test.call('POST', `/api/v1/admin/seller-profiles/${mallory.id}/decide`, { as: admin, body })
    expect(decided.status).toBe(200)
    const file = await bankFile(run.id)
    expect([file.status, file.body.errors[0].message]).toEqual([
      409,
      'The details of Mallory aren’t verified. Verify them first, or cancel this payout.',
    ])
    const [payout] = await payoutsOf(run.id)
    expect((await end(payout?.id ?? '', 'cancelled')).status).toBe(200)
  })

  it('takes what is payable, goes to the bank as a file, and is paid', async () => {
    const asha = await seller('=Asha Rao', 250_000)
    const run = await prepare()
    expect(run).toMatchObject({ payouts: 1, paise: 250_000 })
    expect(await earnings(asha.id)).toBe(0)
    const file = await bankFile(run.id)
    expect(file.body.data.csv).toContain("'=Asha Rao,00123456789,HDFC0001234,,2500.00")
    const [payout] = await payoutsOf(run.id)
    expect(payout?.status).toBe('sent')
    const bank = await platformBalance(test.database.db, 'bank')
    expect((await end(payout?.id ?? '', 'paid')).body.data).toMatchObject({ status: 'paid', reference: 'UTR 4711' })
    expect(await platformBalance(test.database.db, 'bank')).toBe(bank + 250_000)
    expect(await platformBalance(test.database.db, 'payouts')).toBe(0)
    const own = (await test.call('GET', '/api/v1/seller/payouts', { as: asha })).body.data
    expect(own.items[0]).toMatchObject({ paise: 250_000, status: 'paid', payee: 'HDFC •••• 6789' })
    const statement = (await test.call('GET', '/api/v1/seller/statement', { as: asha })).body.data
    expect(statement.items.map(({ kind, paise }: { kind: string; paise: number }) => [kind, paise])).toEqual([
      ['payout', -250_000],
      ['sale', 250_000],
    ])
  })

  it('gives back what failed, once, and goes only forward', async () => {
    const ravi = await seller('Ravi', 90_000)
    const { id } = await prepare()
    const [payout] = await payoutsOf(id)
    const early = await end(payout?.id ?? '', 'paid')
    expect([early.status, early.body.errors[0].code]).toEqual([409, 'illegal_transition'])
    await bankFile(id)
    const ends = await Promise.all([...Array(10)].map(() => end(payout?.id ?? '', 'failed')))
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await earnings(ravi.id)).toBe(90_000)
    expect((await end(payout?.id ?? '', 'paid')).status).toBe(409)
    const again = await prepare()
    expect((await end((await payoutsOf(again.id))[0]?.id ?? '', 'cancelled')).status).toBe(200)
    expect(await earnings(ravi.id)).toBe(90_000)
    await earn(ravi.id, -90_000)
  })

  it('gives back what the bank sent back days after it was paid, once', async () => {
    const ravi = await seller('Ravi', 90_000)
    const { id } = await prepare()
    const [payout] = await payoutsOf(id)
    await bankFile(id)
    expect((await end(payout?.id ?? '', 'paid')).status).toBe(200)
    expect(await earnings(ravi.id)).toBe(0)
    const ends = await Promise.all([...Array(5)].map(() => end(payout?.id ?? '', 'reversed')))
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await earnings(ravi.id)).toBe(90_000)
    await earn(ravi.id, -90_000)
  })

  it('pays nobody twice when two are made at the same moment', async () => {
    const meera = await seller('Meera', 70_000)
    const made = await Promise.all([...Array(8)].map(() => test.call('POST', runs, { as: boss })))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(made.find(({ status }) => status === 409)?.body.errors[0].code).toBe('nothing_payable')
    expect(await earnings(meera.id)).toBe(0)
  })

  it('lets a refund after a payout reduce the next one', async () => {
    const om = await seller('Om', 80_000)
    await prepare()
    await earn(om.id, -30_000)
    expect(await earnings(om.id)).toBe(-30_000)
    await earn(om.id, 100_000)
    expect(await prepare()).toMatchObject({ payouts: 1, paise: 70_000 })
  })

  it('leaves out who cannot be paid, and says why', async () => {
    const poor = await seller('Poor', 49_999)
    const stranger = await test.person('seller')
    await earn(stranger.id, 60_000)
    const moved = await seller('Moved', 60_000)
    const details = { legal_name: 'Moved', kind: 'individual', address: '1 MG Road, Pune', state_code: '27' }
    const put = await test.call('PUT', '/api/v1/seller/profile', {
      as: moved,
      body: { ...details, payee: { type: 'upi', vpa: 'moved@okbank' } },
    })
    const reasons = async () => {
      const { held_back } = (await test.call('GET', runs, { as: boss })).body.data
      return new Map(held_back.map((one: { seller: { id: string }; reason: string }) => [one.seller.id, one.reason]))
    }
    expect((await reasons()).get(moved.id)).toBe('not_verified')
    const seen_at = put.body.data.profile.updated_at
    const decide = `/api/v1/admin/seller-profiles/${moved.id}/decide`
    await test.call('POST', decide, { as: admin, body: { verdict: 'verified', seen_at } })
    const now = await reasons()
    expect([now.get(poor.id), now.get(stranger.id), now.get(moved.id)]).toEqual([
      'too_little',
      'no_profile',
      'payee_is_new',
    ])
    expect((await test.call('POST', runs, { as: boss })).status).toBe(409)
    const own = (await test.call('GET', '/api/v1/seller/payouts', { as: moved })).body.data
    expect(own).toMatchObject({ payable_paise: 60_000, held_back: 'payee_is_new' })
    // Three days later the new place is paid.
    expect(await prepareMonthlyRun(test.database.db, new Date(Date.now() + 73 * 3_600_000))).toBe(true)
    expect(await earnings(moved.id)).toBe(0)
  })

  it('pays nothing to a seller who is blocked, before or after it was prepared, until they are active again', async () => {
    const dev = await seller('Dev', 60_000)
    const set = (status: string) =>
      test.database.pool.query('update users set status = $2 where id = $1', [dev.id, status])
    await set('blocked')
    const { held_back } = (await test.call('GET', runs, { as: boss })).body.data
    expect(held_back).toContainEqual(expect.objectContaining({ paise: 60_000, reason: 'blocked' }))
    expect((await test.call('POST', runs, { as: boss })).status).toBe(409)
    await set('active')
    const { id } = await prepare()
    await set('deactivated')
    const refused = await bankFile(id)
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      409,
      expect.stringMatching(/^The account of Dev is blocked\. Cancel this payout/),
    ])
    const [payout] = await payoutsOf(id)
    expect(payout?.status).toBe('prepared')
    expect((await end(payout?.id ?? '', 'cancelled')).status).toBe(200)
    expect(await earnings(dev.id)).toBe(60_000)
    await set('active')
    expect(await prepare()).toMatchObject({ payouts: 1, paise: 60_000 })
  })

  it('is made by the calendar once a month of India', async () => {
    await seller('Monthly', 60_000)
    const late = new Date('2031-03-31T18:29:00Z')
    expect(await prepareMonthlyRun(test.database.db, late)).toBe(true)
    await seller('Monthly too', 60_000)
    expect(await prepareMonthlyRun(test.database.db, late)).toBe(false)
    expect(await prepareMonthlyRun(test.database.db, new Date('2031-03-31T18:30:00Z'))).toBe(true)
  })

  it('is a super admin’s, and its file asks who they are', async () => {
    const maya = await seller('Maya', 60_000)
    expect((await test.call('POST', runs, { as: admin })).status).toBe(403)
    const { id } = await prepare()
    test.know({ ...boss, signed_in_at: new Date(Date.now() - 11 * 60_000) })
    const refused = await bankFile(id)
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'confirmation_needed'])
    expect((await payoutsOf(id))[0]?.status).toBe('prepared')
    test.know(boss)
    expect((await bankFile(id, maya)).status).toBe(403)
    expect((await bankFile(id)).status).toBe(200)
  })

  it('leaves the ledger even', async () => {
    expect(await findDrift(test.database.db)).toEqual([])
  })
})
