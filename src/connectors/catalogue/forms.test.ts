/** The plain forms of the catalogue: what they name, and the requests that filled-in ones become. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Connector } from '#connectors/connector.ts'
import { buildRequest } from '#connectors/request/build.ts'
import { choicesIn, decidingKeys } from '#connectors/request/choices.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { completeInput, schemaFor } from '#shared/action-input.ts'

const folder = import.meta.dirname
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'index.json')
const apps = files.map((name) => read<Connector>(name))
const actions = apps.flatMap((app) => app.actions.map((action) => ({ app, action, name: `${app.id} ${action.id}` })))
const ajv = new Ajv2020({ strict: false, logger: false })

/** The request that a filled-in form becomes. */
function sent(app: string, id: string, input: JsonObject) {
  const connector = read<Connector>(`${app}.json`)
  const { input: schema, call } = connector.actions.find((one) => one.id === id) ?? {}
  if (!schema || call?.type !== 'http') throw new Error(`${app} has no request ${id}`)
  const whole = completeInput(schema, input)
  const validate = ajv.compile(schemaFor(schema, whole))
  if (!validate(whole)) throw new Error(`${app} ${id}: ${ajv.errorsText(validate.errors)}`)
  const base = connector.base_url.replace(/\{\w+\}/g, 'example')
  const { url, body } = buildRequest({ ...call, ...(call.base_url && { base_url: call.base_url }) }, base, whole)
  const text = typeof body === 'string' ? body : ''
  return { url, body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : text }
}

describe('plain forms', () => {
  const formed = actions.filter(({ action }) => action.input['x-main'] !== undefined)

  it('name fields that are there, with a title and plain help', () => {
    expect(new Set(formed.map(({ app }) => app.id)).size).toBeGreaterThanOrEqual(38)
    for (const { action, name } of formed) {
      const properties = action.input.properties as Record<string, JsonObject>
      const main = action.input['x-main'] as string[]
      const needed = (action.input['x-needed'] ?? {}) as Record<string, string>
      for (const key of [...main, ...Object.keys(needed), ...Object.values(needed)])
        expect(Object.keys(properties), `${name} ${key}`).toContain(key)
      const untitled = main.filter((key) => typeof properties[key]?.title !== 'string')
      expect(untitled, name).toEqual([])
    }
  })

  it('choose from lists that only read and name where the choices are', () => {
    const choosing = actions.filter(({ action }) => action.choices)
    expect(choosing.length).toBeGreaterThan(100)
    for (const { app, action, name } of choosing)
      for (const [key, list] of Object.entries(action.choices ?? {})) {
        const listing = app.actions.find(({ id }) => id === list.action)
        expect(listing?.effect, `${name} ${key}`).toBe('read')
        // The examples of documents are not always whole.
        if (
          listing?.sample &&
          !['github', 'jira'].includes(app.id) &&
          list.search === undefined &&
          !list.only &&
          !list.inner
        )
          expect(choicesIn(list, listing.sample, 10), `${name} ${key}`).not.toEqual([])
        const property = (action.input.properties as Record<string, JsonObject>)[key]
        expect(property?.['x-options'], `${name} ${key}`).toMatchObject({ depends_on: decidingKeys(list) })
      }
  })

  it.each([
    [
      'whatsapp',
      'send_text',
      { phone_number_id: '1', to: '91', text: 'Hello' },
      { messaging_product: 'whatsapp', type: 'text', to: '91', text: { body: 'Hello' } },
    ],
    [
      'whatsapp',
      'send_template',
      { phone_number_id: '1', to: '91', template: 'order', language: 'en', values: ['Asha', 42] },
      {
        messaging_product: 'whatsapp',
        type: 'template',
        to: '91',
        template: {
          name: 'order',
          language: { code: 'en' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Asha' },
                { type: 'text', text: '42' },
              ],
            },
          ],
        },
      },
    ],
    [
      'whatsapp',
      'send_message',
      { phone_number_id: '1', to: '91', type: 'text', text: { body: 'As before' } },
      { messaging_product: 'whatsapp', to: '91', type: 'text', text: { body: 'As before' } },
    ],
    [
      'microsoft-outlook',
      'send_email',
      { to: ['a@example.com'], subject: 'Hi', text: 'Hello' },
      {
        message: {
          subject: 'Hi',
          body: { contentType: 'Text', content: 'Hello' },
          toRecipients: [{ emailAddress: { address: 'a@example.com' } }],
        },
      },
    ],
    [
      'hubspot',
      'create_deal',
      { name: 'Ten seats', stage: 'new', amount: 5000 },
      { properties: { dealname: 'Ten seats', dealstage: 'new', amount: '5000' } },
    ],
    [
      'hubspot',
      'create_contact',
      { properties: { email: 'a@example.com' } },
      { properties: { email: 'a@example.com' } },
    ],
    [
      'jira',
      'comment_on_issue',
      { issueIdOrKey: 'https://x.atlassian.net/browse/ABC-1', text: 'One\nTwo' },
      {
        body: {
          type: 'doc',
          version: 1,
          content: ['One', 'Two'].map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
        },
      },
    ],
    [
      'airtable',
      'create_records',
      { base_id: 'app1', table: 'Leads', fields: { Name: 'Asha' } },
      { records: [{ fields: { Name: 'Asha' } }] },
    ],
    [
      'google-calendar',
      'create_event',
      {
        calendarId: 'primary',
        summary: 'Call',
        starts: '2026-12-01T10:00:00Z',
        ends: '2026-12-01T11:00:00Z',
        guests: ['a@example.com'],
      },
      {
        summary: 'Call',
        start: { dateTime: '2026-12-01T10:00:00Z' },
        end: { dateTime: '2026-12-01T11:00:00Z' },
        attendees: [{ email: 'a@example.com' }],
      },
    ],
    [
      'google-sheets',
      'add_row',
      {
        spreadsheetId: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5/edit',
        range: 'Sheet1',
        row: ['Asha', 42],
        valueInputOption: 'RAW',
      },
      { values: [['Asha', 42]] },
    ],
    [
      'notion',
      'create_database_item',
      { database: 'd1', title: 'Launch', text: 'One' },
      {
        parent: { database_id: 'd1' },
        properties: { title: { title: [{ text: { content: 'Launch' } }] } },
        children: [{ paragraph: { rich_text: [{ text: { content: 'One' } }] } }],
      },
    ],
    [
      'sendgrid',
      'send_email',
      { from_email: 'you@example.com', to: ['a@example.com'], subject: 'Hi', text: 'Hello' },
      {
        from: { email: 'you@example.com' },
        subject: 'Hi',
        personalizations: [{ to: [{ email: 'a@example.com' }] }],
        content: [{ type: 'text/plain', value: 'Hello' }],
      },
    ],
    [
      'razorpay',
      'create_payment_link',
      { amount: 50_000, currency: 'INR', email: 'a@example.com', expires: '2026-12-01T00:00:00Z' },
      { amount: 50_000, currency: 'INR', customer: { email: 'a@example.com' }, expire_by: 1_796_083_200 },
    ],
  ])('%s %s sends what was entered', (app, id, input, body) => {
    expect(sent(app, id, input as JsonObject).body).toEqual(body)
  })

  it('write searches and forms as the services do', () => {
    const q = (app: string, id: string, input: JsonObject, name = 'q') =>
      new URL(sent(app, id, input).url).searchParams.get(name)
    expect(q('gmail', 'search_emails', { from: 'a@example.com', unread: true, newer_than: '7d' })).toBe(
      'from:"a@example.com" is:unread newer_than:7d',
    )
    expect(q('google-drive', 'search_files', { name: "Asha's", present: true })).toBe(
      "name contains 'Asha\\'s' and trashed = false",
    )
    expect(q('jira', 'search_issues', { project: 'ABC', status: 'To Do' }, 'jql')).toBe(
      'project = "ABC" AND status = "To Do"',
    )
    expect(sent('stripe', 'create_payment_link', { price: 'price_1', quantity: 2 }).body).toBe(
      'line_items[0][price]=price_1&line_items[0][quantity]=2',
    )
    expect(
      sent('google-sheets', 'add_row', {
        spreadsheetId: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5/edit',
        range: 'Sheet1',
        row: ['a'],
        valueInputOption: 'RAW',
      }).url,
    ).toContain('/v4/spreadsheets/1BxiMVs0XRA5/values/')
  })

  it('are needed where nothing else is given', () => {
    expect(() => sent('microsoft-outlook', 'send_email', {})).toThrow(/required property 'to'/)
    expect(() => sent('hubspot', 'create_contact', {})).toThrow(/required property 'email'/)
  })
})
