/** The form of an action of an app, as it is first drawn. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { appFieldsOf, askingFieldsOf } from '#web/canvas/model/fields/app-fields.ts'
import type { Asking } from '#web/canvas/services/queries/use-asked.ts'
import { credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { appQuery } from '#web/parts/connectors/app-queries.ts'
import { AppAccountPicker } from './controls/app-account.tsx'
import { AppFields } from './controls/app-fields.tsx'
import { FieldView } from './field-view.tsx'
import { FormProvider } from './form/form-context.ts'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
const account = (id: string, connector: string | null, status = 'ready') => ({ id, name: id, connector, status })
client.setQueryData(credentialsQuery.queryKey as readonly unknown[], {
  items: [account('Clinic', 'sheets'), account('Old', 'sheets', 'reconnect'), account('Elsewhere', 'slack')],
})
client.setQueryData(appQuery('sheets').queryKey as readonly unknown[], {
  ...{ id: 'sheets', name: 'Sheets', sign_in: [{ id: 'a', type: 'oauth2' }], account_list: [] },
})

function drawn(node: React.ReactNode, problem?: string, asked?: Asking): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FormProvider
        value={{
          ...{ id: 'node', otherModes: new Map(), workflow: 'w', own: true, readOnly: null },
          ...{ config: { integration: 'sheets' }, failure: null, expression: null },
          ...(asked && { asked }),
          problemAt: (path) => (path === problem ? 'In the last run: wrong' : undefined),
        }}
      >
        {node}
      </FormProvider>
    </QueryClientProvider>,
  )
}

const form = (schema: JsonObject, value: JsonObject = {}, problem?: string) =>
  drawn(
    <AppFields
      fields={appFieldsOf(schema)}
      value={value}
      path="input"
      onChange={() => undefined}
      draw={(props) => <FieldView {...props} />}
    />,
    problem,
  )

const names = ['range', 'note', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
const schema: JsonObject = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: `<b>About</b> ${name}` }])),
  required: ['range'],
}

it('shows what is required or set, and the rest on demand', () => {
  const html = form(schema, { note: 'x' })
  expect(html).toContain('data-path="input.range"')
  expect(html).toContain('data-path="input.note"')
  expect(html).not.toContain('data-path="input.a"')
  expect(html).toContain('More settings (12)')
})

describe('a form that was put together by hand', () => {
  const mail: JsonObject = {
    type: 'object',
    properties: {
      product: { type: 'string', enum: ['mail'] },
      currency: { type: 'string', default: 'INR' },
      message: { type: 'object', properties: { to: { type: 'string' } }, 'x-hidden': true },
      to: { type: 'string' },
      text: { type: 'string', 'x-lines': true },
      cc: { type: 'string' },
      file: { type: 'object', properties: { file_id: { type: 'string' } }, required: ['file_id'], 'x-file': true },
    },
    required: ['product', 'currency'],
    'x-main': ['to', 'text', 'file'],
    'x-needed': { to: 'message' },
  }
  const places = (html: string) => [...html.matchAll(/data-path="input\.(\w+)"/g)].map(([, key]) => key)

  it('has what people fill in, and neither the only value, nor the usual one, nor what was replaced', () => {
    const html = form(mail, { currency: 'INR' })
    expect(places(html)).toEqual(['to', 'text', 'file'])
    expect(html).toContain('More settings (2)')
    expect(html).toContain('<textarea')
  })

  it('shows what was filled in before, and asks for nothing that it has', () => {
    const html = form(mail, { currency: 'USD', message: { to: 'a@example.com' }, product: 'other' })
    expect(places(html)).toEqual(expect.arrayContaining(['to', 'text', 'currency', 'message', 'product']))
    expect(html).toMatch(/To<\/?[^<]*<?[^<]*\(optional\)/)
  })

  it('has a file as one field, also where it was written as an object', () => {
    const html = form(mail, { file: { file_id: '{{ $input.scan }}' } })
    expect(html).toContain('{{ $input.scan }}')
    expect(places(html)).toContain('file')
    expect(html).not.toContain('data-path="input.file.file_id"')
  })
})

it('offers to enter by hand what a list of an app may not have', () => {
  const schema = { type: 'object', properties: { channel: { type: 'string', 'x-options': { depends_on: [] } } } }
  const draw = (integration: string) =>
    drawn(
      <AppFields
        fields={askingFieldsOf(schema)}
        value={{}}
        path="input"
        onChange={() => undefined}
        draw={(props) => <FieldView {...props} />}
      />,
      undefined,
      { integration, action: 'send', account: 'a', needsAccount: true, input: {} },
    )
  expect(draw('slack')).toContain('Enter by hand')
  expect(draw('piece-slack')).not.toContain('Enter by hand')
})

it('opens the rest where something in it went wrong, with a search when there is much', () => {
  const html = form(schema, {}, 'input.c')
  expect(html).toContain('In the last run: wrong')
  expect(html).toContain('Search settings')
})

it('writes descriptions from outside as plain text', () => {
  const html = form(schema)
  expect(html).toContain('About range')
  expect(html).not.toContain('<b>')
})

it('draws a schema that requires itself without end', () => {
  const node = { type: 'object', properties: { child: { $ref: '#/$defs/N' } }, required: ['child'] }
  const html = form({
    type: 'object',
    properties: { top: { $ref: '#/$defs/N' } },
    required: ['top'],
    $defs: { N: node },
  })
  expect(html.length).toBeLessThan(20_000)
  expect(html).toContain('Fill in Child')
})

it('offers the accounts at the app alone, and says which have to be connected again', () => {
  const picker = (value?: string) =>
    drawn(
      <AppAccountPicker
        field={{
          ...{ key: 'credential', title: 'Account', help: '', placeholder: '', required: true, preset: undefined },
          ...{ expression: 'none', when: null, control: { kind: 'credential', types: ['app_account'] } },
        }}
        value={value}
        onChange={() => undefined}
        ids={{ id: 'x', 'aria-describedby': undefined, 'aria-invalid': undefined }}
        disabled={false}
      />,
    )
  const html = picker('Old')
  for (const text of ['Clinic', 'Old (connect again)', 'Sheets no longer accepts this account.', 'Connect again'])
    expect(html).toContain(text)
  expect(html).not.toContain('Elsewhere')
  expect(picker('Elsewhere')).toContain('This account is at another app.')
  expect(picker('gone')).toContain('This account was deleted or belongs to someone else.')
})

describe('fields that only the piece can fill', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      channel: { type: ['string', 'number'], title: 'Channel', 'x-options': { depends_on: ['team'], search: false } },
      many: { type: 'array', items: { type: 'string' }, title: 'Many', 'x-options': { depends_on: [] } },
      more: { type: 'object', additionalProperties: true, title: 'More', 'x-fields': { depends_on: ['team'] } },
      team: { type: 'string' },
    },
    required: ['channel'],
  }
  const answered = (property: string, decided: unknown[], answer: object) =>
    client.setQueryData(
      ['getActionOptions', 'piece-chat', 'action', 'send', property, 'a1', JSON.stringify(decided), ''],
      {
        ...{ options: [], schema: null, message: null },
        ...answer,
      },
    )
  const offered = [
    { label: 'General', value: 'C1' },
    { label: 'Wards', value: 7 },
  ]
  answered('channel', ['T1'], { options: offered })
  answered('channel', ['T2'], { message: 'Invite the bot first' })
  answered('many', [], { options: offered })
  const fields = { type: 'object', properties: { colour: { type: 'string', title: 'Colour' } }, required: ['colour'] }
  answered('more', ['T1'], { schema: fields })
  const asking = (input: JsonObject, account: string | null = 'a1', of: 'action' | 'trigger' = 'action') =>
    drawn(
      <AppFields
        fields={askingFieldsOf(schema)}
        value={input}
        path="input"
        onChange={() => undefined}
        draw={(props) => <FieldView {...props} />}
      />,
      undefined,
      { integration: 'piece-chat', of, action: 'send', account, needsAccount: true, input },
    )

  it('offers what the piece offers, one or several of it', () => {
    const html = asking({ team: 'T1', many: [7] })
    expect(html).toContain('<option value="0">General</option>')
    expect(html).toMatch(/checked=""[^>]*\/>.*Wards/s)
  })

  it('keeps what was chosen and is not offered any more', () => {
    const html = asking({ team: 'T1', channel: 'C9' })
    expect(html).toContain('“C9” isn’t among the choices now.')
    expect(html).toMatch(/<option value="0" selected="">C9<\/option>/)
  })

  it('says what the piece says where nothing can be chosen', () => {
    expect(asking({ team: 'T2' })).toContain('Invite the bot first')
  })

  it('asks for the account first, and does not ask with an expression', () => {
    expect(asking({ team: 'T1' }, null)).toContain('Connect your account first to see the choices.')
    expect(asking({ team: '{{ $input.team }}' })).toContain(
      'The choices depend on “Team”, which the workflow gives when it runs.',
    )
  })

  it('draws the fields of an object, and says what was entered for others', () => {
    const html = asking({ team: 'T1', more: { colour: 'red', size: 3 } })
    expect(html).toContain('data-path="input.more.colour"')
    expect(html).toContain('Entered before and not asked for now: Size.')
  })

  it('takes no expression for a trigger, which has nothing before it, and asks for choices of its own', () => {
    const more = [...client.getQueryCache().getAll()].find(({ queryKey }) => queryKey.includes('more'))
    client.setQueryData(more?.queryKey.map((one) => (one === 'action' ? 'trigger' : one)) ?? [], more?.state.data)
    const drawnFor = (of: 'action' | 'trigger') => asking({ team: 'T1', more: { colour: 'red' } }, 'a1', of)
    const asExpression = /aria-label="Colour as an expression"/
    expect(drawnFor('action')).toMatch(asExpression)
    expect(drawnFor('trigger')).toContain('data-path="input.more.colour"')
    expect(drawnFor('trigger')).not.toMatch(asExpression)
    // What was answered for an action of the same name is not taken for it.
    expect(drawnFor('trigger')).not.toContain('General')
  })

  it('is written by hand where there is nothing to ask', () => {
    const html = form(schema, { channel: 'C1', more: { colour: 'red' } })
    expect(html).toContain('value="C1"')
    expect(html).not.toContain('isn’t among the choices')
  })
})
