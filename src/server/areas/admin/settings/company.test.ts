import { afterAll, beforeAll, expect, it } from 'vitest'
import { gstinCheck } from '#contract/india/identifiers.ts'
import { firmOf } from '#server/areas/billing/invoices/firm.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let root: Person
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/settings/company'
const gstinOf = (state: string) => {
  const first = `${state}AABCC1234D1Z`
  return first + gstinCheck(first)
}
const REAL = {
  name: 'Asha Software Private Limited',
  gstin: gstinOf('27'),
  registered_office: '1 MG Road, Mumbai, Maharashtra 400001, India',
  state: 'Maharashtra',
}
const current = async () => (await test.call('GET', '/api/v1/admin/settings', { as: root })).body.data.company
const put = (body: object, as: Person | null = root) =>
  test.call('PUT', PATH, { as, body: { reason: 'Registered', ...body } })

it('lets every process issue invoices once all that they name is real', async () => {
  const other = await openSettings(test.database.db, { warn: () => {} })
  const firm = firmOf(other)
  expect(firm.missing).toEqual(['name', 'gstin', 'registered_office', 'state'])
  const { gstin, ...rest } = REAL
  expect((await put({ version: 0, value: rest })).status).toBe(200)
  await expect.poll(() => firm.missing, { timeout: 2000, interval: 20 }).toEqual(['gstin'])
  const saved = await put({ version: 1, value: { ...rest, gstin: ` ${gstin.toLowerCase()} ` } })
  expect(saved.body.data).toEqual({ version: 2 })
  expect((await current()).value).toEqual(REAL)
  await expect.poll(() => firm.missing, { timeout: 2000, interval: 20 }).toEqual([])
  expect(firm.company).toMatchObject({ ...REAL, support_hours: expect.stringContaining('Monday') })
  await other.close()
  const { rows } = await test.database.pool.query(
    `select reason, details from audit_log where action = 'company.change' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ reason: 'Registered', details: { gstin: { from: null, to: gstin } } }])
})

it('is named in mail at once', async () => {
  const { version } = await current()
  await put({ version, value: { ...REAL, name: 'Meera Software Private Limited' } })
  const body = { name: 'Kavya', email: 'kavya@clinic.example', topic: 'help', message: 'Do you have an office in Goa?' }
  expect((await test.call('POST', '/api/v1/contact', { body })).status).toBeLessThan(300)
  const { rows } = await test.database.pool.query(`select body from mails where to_address = 'kavya@clinic.example'`)
  expect(rows[0].body).toContain('Meera Software Private Limited')
})

it('is refused with its field, and nothing changes', async () => {
  const { version, value } = await current()
  const wrongDigit = REAL.gstin.endsWith('A') ? 'B' : 'A'
  for (const [wrong, field] of [
    [{ gstin: REAL.gstin.slice(0, 14) + wrongDigit }, 'gstin'],
    [{ gstin: '00AAAAA0000A0Z0' }, 'gstin'],
    [{ gstin: gstinOf('11') }, 'gstin'],
    [{ name: 'Your Company Private Limited' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'Two\nlines' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ cin: 'U1' }, 'cin'],
    [{ registered_office: '1 MG Road, Mumbai' }, 'registered_office'],
    [{ state: 'Atlantis' }, 'state'],
    [{ sac: '123456' }, 'sac'],
    [{ support_email: 'nobody' }, 'support_email'],
    [{ support_phone: 'call us' }, 'support_phone'],
  ] as const) {
    const { status, body } = await put({ version, value: { ...REAL, ...wrong } })
    expect([wrong, status, body.errors?.[0].field]).toEqual([wrong, 400, `value.${field}`])
  }
  expect((await put({ version, value: { colour: 'red' } })).status).toBe(400)
  expect((await put({ version: version - 1, value: {} })).body.errors[0].code).toBe('stale_details')
  expect(await current()).toMatchObject({ version, value })
})

it('is the super admin’s alone to change', async () => {
  const { version } = await current()
  expect((await put({ version, value: {} }, await test.person('admin'))).status).toBe(403)
  expect((await put({ version, value: {} }, null)).status).toBe(401)
})
