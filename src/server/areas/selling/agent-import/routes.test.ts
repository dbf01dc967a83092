import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { AGENT_IMPORT, IMPORT_COLUMNS } from '#contract/agents/agent-import-limits.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  await addCategories(test.database.pool, 'finance', 'healthcare')
  seller = await test.person('seller')
})
afterAll(() => test.close())

const HEAD = IMPORT_COLUMNS.join(',')
const file = (...rows: string[]): string => [HEAD, ...rows].join('\r\n')
const simple = (name: string) => `${name},Does one thing,,finance,,,,,,`
const PATH = '/api/v1/data-migration/agents'
const preview = (csv: string, as: Person = seller) => test.call('POST', `${PATH}/preview`, { as, body: { csv } })
const send = (csv: string, as: Person = seller, idempotency_key: string = crypto.randomUUID()) =>
  test.call('POST', PATH, { as, body: { csv, idempotency_key } })
const agentsOf = async (as: Person) => {
  const { rows } = await test.database.pool.query(
    `select a.id, a.name, a.tagline, a.status, a.category_slug, a.icon, a.tags, a.price_type, a.price_paise, a.trial_runs
     from agents a where seller_id = $1 order by a.name`,
    [as.id],
  )
  return rows
}
const countOf = async (as: Person) => {
  const { rows } = await test.database.pool.query(
    `select (select count(*)::int from agents where seller_id = $1) as agents,
      (select count(*)::int from workflows where owner_id = $1) as workflows,
      (select count(*)::int from agent_imports where seller_id = $1) as imports`,
    [as.id],
  )
  return rows[0]
}
/** What the preview says of one row, by column. */
const problemsOf = async (row: string, as: Person = seller): Promise<Record<string, string>> => {
  const { status, body } = await preview(file(row), as)
  expect([row.slice(0, 80), status]).toEqual([row.slice(0, 80), 200])
  const { problems } = body.data.rows[0]
  return Object.fromEntries(problems.map((one: { column: string; message: string }) => [one.column, one.message]))
}

describe('a file of agents', () => {
  it('becomes drafts as its preview says, from the template itself', async () => {
    const as = await test.person('creator_admin')
    const { body } = await test.call('GET', '/api/v1/data-migration/templates/agents', { as })
    const seen = await preview(body.data.template, as)
    expect(seen.body.data).toEqual({
      faulty: 0,
      rows: [
        {
          row: 2,
          name: 'Invoice reader',
          tagline: 'Reads invoices and gives their totals',
          category: 'finance',
          price: { type: 'per_run', paise: 500 },
          workflow: null,
          problems: [],
        },
      ],
    })
    expect(await countOf(as)).toEqual({ agents: 0, workflows: 0, imports: 0 })
    const made = await send(body.data.template, as)
    expect(made.status).toBe(201)
    expect(await agentsOf(as)).toEqual([
      {
        id: made.body.data.agents[0].id,
        name: 'Invoice reader',
        tagline: 'Reads invoices and gives their totals',
        status: 'draft',
        category_slug: 'finance',
        icon: 'receipt',
        tags: ['invoice', 'gst'],
        price_type: 'per_run',
        price_paise: 500,
        trial_runs: 3,
      },
    ])
    // The draft opens where agents are published, with a workflow to draw on.
    const draft = await test.call('GET', `/api/v1/seller/agents/${made.body.data.agents[0].id}`, { as })
    expect(draft.body.data).toMatchObject({
      phase: 'draft',
      workflow: { name: 'Invoice reader' },
      draft: { description: 'Give it a PDF; it answers with seller, date and total.', price_paise: 500 },
    })
  })

  it('makes an agent of a workflow that is named, and tells which ones it cannot take', async () => {
    const as = await test.person('seller')
    const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
    const broken = workflow([set('done', { ok: '{{ $nodes.gone.x }}' })], [])
    for (const [name, drawn] of [
      ['Read an invoice', document],
      ['Twice', document],
      ['Twice', document],
      ['Broken', broken],
    ] as const)
      await test.call('POST', '/api/v1/workflows', { as, body: { name, document: drawn } })
    const row = (name: string) => `Agent of ${name},One thing,,finance,,,,,,${name}`
    expect(await problemsOf(row('Nowhere'), as)).toEqual({ workflow: 'You have no workflow with this name' })
    expect(Object.keys(await problemsOf(row('Twice'), as))).toEqual(['workflow'])
    expect((await problemsOf(row('Broken'), as)).workflow).toMatch(/^The workflow can’t be run: /)
    // Another person's workflow is not there.
    expect(await problemsOf(row('Read an invoice'))).toEqual({ workflow: 'You have no workflow with this name' })
    const both = await preview(file(row('Read an invoice'), `Other,One thing,,finance,,,,,,READ AN INVOICE`), as)
    expect(both.body.data.rows[1].problems).toEqual([{ column: 'workflow', message: 'Row 2 has the same workflow' }])
    expect((await send(file(row('Read an invoice')), as)).status).toBe(201)
    expect((await problemsOf(`New name,One thing,,finance,,,,,,Read an invoice`, as)).workflow).toContain(
      'already created',
    )
    expect((await countOf(as)).workflows).toBe(4)
  })

  it('is imported whole or not at all, and says what is wrong by row and column', async () => {
    const as = await test.person('seller')
    const rows = [simple('One'), simple('Two'), 'Three,,,nowhere,rocket,,monthly,499.50,many,', simple('one')]
    const { status, body } = await send(file(...rows), as)
    expect(status).toBe(400)
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'rows.4.tagline',
      'rows.4.icon',
      'rows.4.price_paise',
      'rows.4.trial_runs',
      'rows.4.category',
      'rows.5.name',
    ])
    expect(body.errors[2].message).toBe('Row 4, price_paise: Enter the price in whole paise, such as 49950 for ₹499.50')
    expect(await countOf(as)).toEqual({ agents: 0, workflows: 0, imports: 0 })
  })

  it('leaves nothing when it fails in the middle', async () => {
    const as = await test.person('seller')
    // The last one takes the account over its limit of workflows.
    await test.database.pool.query(
      `insert into workflows (owner_id, name, document) select $1, 'W' || n, '{"schema_version":1,"nodes":[],"edges":[],"notes":[],"groups":[]}'
       from generate_series(1, $2) n`,
      [as.id, 998],
    )
    const before = await countOf(as)
    const { status, body } = await send(file(simple('One'), simple('Two'), simple('Three')), as)
    expect([status, body.errors[0].code]).toEqual([409, 'limit_reached'])
    expect(await countOf(as)).toEqual(before)
  })

  it('is imported once, however often it is confirmed', async () => {
    const as = await test.person('seller')
    const csv = file(simple('One'), simple('Two'))
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(csv, as, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const [first, ...others] = answers.map(({ body }) => body.data.agents)
    expect(others).toEqual(others.map(() => first))
    expect((await countOf(as)).agents).toBe(2)
    expect((await send(file(simple('Three')), as, key)).body.errors[0].code).toBe('already_exists')
    // With another key it is a second import, and the names are there already.
    expect((await send(csv, as)).body.errors.map((one: { field: string }) => one.field)).toEqual([
      'rows.2.name',
      'rows.3.name',
    ])
    // Two tabs confirm the same file at once: one of them is told.
    const race = await Promise.all([send(file(simple('Four')), as), send(file(simple('Four')), as)])
    expect(race.map(({ status }) => status).toSorted()).toEqual([201, 400])
    // The key is of one person: another one's import is their own.
    const other = await test.person('seller')
    expect((await send(csv, other, key)).status).toBe(201)
    expect((await agentsOf(other)).map(({ id }) => id)).not.toEqual(first.map(({ id }: { id: string }) => id))
  })

  it('is for those who may make agents, and of an admin it is in the audit log', async () => {
    expect((await preview(file(simple('One')), await test.person())).status).toBe(403)
    expect((await send(file(simple('One')), await test.person())).status).toBe(403)
    expect((await test.call('POST', PATH, { body: { csv: 'x' } })).status).toBe(401)
    const admin = await test.person('admin')
    await send(file(simple('One')), admin)
    const entries = async (as: Person) => {
      const { rows } = await test.database.pool.query('select action, details from audit_log where actor_id = $1', [
        as.id,
      ])
      return rows
    }
    expect(await entries(admin)).toMatchObject([{ action: 'agent.import', details: { agents: 1 } }])
    await send(file(simple('Of a seller')))
    expect(await entries(seller)).toEqual([])
  })

  it('stays within what a seller may have', async () => {
    const as = await test.person('seller')
    await test.database.pool.query(
      `insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, tags, status)
       select $1 || n, $2, 'Agent ' || n, '', '', 'finance', 'bot', '{}', 'draft' from generate_series(1, $3) n`,
      [`of-${as.id}-`, as.id, RUNTIME_LIMITS.agents_per_seller.default - 1],
    )
    expect((await preview(file(simple('One'), simple('Two')), as)).body.errors[0].code).toBe('limit_reached')
    expect((await send(file(simple('One')), as)).status).toBe(201)
    expect((await send(file(simple('Two')), as)).body.errors[0].code).toBe('limit_reached')
  })
})

describe('a file that is wrong as a whole', () => {
  const refusals: [what: string, csv: string, says: RegExp][] = [
    ['a head alone', HEAD, /no agent in this file/],
    ['blank rows', file('', ',,,,,,,,,', '  '), /no agent in this file/],
    ['another head', 'title,text\r\na,b', /“title” isn’t in the template/],
    ['a missing column', 'name,tagline\r\na,b', /“category” is missing/],
    ['a column twice', 'name,tagline,category,Name\r\na,b,finance,c', /“name” is there twice/],
    ['a column without a name', 'name,,tagline,category\r\na,b,c,finance', /has no name/],
    ['many columns', `${HEAD}${',name'.repeat(40)}\r\na`, /at most 30 columns/],
    ['more cells than columns', file(`${simple('One')},oops`), /Row 2 has more cells/],
    ['an open quotation mark', file('"One,Does one thing,,finance'), /opened and never closed/],
    ['a stray quotation mark', file('"One" more,Does one thing,,finance,,,,,,'), /has to be doubled/],
    ['a binary file', 'PK\u0003\u0004\u0014\u0008', /isn’t a text file/],
    ['another encoding', file(`Rechnung f\ufffdr,One thing,,finance,,,,,,`), /isn’t a text file/],
    [
      'too many agents',
      file(...Array.from({ length: AGENT_IMPORT.rows + 1 }, (_, n) => simple(`N${n}`))),
      /at most 100 agents/,
    ],
    ['100,000 lines', `${HEAD}\n${'\n'.repeat(100_000)}`, /at most 100 agents/],
    ['100,000 rows of one letter', `${HEAD}\n${'a\n'.repeat(100_000)}`, /at most 100 agents/],
  ]
  it.each(refusals)('is refused by name: %s', async (_what, csv, says) => {
    const before = await countOf(seller)
    for (const answer of [await preview(csv), await send(csv)]) {
      expect([answer.status, answer.body.errors[0].code, answer.body.errors[0].field]).toEqual([
        400,
        'import_refused',
        'csv',
      ])
      expect(answer.body.errors[0].message).toMatch(says)
    }
    expect(await countOf(seller)).toEqual(before)
  })

  it('is refused before it is read where it is too large', async () => {
    expect((await preview('a'.repeat(10_000_000))).status).toBe(413)
    const large = await preview('a'.repeat(AGENT_IMPORT.characters + 1))
    expect([large.status, large.body.errors[0].field]).toEqual([400, 'csv'])
    expect((await preview('')).status).toBe(400)
    expect((await preview('\u0000')).body.errors[0].field).toBe('csv')
  })

  it('answers soon, whatever it is made of', async () => {
    const most = AGENT_IMPORT.characters
    const nasty = [
      '"'.repeat(most),
      ','.repeat(most),
      `${HEAD}\n${'"",'.repeat(most / 4)}`,
      `${HEAD}\n"${'""'.repeat(most / 3)}`,
    ]
    for (const csv of nasty) {
      const began = performance.now()
      expect((await preview(csv)).status).toBe(400)
      expect(performance.now() - began).toBeLessThan(3000)
    }
  })
})

describe('a row', () => {
  it('is read as spreadsheets write it: with a mark at the beginning, semicolons, tabs, quotes and columns in any order', async () => {
    const as = await test.person('seller')
    const csvs = [
      `\ufeffname,tagline,category\r\n"Reads ""A, B""",Does one thing,Finance\r\n`,
      `category;name;tagline\nfinance;"Semi;colon";Does one thing\n\n`,
      `name\ttagline\tcategory\tDESCRIPTION\rTab\tDoes one thing\tfinance\t"two\rlines"`,
    ]
    for (const csv of csvs) expect((await send(csv, as)).status).toBe(201)
    expect((await agentsOf(as)).map(({ name }) => name)).toEqual(['Reads "A, B"', 'Semi;colon', 'Tab'])
  })

  it('keeps what looks like a formula or HTML as the text it is', async () => {
    const as = await test.person('seller')
    const names = ['=HYPERLINK("http://evil.example")', '<img src=x onerror=alert(1)>', '@SUM(A1)']
    const cells = names.map(
      (name) => `"${name.replaceAll('"', '""')}",'+1 thing,<script>alert(1)</script>,finance,,,,,,`,
    )
    expect((await send(file(...cells), as)).status).toBe(201)
    const made = await agentsOf(as)
    expect(made.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    // The apostrophe is how spreadsheets keep it a text.
    expect(made[0].tagline).toBe('+1 thing')
  })

  const problems: [row: string, found: Record<string, string>][] = [
    [',Does one thing,,finance,,,,,,', { name: 'A name is required' }],
    [`${'n'.repeat(121)},Does one thing,,finance,,,,,,`, { name: 'Use at most 120 characters' }],
    [`\u200b,Does one thing,,finance,,,,,,`, { name: expect.stringMatching(/./) as never }],
    [`One,${'t'.repeat(201)},,finance,,,,,,`, { tagline: 'Use at most 200 characters' }],
    [`One,Thing,${'d'.repeat(10_001)},finance,,,,,,`, { description: 'Use at most 10000 characters' }],
    ['One,Thing,,No such,,,,,,', { category: 'Use the slug of a category' }],
    ['One,Thing,,unknown,,,,,,', { category: 'This category doesn’t exist' }],
    ['One,Thing,,finance,,,weekly,100,,', { price_type: 'Use one of free, per_run, monthly, one_time' }],
    ['One,Thing,,finance,,,per_run,,,', { price_paise: 'A price is required' }],
    ['One,Thing,,finance,,,per_run,0,,', { price_paise: 'At least ₹1' }],
    ['One,Thing,,finance,,,per_run,99,,', { price_paise: 'At least ₹1, or 0 for a free agent' }],
    ['One,Thing,,finance,,,per_run,-500,,', { price_paise: 'Enter the price in whole paise' }],
    ['One,Thing,,finance,,,per_run,1e3,,', { price_paise: 'Enter the price in whole paise' }],
    ['One,Thing,,finance,,,per_run,₹500,,', { price_paise: 'Enter the price in whole paise, such as 50000 for ₹500' }],
    ['One,Thing,,finance,,,per_run,99999999999,,', { price_paise: 'At most ₹1,00,000' }],
    ['One,Thing,,finance,,,free,500,,', { price_paise: 'A free agent costs 0' }],
    ['One,Thing,,finance,,,,500,,', { price_type: 'Say what the price is for' }],
    ['One,Thing,,finance,,,,,-1,', { trial_runs: 'Use a whole number from 0 to 100' }],
    ['One,Thing,,finance,,,,,101,', { trial_runs: 'Use a whole number from 0 to 100' }],
    [`One,Thing,,finance,,${'x;'.repeat(13)},,,,`, { tags: 'At most 12 tags' }],
    [`One,Thing,,finance,,${'x'.repeat(41)},,,,`, { tags: 'Use at most 40 characters' }],
    [`One,Thing,,finance,,,,,,${'w'.repeat(5000)}`, { workflow: 'You have no workflow with this name' }],
  ]
  it.each(problems)('says what is wrong with it by column: %s', async (row, found) => {
    expect(await problemsOf(row, seller)).toEqual(found)
  })
})
