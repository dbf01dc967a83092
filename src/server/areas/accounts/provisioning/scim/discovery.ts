/** What this service can do, and the attributes it keeps (RFC 7643 §§5-8): those alone, so that directories map nothing in vain. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { GROUP_SCHEMA, SCIM_PAGE, USER_SCHEMA } from './resources.ts'

const PLACE = '/scim/v2'

interface Attribute {
  name: string
  description: string
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued?: true
  required?: true
  caseExact?: true
  mutability?: 'readOnly' | 'immutable'
  uniqueness?: 'server'
  referenceTypes?: string[]
  canonicalValues?: string[]
  subAttributes?: Attribute[]
}

/** With everything that RFC 7643 §7 has an attribute say of itself. */
function describe({ subAttributes, ...attribute }: Attribute): JsonObject {
  const type = attribute.type ?? 'string'
  const isText = type === 'string' || type === 'reference'
  return {
    multiValued: false,
    required: false,
    mutability: 'readWrite',
    returned: 'default',
    ...(isText && { caseExact: false, uniqueness: 'none' }),
    ...attribute,
    type,
    ...(subAttributes && { subAttributes: subAttributes.map(describe) }),
  }
}

const REFERENCE = { name: '$ref', type: 'reference', description: 'The address of the resource.' } as const

const USER: Attribute[] = [
  {
    name: 'userName',
    required: true,
    uniqueness: 'server',
    description: 'What the person signs in with at the directory.',
  },
  {
    name: 'name',
    type: 'complex',
    description: 'The name of the person.',
    subAttributes: [
      { name: 'formatted', mutability: 'readOnly', description: 'The full name.' },
      { name: 'familyName', description: 'The family name.' },
      { name: 'givenName', description: 'The given name.' },
    ],
  },
  { name: 'displayName', description: 'What the person is called.' },
  { name: 'active', type: 'boolean', description: 'Whether the person is a member of the workspace.' },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description: 'Email addresses. One is kept: the primary one, the one for work, or the first.',
    subAttributes: [
      { name: 'value', description: 'The address, in a domain that the workspace has proven.' },
      { name: 'type', canonicalValues: ['work'], description: 'Always work.' },
      { name: 'primary', type: 'boolean', description: 'Always true.' },
    ],
  },
  {
    name: 'groups',
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    description: 'The groups of the person.',
    subAttributes: [
      { name: 'value', mutability: 'readOnly', description: 'The id of the group.' },
      { ...REFERENCE, mutability: 'readOnly', referenceTypes: ['Group'] },
      { name: 'display', mutability: 'readOnly', description: 'The name of the group.' },
    ],
  },
]

const GROUP: Attribute[] = [
  { name: 'displayName', required: true, uniqueness: 'server', description: 'The name of the group.' },
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'The people in the group.',
    subAttributes: [
      { name: 'value', mutability: 'immutable', description: 'The id of the user.' },
      { ...REFERENCE, mutability: 'immutable', referenceTypes: ['User'] },
      { name: 'type', mutability: 'immutable', canonicalValues: ['User'], description: 'Always User.' },
      { name: 'display', mutability: 'immutable', description: 'The user name of the person.' },
    ],
  },
]

const schema = (id: string, name: string, description: string, attributes: Attribute[], origin: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes: attributes.map(describe),
  meta: { resourceType: 'Schema', location: `${origin}${PLACE}/Schemas/${id}` },
})

const resourceType = (name: 'User' | 'Group', description: string, ofSchema: string, origin: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description,
  endpoint: `/${name}s`,
  schema: ofSchema,
  meta: { resourceType: 'ResourceType', location: `${origin}${PLACE}/ResourceTypes/${name}` },
})

const configuration = (origin: string): JsonObject => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${origin}/docs/provisioning`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: SCIM_PAGE.most },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of a workspace, which its owner makes.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${origin}${PLACE}/ServiceProviderConfig` },
})

const list = (resources: JsonObject[]): JsonObject => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Open to everyone: it names no workspace. @returns null where there is no such resource */
export function discover([kind, id]: readonly string[], origin: string): JsonObject | null {
  const isKind = (name: string): boolean => kind?.toLowerCase() === name.toLowerCase()
  if (isKind('ServiceProviderConfig')) return id === undefined ? configuration(origin) : null
  const all = isKind('Schemas')
    ? [
        schema(USER_SCHEMA, 'User', 'A person of the workspace.', USER, origin),
        schema(GROUP_SCHEMA, 'Group', 'A group, which may give a role.', GROUP, origin),
      ]
    : isKind('ResourceTypes')
      ? [
          resourceType('User', 'People of the workspace.', USER_SCHEMA, origin),
          resourceType('Group', 'Groups of people.', GROUP_SCHEMA, origin),
        ]
      : []
  if (all.length === 0) return null
  return id === undefined ? list(all) : (all.find((one) => one.id === id) ?? null)
}
