/** What a directory tells of people and groups: read from its resources, and presented as resources. */
import { Email } from '#contract/accounts/auth.ts'
import { domainOf } from '#contract/accounts/sign-on-values.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { toOneLine } from '#server/platform/mail/quote-text.ts'
import { isObject, listOrEmpty } from '#shared/json.ts'
import { attributeOf } from './filter.ts'
import { invalidValue } from './scim-error.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const USERS = '/scim/v2/Users'
const GROUPS = '/scim/v2/Groups'

const SCIM_LIMITS = { text_chars: 200, emails: 20, members: 1000 } as const

export interface UserFields {
  user_name: string
  external_id: string | null
  given_name: string | null
  family_name: string | null
  display_name: string | null
  /** In small letters. */
  email: string
}

export interface GroupFields {
  display_name: string
  external_id: string | null
  /** Ids of users of the directory; null where nothing is said of them. */
  members: string[] | null
}

/** @throws ScimError invalidValue */
function readText(resource: JsonObject, name: string): string | null {
  const value = attributeOf(resource, name)
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw invalidValue(`${name} is a text.`)
  const text = toOneLine(value, value.length)
  if (text.length > SCIM_LIMITS.text_chars)
    throw invalidValue(`${name} can have up to ${SCIM_LIMITS.text_chars} characters.`)
  return text === '' ? null : text
}

function needed(resource: JsonObject, name: string): string {
  const text = readText(resource, name)
  if (text === null) throw invalidValue(`${name} is required.`)
  return text
}

const isTrue = (value: unknown): boolean => value === true || (typeof value === 'string' && /^true$/i.test(value))

/** Entra ID sends a text, "False", unless it is told not to. @returns null where nothing is said of it */
export function readActive(resource: JsonObject): boolean | null {
  const value = attributeOf(resource, 'active')
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return isTrue(value)
  throw invalidValue('active is true or false.')
}

/** The primary address, the one for work, or the first; otherwise the user name. */
function readEmail(resource: JsonObject, user_name: string): string {
  const given = attributeOf(resource, 'emails')
  if (given !== undefined && given !== null && !Array.isArray(given)) throw invalidValue('emails is a list.')
  const emails = listOrEmpty(given as Json | undefined)
    .filter(isObject)
    .filter((one) => typeof attributeOf(one, 'value') === 'string' && attributeOf(one, 'value') !== '')
  if (emails.length > SCIM_LIMITS.emails) throw invalidValue(`A person can have up to ${SCIM_LIMITS.emails} emails.`)
  const chosen =
    emails.find((one) => isTrue(attributeOf(one, 'primary'))) ??
    emails.find((one) => attributeOf(one, 'type') === 'work') ??
    emails[0]
  const { data } = Email.safeParse(chosen === undefined ? user_name : attributeOf(chosen, 'value'))
  if (data === undefined) throw invalidValue('There’s no valid email address in emails, and userName is none either.')
  return data
}

/** @throws ScimError invalidValue */
export function readUser(body: unknown): UserFields {
  if (!isObject(body)) throw invalidValue('A user is an object.')
  const user_name = needed(body, 'userName')
  const given = attributeOf(body, 'name')
  const name = isObject(given) ? given : {}
  return {
    user_name,
    external_id: readText(body, 'externalId'),
    given_name: readText(name, 'givenName'),
    family_name: readText(name, 'familyName'),
    display_name: readText(body, 'displayName') ?? readText(name, 'formatted'),
    email: readEmail(body, user_name),
  }
}

/** @throws ScimError invalidValue */
export function readGroup(body: unknown): GroupFields {
  if (!isObject(body)) throw invalidValue('A group is an object.')
  const given = attributeOf(body, 'members')
  const members = new Set<string>()
  for (const one of listOrEmpty(given as Json | undefined)) {
    const value = isObject(one) ? attributeOf(one, 'value') : one
    if (typeof value !== 'string' || value === '') throw invalidValue('A member has the id of a user as its value.')
    members.add(value.toLowerCase())
  }
  if (members.size > SCIM_LIMITS.members) throw invalidValue(`A group can have up to ${SCIM_LIMITS.members} members.`)
  return {
    display_name: needed(body, 'displayName'),
    external_id: readText(body, 'externalId'),
    members: given === undefined || given === null ? null : [...members],
  }
}

/** What a person is called where they have no account yet. */
export const nameOf = ({ display_name, given_name, family_name }: UserFields): string | null =>
  display_name ?? ([given_name, family_name].filter((part) => part !== null).join(' ') || null)

export interface PresentedUser extends UserFields {
  id: string
  active: boolean
  groups: { id: string; name: string }[]
  created_at: Date
  updated_at: Date
}

export interface PresentedGroup {
  id: string
  display_name: string
  external_id: string | null
  members: { id: string; user_name: string }[]
  created_at: Date
  updated_at: Date
}

const given = <T>(name: string, value: T | null): Record<string, T> => (value === null ? {} : { [name]: value })

const metaOf = (
  resourceType: 'User' | 'Group',
  { id, created_at, updated_at }: { id: string; created_at: Date; updated_at: Date },
  place: string,
): JsonObject => ({
  resourceType,
  created: created_at.toISOString(),
  lastModified: updated_at.toISOString(),
  location: `${place}/${id}`,
})

export function presentUser(row: PresentedUser, origin: string): JsonObject {
  const { given_name, family_name, display_name } = row
  const formatted = nameOf({ ...row, display_name: null })
  return {
    schemas: [USER_SCHEMA],
    id: row.id,
    ...given('externalId', row.external_id),
    userName: row.user_name,
    ...(formatted !== null && {
      name: { formatted, ...given('givenName', given_name), ...given('familyName', family_name) },
    }),
    ...given('displayName', display_name),
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.active,
    groups: row.groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${origin}${GROUPS}/${id}` })),
    meta: metaOf('User', row, origin + USERS),
  }
}

export const presentGroup = (row: PresentedGroup, origin: string): JsonObject => ({
  schemas: [GROUP_SCHEMA],
  id: row.id,
  ...given('externalId', row.external_id),
  displayName: row.display_name,
  members: row.members.map(({ id, user_name }) => ({
    value: id,
    display: user_name,
    type: 'User',
    $ref: `${origin}${USERS}/${id}`,
  })),
  meta: metaOf('Group', row, origin + GROUPS),
})

export const isInDomains = (email: string, domains: ReadonlySet<string>): boolean => domains.has(domainOf(email))

/** Names of attributes in a query, such as `members,emails.value`. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((name) => name.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, ''))
        .filter((name) => name !== '')
        .map((name) => name.split('.')[0]?.toLowerCase() ?? '')
    : []

/** Always returned, whatever is asked for (RFC 7643 §7). */
const ALWAYS = new Set(['id', 'schemas'])

/** The attributes that a request asks for, or those that it doesn't leave out (RFC 7644 §3.9). */
export function project(resource: JsonObject, query: Readonly<Record<string, unknown>>): JsonObject {
  const wanted = namesIn(query.attributes)
  const unwanted = namesIn(query.excludedAttributes)
  if (wanted.length === 0 && unwanted.length === 0) return resource
  const isKept = (name: string): boolean => {
    const key = name.toLowerCase()
    if (ALWAYS.has(key)) return true
    return wanted.length > 0 ? wanted.includes(key) : !unwanted.includes(key)
  }
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)))
}

export const SCIM_PAGE = { usual: 100, most: 200 } as const

function readNumber(value: unknown, otherwise: number): number {
  if (value === undefined || value === '') return otherwise
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN
  if (Number.isNaN(number)) throw invalidValue('startIndex and count are whole numbers.')
  return number
}

/** A page of what was found, which may be empty (RFC 7644 §3.4.2.4). @throws ScimError invalidValue */
export function listOf(found: readonly JsonObject[], query: Readonly<Record<string, unknown>>): JsonObject {
  const startIndex = Math.max(1, readNumber(query.startIndex, 1))
  const count = Math.min(SCIM_PAGE.most, Math.max(0, readNumber(query.count, SCIM_PAGE.usual)))
  const page = found.slice(startIndex - 1, startIndex - 1 + count)
  return {
    schemas: [LIST_SCHEMA],
    totalResults: found.length,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map((one) => project(one, query)),
  }
}
