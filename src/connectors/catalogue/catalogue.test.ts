/** Every app of the catalogue: what people read, what forms and models are made of, and that a request can be built. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Connector } from '#connectors/connector.ts'
import type { IndexedApp } from '#connectors/indexed-app.ts'
import { readManifest } from '#connectors/manifest.ts'
import { buildRequest } from '#connectors/request/build.ts'
import { fillTemplate } from '#connectors/triggers/template.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { tryRequest } from '#test/support/connectors/try-request.ts'
import { TITLE_VERBS } from '../../../scripts/connector-catalogue/choose.ts'
import { readShipped, shippedLine } from '../../../scripts/connector-catalogue/shipped.ts'

const folder = import.meta.dirname
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'index.json')
const apps = files.map((name) => read<Connector>(name))
const actions = apps.flatMap((app) => app.actions.map((action) => ({ app, action, name: `${app.id} ${action.id}` })))
const ajv = new Ajv2020({ strict: false, logger: false })

/** By their own protocols, or at an address that the account decides. */
const OWN_ADDRESS = ['mysql', 'mongodb', 'redis', 'ftp', 'sftp', 'tally', 'fhir']

/** Services that anyone may ask. */
const OPEN = ['httpbin', 'quickchart', 'wikimedia', 'xkcd']

describe('the catalogue', () => {
  it('has at least 200 apps and 2,000 actions in at most 12 MB', () => {
    expect(apps.length).toBeGreaterThanOrEqual(200)
    expect(actions.length).toBeGreaterThanOrEqual(2_000)
    const bytes = [...files, 'index.json'].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThanOrEqual(12_000_000)
    expect(statSync(join(folder, 'google-sheets.json')).size).toBeLessThanOrEqual(200_000)
  })

  it('names each app by its file, and each action once', () => {
    expect(apps.map(({ id }) => `${id}.json`)).toEqual(files)
    for (const { id, actions: own } of apps) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(new Set(own.map((action) => action.id)).size, id).toBe(own.length)
      expect(own.length, id).toBeGreaterThan(0)
    }
    expect(
      actions
        .filter(({ action }) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(action.id) || action.id.length > 60)
        .map(({ name }) => name),
    ).toEqual([])
  })

  it('keeps every app, action and trigger that was shipped under its id, and its script writes down what is new', () => {
    expect(apps.map(shippedLine)).toEqual([...readShipped().values()].map(shippedLine))
  })

  it('says what each app does in one plain sentence', () => {
    const bad = apps.filter(
      ({ description }) => !/^[A-Z].{10,140}\.$/.test(description) || /\bAPI\b|\bREST\b/.test(description),
    )
    expect(bad.map(({ id, description }) => `${id}: ${description}`)).toEqual([])
    expect(apps.filter(({ categories }) => categories.length === 0).map(({ id }) => id)).toEqual([])
  })

  it('has titles that begin with a verb', () => {
    const bad = actions.filter(({ action: { title } }) => {
      const [first = '', ...rest] = title.split(' ')
      return (
        !TITLE_VERBS.has(first.toLowerCase()) ||
        rest.length === 0 ||
        title.length > 60 ||
        /\bv\d+\b|[{}]|\bAPI v/.test(title) ||
        first === first.toUpperCase()
      )
    })
    expect(bad.map(({ name, action }) => `${name}: ${action.title}`)).toEqual([])
  })

  it('has inputs that are valid schemas of objects', () => {
    const bad = actions.filter(
      ({ action }) => action.input.type !== 'object' || ajv.validateSchema(action.input) !== true,
    )
    expect(bad.map(({ name }) => name)).toEqual([])
  })

  it('talks to named hosts over https only', () => {
    expect(
      apps
        .filter(({ id }) => !OWN_ADDRESS.includes(id))
        .filter(({ base_url }) => !/^https:\/\/[^/]+/.test(base_url) || base_url.endsWith('/'))
        .map(({ id }) => id),
    ).toEqual([])
    for (const app of apps.filter(({ id }) => OWN_ADDRESS.includes(id)))
      expect(app.variables.find(({ name }) => name === 'scheme')?.default ?? 'https', app.id).toBe('https')
    for (const app of apps) {
      const { hosts } = readManifest(app)
      expect(
        hosts.filter((host) => /^(?:localhost|\d+\.|.*\.local$)/.test(host)),
        app.id,
      ).toEqual([])
      const used = [...app.base_url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
      expect(
        used.filter((name) => !app.variables.some((variable) => variable.name === name)),
        app.id,
      ).toEqual([])
    }
  })

  it('has a way to sign in for every app that needs one', () => {
    expect(apps.filter(({ id, sign_in }) => (sign_in.length === 0) !== OPEN.includes(id)).map(({ id }) => id)).toEqual(
      [],
    )
  })

  it('asks for scopes that signing in offers', () => {
    for (const { app, action, name } of actions) {
      const offered = app.sign_in.flatMap((one) => (one.type === 'oauth2' ? one.scopes.map((scope) => scope.name) : []))
      expect(
        action.scopes.flat().filter((scope) => !offered.includes(scope)),
        name,
      ).toEqual([])
    }
  })

  it.each(apps.map((app) => [app.id, app] as const))(
    '%s builds a request of every action from an input that fits',
    (_id, app) => {
      for (const action of app.actions.filter(({ call }) => call.type === 'http')) {
        const { built } = tryRequest(action, app, 7)
        expect(new URL(built.url).protocol, action.id).toBe('https:')
      }
    },
  )

  it('has an index that says the same', () => {
    const index = read<IndexedApp[]>('index.json')
    const short = (list: readonly { id: string; title: string; effect: string }[]) =>
      list.map(({ id, title, effect }) => [id, title, effect])
    expect(index.map(({ id, name, actions: own }) => [id, name, short(own)])).toEqual(
      apps.map(({ id, name, actions: own }) => [id, name, short(own)]),
    )
  })
})

describe('Google Sheets', () => {
  it('adds a row with a friendly form', () => {
    const sheets = read<Connector>('google-sheets.json')
    const add = sheets.actions.find(({ id }) => id === 'add_row')
    expect(add).toMatchObject({
      title: 'Add a row',
      effect: 'write',
      scopes: [['https://www.googleapis.com/auth/spreadsheets']],
    })
    expect(add?.input['x-main']).toEqual(['spreadsheetId', 'range', 'row'])
    expect(add?.input.required).toEqual(['spreadsheetId', 'range', 'valueInputOption'])
    expect(add?.input['x-needed']).toEqual({ row: 'values' })
    if (add?.call.type !== 'http') throw new Error('Not a request')
    const input = {
      spreadsheetId: '1Bx',
      range: 'My leads!A1',
      values: [['Asha', 42, true]],
      valueInputOption: 'USER_ENTERED',
    }
    expect(buildRequest(add.call, sheets.base_url, input)).toEqual({
      method: 'POST',
      url: 'https://sheets.googleapis.com/v4/spreadsheets/1Bx/values/My%20leads%21A1:append?valueInputOption=USER_ENTERED',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: '{"values":[["Asha",42,true]]}',
    })
  })
})

describe('subscriptions', () => {
  const webhooks = apps.flatMap((app) =>
    (app.triggers ?? []).flatMap((trigger) =>
      trigger.kind === 'webhook' && 'subscribing' in trigger ? [{ app, trigger }] : [],
    ),
  )
  /** Something for each input that a trigger asks for. */
  const inputFor = ({ input }: { input: JsonObject }): JsonObject =>
    Object.fromEntries(
      Object.entries((input.properties ?? {}) as Record<string, { enum?: string[]; type?: string }>).map(
        ([key, { enum: choices, type }]) => [key, choices?.[0] ?? (type === 'integer' ? 1 : 'x')],
      ),
    )
  it('fill in what their actions ask for', () => {
    expect(webhooks.length).toBeGreaterThan(0)
    for (const { app, trigger } of webhooks) {
      const { subscribe, unsubscribe, find } = trigger.subscribing
      const input = inputFor(trigger)
      for (const [call, remote] of [[subscribe, null] as const, [unsubscribe, '1'] as const, [find, null] as const]) {
        if (!call) continue
        const action = app.actions.find(({ id }) => id === call.action)
        const filling = { address: 'https://chowk.example/hooks/apps/abcdefghijkl', secret: 'secret', remote, input }
        const filled = fillTemplate(call.input, filling)
        const validate = ajv.compile(action?.input ?? false)
        const isRight = validate(filled)
        // Numbers that services answer with are numbers again when a subscription ends.
        const problems = (validate.errors ?? []).filter(({ instancePath, keyword }) => {
          const [, key = ''] = instancePath.split('/')
          return !(keyword === 'type' && remote !== null && call.input[key] === '{remote}')
        })
        expect(isRight ? [] : problems, `${app.id} ${trigger.id} ${call.action}`).toEqual([])
      }
    }
  })

  it('name the events of Stripe as a list in a form', () => {
    const stripe = apps.find(({ id }) => id === 'stripe')
    const { call } = stripe?.actions.find(({ id }) => id === 'create_webhook') ?? {}
    const input = { url: 'https://chowk.example/hooks/apps/a', enabled_events: ['invoice.paid'] }
    const body = call?.type === 'http' ? buildRequest(call, stripe?.base_url ?? '', input).body : null
    expect(body).toBe('url=https%3A%2F%2Fchowk.example%2Fhooks%2Fapps%2Fa&enabled_events[0]=invoice.paid')
  })
})
