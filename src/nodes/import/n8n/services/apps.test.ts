import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Connector } from '#connectors/connector.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { importN8n } from '#nodes/import/n8n/import-n8n.ts'
import { APPS } from '#nodes/import/n8n/mappers.ts'
import { partsOfCall } from './app-call.ts'
import { APP_TRIGGERS } from './app-triggers.ts'
import { RULES, SHAPES } from './app-values.ts'

const FOLDER = join(import.meta.dirname, '../../../../connectors/catalogue')
const connectors = new Map<string, Connector>()
for (const { integration } of APPS)
  connectors.set(integration, JSON.parse(readFileSync(join(FOLDER, `${integration}.json`), 'utf8')))

const lines = APPS.flatMap((app) =>
  [...app.calls].flatMap(([operation, call]) =>
    call.action === '-' ? [] : [{ name: `${app.type} ${operation}`, app, call }],
  ),
)

describe('the tables of app operations', () => {
  it('name each app of n8n once, and only actions that the catalogue has, with its titles and effects', () => {
    expect(new Set(APPS.map(({ type }) => type)).size).toBe(APPS.length)
    expect(lines.length).toBeGreaterThan(300)
    const wrong = lines.flatMap(({ name, app, call }) => {
      const action = connectors.get(app.integration)?.actions.find(({ id }) => id === call.action)
      if (!action) return [`${name}: no action ${call.action}`]
      const isSame = action.title === call.title && action.effect === call.effect
      return isSame ? [] : [`${name}: ${action.effect} “${action.title}”, not ${call.effect} “${call.title}”`]
    })
    expect(wrong).toEqual([])
  })

  it('fill in only input that the action has, and all that it needs or mark it as needed', () => {
    const wrong = lines.flatMap(({ name, app, call }) => {
      const action = connectors.get(app.integration)?.actions.find(({ id }) => id === call.action)
      const properties = Object.keys((action?.input.properties as object | undefined) ?? {})
      const parts = partsOfCall(call)
      const unknown = parts.flatMap(({ path: [key = ''] }) => (properties.includes(key) ? [] : [key]))
      const required = ((action?.input.required as string[] | undefined) ?? []).filter(
        (key) =>
          !parts.some(
            ({ path, fixed, needed, rule }) =>
              path[0] === key && (path.length > 1 || fixed !== undefined || needed || rule),
          ),
      )
      return [...unknown.map((key) => `${name}: unknown ${key}`), ...required.map((key) => `${name}: without ${key}`)]
    })
    expect(wrong).toEqual([])
  })

  it('name only rules and shapes that exist, whose expressions can be read', () => {
    for (const { name, call } of lines) {
      for (const { rule } of partsOfCall(call))
        if (rule !== null) expect(RULES[rule], `${name} ${rule}`).toBeTypeOf('function')
      if (call.shape !== null) expect(SHAPES[call.shape], name).toBeDefined()
    }
    for (const { code } of Object.values(SHAPES)) expect(() => compileExpression(code)).not.toThrow()
  })

  it('join pages only where the catalogue knows how', () => {
    const wrong = lines.flatMap(({ name, app, call }) => {
      if (!call.pages) return []
      const action = connectors.get(app.integration)?.actions.find(({ id }) => id === call.action)
      const pagination = action?.call.type === 'http' ? action.call.pagination : undefined
      const isSame =
        pagination && (call.shape !== null || pagination.items === (call.list === '' ? '' : `/${call.list}`))
      return isSame ? [] : [`${name}: ${pagination?.items ?? 'none'}`]
    })
    expect(wrong).toEqual([])
  })
})

describe('answers of apps in the form of n8n', () => {
  const shaped = (name: string, input: unknown) =>
    compileExpression(SHAPES[name]?.code ?? '').evaluate({ input: input as never, item: null, index: 0 } as never)

  it('rows of a sheet become objects with the names of the first row, also when there is only one or none', async () => {
    const values = [['Name', 'City'], ['Asha', 'Pune'], ['Ravi']]
    expect(await shaped('sheetRows', { values })).toEqual([
      { row_number: 2, Name: 'Asha', City: 'Pune' },
      { row_number: 3, Name: 'Ravi', City: '' },
    ])
    expect(await shaped('sheetRows', { values: values.slice(0, 2) })).toEqual([
      { row_number: 2, Name: 'Asha', City: 'Pune' },
    ])
    expect(await shaped('sheetRows', { values: values.slice(0, 1) })).toEqual([])
    expect(await shaped('sheetRows', {})).toEqual([])
  })

  it('records of Airtable have their fields on top', async () => {
    const record = { id: 'rec1', createdTime: 'now', fields: { Name: 'Asha' } }
    const flat = { ...record, Name: 'Asha' }
    expect(await shaped('airtableRecord', record)).toEqual(flat)
    expect(await shaped('airtableFirst', { records: [record] })).toEqual(flat)
    expect(await shaped('airtableAll', { records: [record] })).toEqual([flat])
    expect(await shaped('airtableAll', [record, record])).toEqual([flat, flat])
  })

  it('rows of BigQuery and of Analytics have names', async () => {
    const schema = { fields: [{ name: 'city' }, { name: 'n' }] }
    expect(await shaped('bigQueryRows', { schema, rows: [{ f: [{ v: 'Pune' }, { v: '3' }] }] })).toEqual([
      { city: 'Pune', n: '3' },
    ])
    expect(
      await shaped('reportRows', {
        dimensionHeaders: [{ name: 'country' }],
        metricHeaders: [{ name: 'users' }],
        rows: [{ dimensionValues: [{ value: 'India' }], metricValues: [{ value: '7' }] }],
      }),
    ).toEqual([{ country: 'India', users: '7' }])
  })

  it('pages of Notion say their name and their properties in plain words', async () => {
    const page = {
      id: 'p1',
      properties: {
        Name: { type: 'title', title: [{ plain_text: 'Launch' }] },
        State: { type: 'select', select: { name: 'Done' } },
        'Due date': { type: 'number', number: 4 },
      },
    }
    expect(await shaped('notionPages', { results: [page] })).toEqual([
      { ...page, name: 'Launch', property_name: 'Launch', property_state: 'Done', property_due_date: 4 },
    ])
  })
})

describe('rows of Google Sheets', () => {
  const sheet = {
    documentId: { __rl: true, mode: 'id', value: 'abc' },
    sheetName: { __rl: true, mode: 'name', value: 'Leads' },
  }
  const made = (parameters: Record<string, unknown>) => {
    const [workflow] = importN8n({
      name: 'Sheets',
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {}, position: [0, 0] },
        { name: 'Sheet', type: 'n8n-nodes-base.googleSheets', typeVersion: 4.5, parameters, position: [0, 0] },
      ],
      connections: { Start: { main: [[{ node: 'Sheet', type: 'main', index: 0 }]] } },
    } as never)
    if (!workflow) throw new Error('nothing was made')
    expect(validate(workflow.document, catalogue).filter(({ message }) => !/credential/i.test(message))).toEqual([])
    return workflow
  }
  /** The settings of a node with its expressions worked out. */
  async function resolved(value: unknown, bindings: Record<string, unknown>): Promise<unknown> {
    if (typeof value === 'string') {
      const [, code] = /^\{\{([\s\S]*)\}\}$/.exec(value) ?? []
      return code === undefined ? value : compileExpression(code).evaluate(bindings as never)
    }
    if (Array.isArray(value)) return Promise.all(value.map((part) => resolved(part, bindings)))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(async ([key, part]) => [key, await resolved(part, bindings)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }

  it('are added in the order of the columns that the file knows', async () => {
    const schema = [{ id: 'Name' }, { id: 'City' }, { id: 'Age' }]
    const value = { Age: '={{ $json.age }}', Name: '={{ $json.name }}' }
    const { document, slots } = made({
      operation: 'append',
      ...sheet,
      columns: { mappingMode: 'defineBelow', value, schema },
    })
    const { config } = document.nodes.find(({ id }) => id === 'sheet') ?? {}
    expect(config).toMatchObject({ integration: 'google-sheets', action: 'add_row' })
    expect(await resolved(config?.input, { input: { name: 'Asha', age: 42 } })).toEqual({
      spreadsheetId: 'abc',
      range: 'Leads',
      values: [['Asha', null, 42]],
      valueInputOption: 'USER_ENTERED',
    })
    expect(slots).toEqual([{ node: 'sheet', field: 'credential', type: 'app_account', name: 'Google Sheets' }])
  })

  it('are changed where the column matches, or added below', async () => {
    const columns = {
      mappingMode: 'defineBelow',
      matchingColumns: ['Email'],
      value: { Email: '={{ $json.email }}', City: 'Pune' },
      schema: [{ id: 'Email' }, { id: 'City' }],
    }
    const { document, slots } = made({ operation: 'appendOrUpdate', ...sheet, columns })
    expect(document.nodes.map(({ id, type }) => `${id} ${type}`)).toEqual([
      'start manual_trigger',
      'sheet_input set_fields',
      'sheet_look_up app_action',
      'sheet_call app_action',
      'sheet set_fields',
    ])
    expect(slots.map(({ node, type }) => `${node} ${type}`)).toEqual([
      'sheet_look_up app_account',
      'sheet_call app_account',
    ])
    const values = [
      ['Name', 'Email', 'City'],
      ['Asha', 'asha@x.in', 'Goa'],
    ]
    const call = document.nodes.find(({ id }) => id === 'sheet_call')?.config.input
    const kept = (email: string) => ({ item: { email }, values: { Email: email, City: 'Pune' }, match: email })
    const change = (email: string) => resolved(call, { input: { values }, node: () => kept(email) })
    expect(await change('asha@x.in')).toMatchObject({ range: "'Leads'!A2", values: [[null, 'asha@x.in', 'Pune']] })
    expect(await change('ravi@x.in')).toMatchObject({ range: "'Leads'!A3", values: [[null, 'ravi@x.in', 'Pune']] })
  })

  it('are found by what a column has', async () => {
    const filtersUI = { values: [{ lookupColumn: 'Id', lookupValue: '={{ $json.id }}' }] }
    const { document } = made({ ...sheet, filtersUI })
    const { config } = document.nodes.find(({ id }) => id === 'sheet') ?? {}
    const values = [['Id'], ['1'], ['2']]
    const bindings = { input: { values }, node: () => ({ item: { id: 2 }, wanted: [2] }) }
    expect(await resolved(config?.json, bindings)).toEqual([{ row_number: 3, Id: '2' }])
  })
})

describe('triggers of apps', () => {
  it('name triggers and input that the catalogue has', () => {
    const wrong = APP_TRIGGERS.flatMap(({ type, integration, trigger, parts }) => {
      const app = JSON.parse(readFileSync(join(FOLDER, `${integration}.json`), 'utf8')) as {
        triggers: { id: string; input: { properties: object; required?: string[] } }[]
      }
      const found = app.triggers.find(({ id }) => id === trigger)
      if (!found) return [`${type}: no trigger ${trigger}`]
      const call = { action: trigger, title: '', effect: 'read', parts, list: null, pages: false, shape: null } as const
      const keys = partsOfCall(call).map(({ path }) => path[0] ?? '')
      const unknown = keys.filter((key) => !Object.keys(found.input.properties).includes(key))
      const missing = (found.input.required ?? []).filter((key) => !keys.includes(key))
      return [...unknown, ...missing].map((key) => `${type}: ${key}`)
    })
    expect(wrong).toEqual([])
  })

  it('start a workflow by the event that n8n waited for; an event that we do not have keeps its address', () => {
    const started = (parameters: object) => {
      const [made] = importN8n({
        name: 'News',
        nodes: [
          { name: 'News', type: 'n8n-nodes-base.telegramTrigger', parameters, position: [0, 0] },
          { name: 'Next', type: 'n8n-nodes-base.noOp', parameters: {}, position: [0, 0] },
        ],
        connections: { News: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
      } as never)
      return made?.document.nodes.slice(0, 2).map(({ type, config }) => [type, config])
    }
    expect(started({ updates: ['message', 'callback_query'] })).toMatchObject([
      ['app_trigger', { integration: 'telegram', trigger: 'new_message' }],
      ['set_fields', { json: '{{ {"message": $input} }}' }],
    ])
    expect(started({ updates: ['callback_query'] })?.[0]).toMatchObject(['webhook_trigger', {}])
  })
})

it('the tools of an MCP server are steps behind one tool that says which of them is meant', () => {
  const tool = (name: string, url: string, text: string) => ({
    name,
    type: 'n8n-nodes-base.httpRequestTool',
    typeVersion: 4.2,
    parameters: { url, sendQuery: true, queryParameters: { parameters: [{ name: 'q', value: text }] } },
    position: [0, 0],
  })
  const part = [[{ node: 'Server', type: 'ai_tool', index: 0 }]]
  const [made] = importN8n({
    name: 'Server',
    nodes: [
      { name: 'Server', type: '@n8n/n8n-nodes-langchain.mcpTrigger', parameters: {}, position: [0, 0] },
      tool('Find books', 'https://books.example/find', "={{ $fromAI('bookTitle', 'A title') }}"),
      tool('Find people', 'https://books.example/people', "={{ $fromAI('bookTitle') }}"),
    ],
    connections: { 'Find books': { ai_tool: part }, 'Find people': { ai_tool: part } },
  } as never)
  if (!made) throw new Error('nothing was made')
  expect(validate(made.document, catalogue)).toEqual([])
  expect(made.report.steps.map(({ how }) => how)).toEqual(['mapped', 'mapped', 'mapped'])
  const config = (type: string) => made.document.nodes.filter((node) => node.type === type).map((node) => node.config)
  expect(config('mcp_trigger')).toMatchObject([
    {
      name: 'server',
      fields: [
        { name: 'tool', options: [{ value: 'find_books' }, { value: 'find_people' }] },
        { name: 'booktitle', help: 'A title' },
      ],
    },
  ])
  expect(config('set_fields')).toEqual([
    { keep_input: true, fields: [{ name: 'bookTitle', value: '{{ $input.booktitle }}' }] },
  ])
  expect(config('http_request')).toMatchObject([
    { url: 'https://books.example/find', query: [{ name: 'q', value: '{{ $input.bookTitle }}' }] },
    { url: 'https://books.example/people' },
  ])
})
