import { expect, it } from 'vitest'
import type { PieceDescription, PieceProperty } from './description.ts'
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
