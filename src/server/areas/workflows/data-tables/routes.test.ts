import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { DataTable, DataTableId, RowFilter } from '#contract/workflows/data-tables.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { createTablesPort } from './tables-port.ts'

let test: TestApp
let owner: Person
let other: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  other = await test.person('seller')
})
afterAll(() => test.close())

const ALL = '/api/v1/data-tables'
const COLUMNS = [
  { name: 'patient' },
  { name: 'amount', type: 'number' },
  { name: 'paid', type: 'yes_no' },
  { name: 'due', type: 'date' },
]
const create = (name: string, columns: object[] = COLUMNS, as: Person | null = owner) =>
  test.call('POST', ALL, { as, body: { name, columns } })
const made = async (name: string, rows: JsonObject[] = []): Promise<DataTable> => {
  const table = (await create(name)).body.data
  if (rows.length > 0) expect((await add(table.id, rows)).status).toBe(201)
  return table
}
const add = (id: string, rows: JsonObject[], as = owner) =>
  test.call('POST', `${ALL}/${id}/rows`, { as, body: { rows } })
const find = (id: string, query: Record<string, string> = {}, as = owner) =>
  test.call('GET', `${ALL}/${id}/rows?${new URLSearchParams(query)}`, { as })
const filter = (...conditions: object[]) => JSON.stringify({ conditions })
const patients = async (id: string, query: Record<string, string> = {}) =>
  (await find(id, query)).body.data.items.map(({ values }: { values: JsonObject }) => values.patient)
const problemOf = ({ status, body }: Awaited<ReturnType<TestApp['call']>>) => [status, body.errors[0].field]

const THREE = [
  { patient: 'Asha', amount: 1200.5, paid: true, due: '2026-12-01' },
  { patient: 'Ravi', amount: '300', paid: 'no', due: '2026-11-28T09:30:00+05:30' },
  { patient: 'Zoya', amount: null, paid: '', due: '2026-11-30' },
]

describe('data tables', () => {
  it('keep typed rows in the order they were added, and find them by what is in them', async () => {
    const { id } = await made('Invoices', THREE)
    const { items, total } = (await find(id)).body.data
    expect(total).toBe(3)
    expect(items.map(({ values }: { values: JsonObject }) => values)).toEqual([
      { patient: 'Asha', amount: 1200.5, paid: true, due: '2026-12-01T00:00:00.000Z' },
      { patient: 'Ravi', amount: 300, paid: false, due: '2026-11-28T04:00:00.000Z' },
      { patient: 'Zoya', amount: null, paid: null, due: '2026-11-30T00:00:00.000Z' },
    ])
    const cases: [object, string[]][] = [
      [{ column: 'patient', value: 'Ravi' }, ['Ravi']],
      [{ column: 'patient', is: 'contains', value: 'A' }, ['Asha', 'Ravi', 'Zoya']],
      [{ column: 'patient', is: 'starts_with', value: 'z' }, ['Zoya']],
      [{ column: 'patient', is: 'contains', value: '%' }, []],
      [{ column: 'amount', is: 'more_than', value: 300 }, ['Asha']],
      [{ column: 'amount', is: 'at_most', value: '300' }, ['Ravi']],
      [{ column: 'amount', is: 'is_empty' }, ['Zoya']],
      [{ column: 'amount', is: 'is_not', value: 300 }, ['Asha', 'Zoya']],
      [{ column: 'paid', value: 'yes' }, ['Asha']],
      [{ column: 'due', is: 'less_than', value: '2026-11-30' }, ['Ravi']],
      [{ column: 'due', is: 'is_filled' }, ['Asha', 'Ravi', 'Zoya']],
    ]
    for (const [condition, found] of cases)
      expect([condition, await patients(id, { filter: filter(condition) })]).toEqual([condition, found])
    const any = JSON.stringify({
      match: 'any',
      conditions: [
        { column: 'patient', value: 'Asha' },
        { column: 'amount', is: 'is_empty' },
      ],
    })
    expect(await patients(id, { filter: any })).toEqual(['Asha', 'Zoya'])
    expect(await patients(id, { sort: 'amount', order: 'desc' })).toEqual(['Asha', 'Ravi', 'Zoya'])
    expect(await patients(id, { sort: 'due', limit: '2', offset: '1' })).toEqual(['Zoya', 'Asha'])
  })

  it('change and lose the rows that are meant, and no others', async () => {
    const { id } = await made('Changing', THREE)
    const change = (rows: object, values: object) =>
      test.call('PUT', `${ALL}/${id}/rows`, { as: owner, body: { rows, values } })
    const remove = (rows: object) => test.call('POST', `${ALL}/${id}/rows/delete`, { as: owner, body: { rows } })
    const [asha] = (await find(id)).body.data.items
    const changed = await change({ ids: [asha.id] }, { amount: 1, due: null })
    expect(changed.body.data).toEqual({ rows: 1 })
    expect((await find(id)).body.data.items[0].values).toEqual({ patient: 'Asha', amount: 1, paid: true, due: null })
    const unpaid = { filter: { conditions: [{ column: 'paid', is: 'is_not', value: true }] } }
    expect((await change(unpaid, { paid: true })).body.data).toEqual({ rows: 2 })
    expect(
      (await remove({ filter: { conditions: [{ column: 'amount', is: 'at_least', value: 300 }] } })).body.data,
    ).toEqual({ rows: 1 })
    expect(await patients(id)).toEqual(['Asha', 'Zoya'])
    expect((await test.call('GET', `${ALL}/${id}`, { as: owner })).body.data.rows).toBe(2)
    const { rows } = await test.database.pool.query(
      'select t.bytes::int as kept, (select sum(bytes)::int from data_table_rows where table_id = t.id) as there from data_tables t where id = $1',
      [id],
    )
    expect(rows[0].kept).toBe(rows[0].there)
  })

  it('have columns that are renamed, ordered, added and deleted without losing the values of others', async () => {
    const table = await made('Columns', THREE)
    const put = (body: object) => test.call('PUT', `${ALL}/${table.id}`, { as: owner, body })
    const [patient, amount] = table.columns
    const columns = [amount, { ...patient, name: 'client' }, { name: 'note' }]
    const changed = await put({ columns, revision: table.revision })
    expect(changed.body.data.columns.map(({ name }: { name: string }) => name)).toEqual(['amount', 'client', 'note'])
    expect((await find(table.id)).body.data.items[0].values).toEqual({ amount: 1200.5, client: 'Asha', note: null })
    // A column of the same name is another column: what was deleted does not come back.
    const again = [...changed.body.data.columns, { name: 'paid', type: 'yes_no' }]
    const restored = await put({ columns: again, revision: changed.body.data.revision })
    expect((await find(table.id)).body.data.items[0].values.paid).toBeNull()
    expect((await put({ name: 'Late', revision: table.revision })).body.errors[0].code).toBe('stale_details')
    const now = restored.body.data
    const [first] = now.columns
    const wrong: [object[], string][] = [
      [[{ ...first, type: 'text' }], 'columns.0.type'],
      [[first, { id: 'c99', name: 'x' }], 'columns.1.id'],
      [[first, { name: 'AMOUNT' }], 'columns.1.name'],
      [[first, { ...first, name: 'twice' }], 'columns.1.id'],
      [[], 'columns'],
    ]
    for (const [columns, field] of wrong)
      expect(problemOf(await put({ columns, revision: now.revision }))).toEqual([400, field])
  })

  it('are not there for anybody else, and are called by one name', async () => {
    const { id, revision } = await made('Private', THREE)
    expect((await test.call('GET', ALL, { as: other })).body.data.items).toEqual([])
    const calls = [
      await find(id, {}, other),
      await add(id, THREE, other),
      await test.call('GET', `${ALL}/${id}`, { as: other }),
      await test.call('PUT', `${ALL}/${id}`, { as: other, body: { name: 'Theirs', revision } }),
      await test.call('PUT', `${ALL}/${id}/rows`, {
        as: other,
        body: { rows: { filter: { conditions: [] } }, values: {} },
      }),
      await test.call('POST', `${ALL}/${id}/rows/delete`, {
        as: other,
        body: { rows: { filter: { conditions: [] } } },
      }),
      await test.call('POST', `${ALL}/${id}/import`, { as: other, body: { csv: 'patient\nx' } }),
      await test.call('GET', `${ALL}/${id}/export`, { as: other }),
      await test.call('DELETE', `${ALL}/${id}`, { as: other }),
    ]
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404))
    expect(await patients(id)).toEqual(['Asha', 'Ravi', 'Zoya'])
    expect((await create('PRIVATE')).body.errors[0]).toMatchObject({ code: 'already_exists', field: 'name' })
    expect((await create('Private', COLUMNS, other)).status).toBe(201)
    expect((await create('Visitor', COLUMNS, null)).status).toBe(401)
    expect((await create('Basic', COLUMNS, await test.person('basic_user'))).status).toBe(403)
    expect((await test.call('DELETE', `${ALL}/${id}`, { as: owner })).body.data).toEqual({ id })
    expect((await find(id)).status).toBe(404)
  })

  it('refuse what does not fit with its place, and then keep nothing of it', async () => {
    const { id } = await made('Strict')
    const rows: [JsonObject, string][] = [
      [{ amount: 'ten' }, 'rows.1.amount'],
      [{ amount: '1e999' }, 'rows.1.amount'],
      [{ paid: 'perhaps' }, 'rows.1.paid'],
      [{ due: '3/4/2026' }, 'rows.1.due'],
      [{ due: '2026-02-31' }, 'rows.1.due'],
      [{ patient: 'x'.repeat(TABLE_LIMITS.text + 1) }, 'rows.1.patient'],
      [{ patient: 'a\0b' }, 'rows.1.patient'],
      [{ nobody: 'x' }, 'rows.1.nobody'],
      [{ id: 'x' }, 'rows.1.id'],
    ]
    for (const [row, field] of rows) {
      expect(problemOf(await add(id, [{ patient: 'fits' }, row]))).toEqual([400, field])
    }
    const filters: [string, string][] = [
      ['{', 'filter'],
      [filter({ column: 'nobody', value: 1 }), 'filter.conditions.0.column'],
      [filter({ column: 'paid', is: 'more_than', value: true }), 'filter.conditions.0.is'],
      [filter({ column: 'amount', value: 'x' }), 'filter.conditions.0.value'],
      [filter({ column: 'amount' }), 'filter.conditions.0.value'],
      [filter({ column: 'amount', is: 'like', value: 1 }), 'filter.conditions.0.is'],
    ]
    for (const [text, field] of filters) expect(problemOf(await find(id, { filter: text }))).toEqual([400, field])
    expect(problemOf(await find(id, { sort: 'nobody' }))).toEqual([400, 'sort'])
    for (const name of ['1st', 'a b', 'created_at', 'ID', '__proto__', 'x'.repeat(64)])
      expect(problemOf(await create(`T ${name}`, [{ name }]))).toEqual([400, 'columns.0.name'])
    expect((await find(id)).body.data.total).toBe(0)
  })

  it('come from CSV and go to CSV, all or nothing', async () => {
    const { id } = await made('Files')
    const load = (csv: string) => test.call('POST', `${ALL}/${id}/import`, { as: owner, body: { csv } })
    const good = '\uFEFFPatient;AMOUNT;paid;due\r\n"Asha; K";12.5;yes;2026-12-01\r\n\r\nRavi;;no;\r\n\'=1+1;1;;\r\n'
    expect((await load(good)).body.data).toEqual({ rows: 3 })
    const exported = await test.call('GET', `${ALL}/${id}/export`, { as: owner })
    expect(exported.headers['content-disposition']).toContain('Files.csv')
    expect(exported.body).toBe(
      "\uFEFFpatient,amount,paid,due\r\nAsha; K,12.5,yes,2026-12-01T00:00:00.000Z\r\nRavi,,no,\r\n'=1+1,1,,\r\n",
    )
    expect((await load(exported.body)).body.data).toEqual({ rows: 3 })
    const bad: [string, string][] = [
      ['patient,amount\nA,1\nB,two', 'rows.1.amount'],
      ['patient,size\nA,1', 'csv'],
      ['patient,Patient\nA,B', 'csv'],
      ['patient\n', 'csv'],
      ['patient\n"A', 'csv'],
      ['\0\x01', 'csv'],
    ]
    for (const [csv, field] of bad) expect(problemOf(await load(csv))).toEqual([400, field])
    expect((await find(id)).body.data.total).toBe(6)
  })

  it('hold as many rows as a table may, however many add at once', async () => {
    const { id } = await made('Full')
    await test.database.pool.query(
      `with made as (insert into data_table_rows (table_id, cells) select $1, '{}' from generate_series(1, $2::int) returning bytes)
        update data_tables set rows = (select count(*) from made), bytes = (select sum(bytes) from made) where id = $1`,
      [id, TABLE_LIMITS.rows - 15],
    )
    const ten = Array.from({ length: 10 }, () => ({ patient: 'x' }))
    const answers = await Promise.all([add(id, ten), add(id, ten), add(id, ten)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await find(id, { limit: '1' })).body.data.total).toBe(TABLE_LIMITS.rows - 5)
  })
})

describe('a step', () => {
  const who = (author: string | null) => ({ owner: { user_id: other.id }, author, version: null }) as never
  const everything: RowFilter = { match: 'all', conditions: [] }

  it('adds its rows once, however often it is tried, and works with tables of its author alone', async () => {
    const { id } = await made('Steps', [THREE[0] as JsonObject])
    const port = createTablesPort({ db: test.database.db, askProof: false })
    const rows = [{ patient: 'Ravi' }, { patient: 'Zoya' }]
    const [first] = await port.add(id, rows, 'run:step', who(owner.id))
    expect(first).toMatchObject({ patient: 'Ravi', amount: null })
    expect((await port.add(id, rows, 'run:step', who(owner.id)))[0]?.id).toBe(first?.id)
    const query = { filter: everything, sort: 'created_at', order: 'asc', limit: 10, offset: 0 } as const
    expect((await port.find(id, query, who(owner.id))).total).toBe(3)
    const named: RowFilter = { match: 'all', conditions: [{ column: 'patient', is: 'is', value: 'Meera' }] }
    const once = () => port.addOrUpdate(id, named, { patient: 'Meera', amount: 5 }, 'run:other', who(owner.id))
    expect(await once()).toEqual({ updated: 0, added: 1 })
    expect(await once()).toEqual({ updated: 1, added: 0 })
    expect(await port.update(id, named, { amount: 6 }, who(owner.id))).toBe(1)
    expect(await port.delete(id, named, who(owner.id))).toBe(1)
    for (const author of [other.id, null])
      await expect(port.find(id, query, who(author))).rejects.toMatchObject({
        code: 'table_not_found',
        field: 'table_id',
      })
    await expect(port.add(id as DataTableId, [{ amount: 'x' }], 'k', who(owner.id))).rejects.toMatchObject({
      code: 'table_value',
      field: 'values.amount',
    })
    await expect(
      port.delete(id, { match: 'all', conditions: [{ column: 'x', is: 'is', value: 1 }] }, who(owner.id)),
    ).rejects.toMatchObject({ code: 'table_condition', field: 'conditions.0.column' })
  })
})

describe('a shared table', () => {
  it('is read or changed by the account with its address alone, and never shared on, renamed or deleted by it', async () => {
    const [owner, friend] = [await test.person('seller'), await test.person('seller')]
    const {
      rows: [{ email }],
    } = await test.database.pool.query('select email from users where id = $1', [friend.id])
    const make = { name: 'Shared', columns: [{ name: 'customer' }] }
    const { id } = (await test.call('POST', ALL, { as: owner, body: make })).body.data
    const path = `${ALL}/${id}`
    const share = (access: string, as = owner) => test.call('PUT', `${path}/shares`, { as, body: { email, access } })
    const add = (as = friend) => test.call('POST', `${path}/rows`, { as, body: { rows: [{ customer: 'Asha' }] } })
    const port = createTablesPort({ db: test.database.db, askProof: false })
    const who = { owner: { user_id: friend.id }, author: friend.id, version: null }
    const all: RowFilter = { match: 'all', conditions: [] }
    const find = () => port.find(id, { filter: all, sort: 'created_at', order: 'asc', limit: 9, offset: 0 }, who)

    expect((await test.call('GET', path, { as: friend })).status).toBe(404)
    await expect(find()).rejects.toMatchObject({ code: 'table_not_found' })
    const shared = await share('read')
    expect(shared.body.data).toMatchObject({ role: 'owner', shares: [{ email, access: 'read' }] })
    expect((await test.call('GET', path, { as: friend })).body.data).toMatchObject({ role: 'read', shares: [] })
    expect((await test.call('GET', ALL, { as: friend })).body.data.items).toMatchObject([{ id, role: 'read' }])
    expect((await find()).total).toBe(0)
    expect((await add()).status).toBe(403)
    await expect(port.add(id, [{ customer: 'x' }], 'k', who)).rejects.toMatchObject({ code: 'table_read_only' })

    await share('write')
    expect((await add()).status).toBe(201)
    expect((await port.add(id, [{ customer: 'x' }], 'k', who))[0]).toMatchObject({ customer: 'x' })
    const forbidden = [
      share('write', friend),
      test.call('PUT', path, { as: friend, body: { name: 'Mine', revision: 0 } }),
      test.call('DELETE', path, { as: friend }),
    ]
    for (const one of forbidden) expect((await one).status).toBe(403)
    await share('none')
    expect((await add()).status).toBe(404)
    await expect(port.delete(id, all, who)).rejects.toMatchObject({ code: 'table_not_found' })
    expect((await test.call('GET', path, { as: owner })).body.data).toMatchObject({ rows: 2, shares: [] })
  })
})
