import { expect, it } from 'vitest'
import { readManifest } from '#connectors/manifest.ts'
import type { DescribedTrigger, PieceDescription, PieceProperty } from './description.ts'
import { readPiece } from './read-piece.ts'

const property = (name: string, type: string, more: Partial<PieceProperty> = {}): PieceProperty => ({
  ...{ name, type, label: name, description: '', required: true, refreshers: [], searches: false },
  ...more,
})

const withAuth = (properties: PieceProperty[]): PieceDescription => ({
  ...{ name: 'Lamps', description: '', authors: [], categories: [], context: '2', actions: [], triggers: [] },
  auth: [
    {
      ...{ type: 'OAUTH2', label: '', description: '', properties, user_label: '', password_label: '' },
      auth_url: 'https://{shop}.lamps.example/authorize',
      token_url: 'https://{shop}.lamps.example/token',
      ...{ scopes: ['read'], in_header: false, extra: {} },
    },
  ],
})

it('parts of the addresses of signing in are places; what else a piece asks for are fields', () => {
  const { connector } = readPiece(
    withAuth([
      property('shop', 'SHORT_TEXT'),
      property('code', 'SECRET_TEXT'),
      property('note', 'MARKDOWN'),
      property('test', 'CHECKBOX'),
    ]),
    { id: 'piece-lamps', version: '1.0.0', licence: null, provider: '', website: null, hosts: ['api.lamps.example'] },
  )
  expect(connector.variables.map(({ name }) => name)).toEqual(['shop'])
  const [way] = connector.sign_in
  expect(way?.fields?.map(({ name, secret, required, kind }) => [name, secret, required, kind])).toEqual([
    ['code', true, true, 'text'],
    ['test', false, false, 'choice'],
  ])
  expect(connector.hosts).toEqual(['api.lamps.example', '{shop}.lamps.example'])
})

it('makes triggers of what can start workflows, and says what is left out', () => {
  const trigger = (name: string, more: Partial<DescribedTrigger> = {}): DescribedTrigger => ({
    ...{ name, title: name, description: '', kind: 'polling', needs_auth: true, properties: [], sample: null },
    ...{ handshake: null, renew: null, by_hand: false },
    ...more,
  })
  const triggers = [
    trigger('$new lamp', { properties: [property('shelf', 'DROPDOWN')], sample: 'x'.repeat(30_000) }),
    trigger('sold', { kind: 'webhook', renew: '0 0 * * *', by_hand: true, needs_auth: false }),
    trigger('broke', { kind: 'app_webhook', renew: '0 0 * * *' }),
    trigger('manual', { kind: 'other' }),
    ...[trigger('sold'), trigger('watch.lamps')],
  ]
  const origin = { id: 'piece-lamps', version: '1.0.0', licence: null, provider: '', website: null, hosts: [] }
  const { connector, warnings } = readPiece({ ...withAuth([]), triggers }, origin)
  expect(connector.triggers).toMatchObject([
    {
      ...{ id: '_new_lamp', kind: 'polling', sample: null, input: { required: ['shelf'] } },
      piece: { trigger: '$new lamp', needs_account: true, renew: null },
    },
    {
      ...{ id: 'sold', kind: 'webhook', setup: expect.stringContaining('Enter the address') },
      piece: { needs_account: false, renew: '0 0 * * *' },
    },
    { id: 'broke', kind: 'event', piece: { renew: null } },
  ])
  expect(warnings).toHaveLength(3)
  expect(readManifest(connector).effects).toEqual(['read', 'write'])
})
