/** Filters, changes and what is told of them, against scimmy as a reference where it goes by the RFCs. */
import fc from 'fast-check'
import SCIMMY from 'scimmy'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { ENTRA, OKTA, patch } from '#test/support/scim.ts'
import { discover } from './discovery.ts'
import { MOST_FILTER_CHARS, matches, readFilter } from './filter.ts'
import { patched } from './patch.ts'
import { listOf, presentGroup, presentUser, project, readActive, readUser } from './resources.ts'

const at = new Date('2026-11-30T12:00:00Z')
const row = (user_name: string, change: object = {}) => ({
  ...{ id: '01890000-0000-7000-8000-000000000001', user_name, external_id: 'x1', given_name: 'Asha' },
  ...{ family_name: 'Rao', display_name: 'Asha Rao', email: 'asha@clinic.example', active: true },
  ...{ groups: [{ id: 'g1', name: 'Doctors' }], created_at: at, updated_at: at, ...change },
})
const asha = presentUser(row('Asha@Clinic.example'), '')
const is = (filter: string, resource: JsonObject = asha) => matches(readFilter(filter), resource)

describe('a filter', () => {
  it.each([
    'userName eq "asha@clinic.example"',
    'USERNAME EQ "ASHA@clinic.example"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "asha@clinic.example"',
    'externalId eq "x1"',
    'emails.value eq "asha@clinic.example"',
    'emails eq "asha@clinic.example"',
    'emails[type eq "work"].value eq "asha@clinic.example"',
    'emails[type eq "work"] eq "asha@clinic.example"',
    'emails[type eq "work" and value sw "asha"]',
    'userName eq "x" or externalId eq "x1"',
    'userName eq "x" and active eq true or externalId eq "x1"',
    'active eq true and not (userName eq "x")',
    'active eq "True"',
    'name.familyName co "RA" and (displayName ew "rao" or displayName eq "x")',
    'groups.value eq "g1"',
    'userName pr and meta.lastModified gt "2026-11-01T00:00:00Z"',
    'nickName ne "x"',
  ])('fits: %s', (filter) => {
    expect(is(filter)).toBe(true)
  })

  it.each([
    'externalId eq "X1"',
    'userName eq "asha"',
    'nickName pr',
    'emails[type eq "home"].value eq "asha@clinic.example"',
    'active eq false',
    'userName eq "x\\" or userName pr or \\""',
  ])('does not fit: %s', (filter) => {
    expect(is(filter)).toBe(false)
  })

  it.each([
    'userName',
    'userName eq',
    'userName eq asha',
    'userName eq "asha" or 1 eq 1',
    `userName eq 'asha'`,
    'userName eq "asha"; drop table users',
    'userName eq "asha" --',
    '(userName eq "asha"',
    'userName like "asha"',
    'emails[type eq "work"',
    '__proto__ eq "x"',
    'userName eq "a" "b"',
    '"',
    `userName eq "${'a'.repeat(MOST_FILTER_CHARS)}"`,
  ])('is refused: %s', (filter) => {
    expect(() => readFilter(filter)).toThrow(expect.objectContaining({ scimType: 'invalidFilter', status: 400 }))
  })

  it('is read in time in proportion to its length', () => {
    // The reference makes 4,096 alternatives of this one.
    const filter = Array.from({ length: 40 }, () => '(a eq 1 or b eq 1)').join(' and ')
    const began = performance.now()
    expect(is(filter)).toBe(false)
    expect(is(`${'('.repeat(480)}userName pr${')'.repeat(480)}`)).toBe(true)
    expect(performance.now() - began).toBeLessThan(200)
  })

  it('means what the reference takes it for', () => {
    const low = presentUser(row('asha@clinic.example', { given_name: 'asha' }), '')
    const value = fc.constantFrom('x1', '01890000-0000-7000-8000-000000000001', 'asha', 'asha@clinic.example', 'no')
    const rest = fc.tuple(fc.constantFrom('eq', 'co', 'sw', 'ew'), value, fc.constantFrom('and', 'or'))
    // In lower case, without parentheses and with each attribute once: elsewhere the reference gives wrong answers.
    const filters = fc
      .tuple(
        fc.shuffledSubarray(['externalId', 'id', 'name.givenName', 'emails.value'], { minLength: 1 }),
        fc.infiniteStream(rest),
      )
      .map(([names, rests]) => {
        const parts = names.map((name) => {
          const [operator, text, word] = rests.next().value
          return [`${name} ${operator} "${text}"`, word]
        })
        return parts.flat().slice(0, -1).join(' ')
      })
    fc.assert(
      fc.property(filters, (filter) => {
        const theirs = new SCIMMY.Types.Filter(filter).match([low as object]).length > 0
        expect([filter, is(filter, low)]).toEqual([filter, theirs])
      }),
    )
  })
})

describe('a change', () => {
  const changed = (body: object, before = asha) => patched(before, body)

  it('is read in both dialects', () => {
    expect(readActive(changed(OKTA.deactivate))).toBe(false)
    expect(readActive(changed(ENTRA.disable))).toBe(false)
    expect(readActive(changed(ENTRA.disableStrictly))).toBe(false)
    expect(readActive(changed(ENTRA.enable))).toBe(true)
    expect(readUser(changed(ENTRA.update))).toMatchObject({ display_name: 'Ravi V. Iyer', given_name: 'Ravi V.' })
    expect(readUser(changed(ENTRA.work('new@clinic.example'))).email).toBe('new@clinic.example')
    const { emails: _, ...bare } = asha
    expect(readUser(changed(ENTRA.addWork('new@clinic.example'), bare)).email).toBe('new@clinic.example')
    expect(asha).toEqual(presentUser(row('Asha@Clinic.example'), ''))
  })

  it('of what is of no use here changes nothing', () => {
    expect(readUser(changed(ENTRA.more))).toEqual(readUser(asha))
  })

  it('of members adds, removes and replaces', () => {
    const members = [
      { id: 'a', user_name: 'a' },
      { id: 'b', user_name: 'b' },
    ]
    const group = presentGroup(
      { id: 'g', display_name: 'G', external_id: null, members, created_at: at, updated_at: at },
      '',
    )
    const idsAfter = (body: object) => (changed(body, group).members as { value: string }[]).map(({ value }) => value)
    expect(idsAfter(ENTRA.addMember('c'))).toEqual(['a', 'b', 'c'])
    expect(idsAfter(OKTA.addToGroup('b', 'c'))).toEqual(['a', 'b', 'c'])
    expect(idsAfter(OKTA.removeFromGroup('a'))).toEqual(['b'])
    // By the RFC alone this would remove everyone.
    expect(idsAfter(ENTRA.removeMember('a'))).toEqual(['b'])
    expect(idsAfter(patch({ op: 'remove', path: 'members' }))).toEqual([])
    expect(idsAfter(patch({ op: 'replace', path: 'members', value: [{ value: 'c' }] }))).toEqual(['c'])
    expect(changed(OKTA.renameGroup('g', 'H'), group)).toMatchObject({ id: 'g', displayName: 'H' })
  })

  it('does what the reference does where the RFC is clear', async () => {
    const reference = new SCIMMY.Schemas.User(asha as object, 'out', '/scim/v2/Users')
    const bodies = [OKTA.deactivate, ENTRA.disableStrictly, ENTRA.work('new@clinic.example')]
    for (const body of [...bodies, patch({ op: 'remove', path: 'displayName' })]) {
      const theirs = await new SCIMMY.Messages.PatchOp(body as never).apply(reference, async (given: object) => given)
      const mine = new SCIMMY.Schemas.User(patched(asha, body) as object, 'out', '/scim/v2/Users')
      expect(JSON.parse(JSON.stringify(mine))).toEqual(JSON.parse(JSON.stringify(theirs)))
    }
  })

  it.each([
    ['invalidSyntax', { Operations: [{ op: 'replace', value: { active: false } }] }],
    ['invalidSyntax', patch()],
    ['invalidSyntax', patch({ op: 'move', path: 'active' })],
    ['invalidSyntax', { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: ['x'] }],
    ['noTarget', patch({ op: 'remove' })],
    ['invalidPath', patch({ op: 'replace', path: 'a b', value: 1 })],
    ['invalidPath', patch({ op: 'replace', path: 7, value: 1 })],
    ['invalidPath', patch({ op: 'replace', path: `a${'b'.repeat(600)}`, value: 1 })],
    ['invalidFilter', patch({ op: 'remove', path: 'members[value eq]' })],
    ['mutability', patch({ op: 'replace', path: 'id', value: 'x' })],
    ['mutability', patch({ op: 'replace', path: 'groups', value: [] })],
    ['invalidValue', patch({ op: 'replace', value: 'x' })],
    [null, patch(...Array.from({ length: 1001 }, () => ({ op: 'replace', path: 'title', value: 'x' })))],
  ])('is refused as %s', (scimType, body) => {
    expect(() => patched(asha, body)).toThrow(expect.objectContaining({ name: 'ScimError', scimType }))
  })

  it('reaches nothing but the resource', () => {
    const after = patched(asha, patch({ op: 'add', value: { constructor: { prototype: { x: 1 } }, toString: 'x' } }))
    expect(readUser(after)).toEqual(readUser(asha))
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('what is presented', () => {
  it('is read by the reference', () => {
    const group = { id: 'g', display_name: 'G', external_id: 'e', members: [], created_at: at, updated_at: at }
    expect(() => new SCIMMY.Schemas.User(asha as object, 'in')).not.toThrow()
    expect(() => new SCIMMY.Schemas.Group(presentGroup(group, '') as object, 'in')).not.toThrow()
    expect(new SCIMMY.Messages.ListResponse(listOf([asha], {}) as never)).toMatchObject({
      totalResults: 1,
      startIndex: 1,
    })
  })

  it('describes attributes as the reference does', () => {
    SCIMMY.Resources.declare(SCIMMY.Resources.User)
    SCIMMY.Resources.declare(SCIMMY.Resources.Group)
    interface Described {
      name: string
      attributes?: Described[]
      subAttributes?: Described[]
    }
    const check = (mine: Described, theirs: Described | undefined): void => {
      const {
        attributes = [],
        subAttributes = [],
        description: _,
        canonicalValues: _c,
        ...own
      } = mine as Described & {
        [key: string]: unknown
      }
      const { type, multiValued, mutability } = (theirs ?? {}) as Record<string, unknown>
      // What is derived here can't be written; the rest is as the RFC has it.
      if (own.name !== 'formatted' && theirs !== undefined && 'type' in theirs)
        expect(own).toMatchObject({ type, multiValued, mutability })
      for (const part of [...attributes, ...subAttributes]) {
        const known = [...(theirs?.attributes ?? []), ...(theirs?.subAttributes ?? [])]
        const there = known.find(({ name }) => name === part.name)
        expect([part.name, there === undefined]).toEqual([part.name, false])
        check(part, there)
      }
    }
    for (const [name, schema] of [
      ['User', SCIMMY.Schemas.User],
      ['Group', SCIMMY.Schemas.Group],
    ] as const) {
      const mine = discover(['Schemas', schema.id], '') as unknown as Described
      expect(mine.name).toBe(name)
      check(mine, JSON.parse(JSON.stringify(schema.definition.describe())))
    }
    const configuration = discover(['ServiceProviderConfig'], 'https://chowk.test') as JsonObject
    expect(() => new SCIMMY.Schemas.ServiceProviderConfig(configuration as object, 'in')).not.toThrow()
    for (const kind of ['User', 'Group']) {
      const type = discover(['ResourceTypes', kind], '') as JsonObject
      expect(() => new SCIMMY.Schemas.ResourceType(type as object, 'in')).not.toThrow()
    }
    expect([discover(['Schemas', 'x'], ''), discover(['x'], ''), discover([], '')]).toEqual([null, null, null])
  })

  it('comes in pages, and empty behind the end', () => {
    const all = Array.from({ length: 5 }, (_, n) => ({ ...asha, userName: `p${n}` }))
    const page = (query: object) => {
      const { Resources, ...rest } = listOf(all, query as Record<string, unknown>) as {
        Resources: { userName: string }[]
      }
      return { names: Resources.map(({ userName }) => userName), ...rest }
    }
    expect(page({ startIndex: '2', count: '2' })).toMatchObject({ names: ['p1', 'p2'], itemsPerPage: 2, startIndex: 2 })
    expect(page({ startIndex: '99' })).toMatchObject({ names: [], itemsPerPage: 0, totalResults: 5, startIndex: 99 })
    expect(page({ startIndex: '-3', count: '-1' })).toMatchObject({ names: [], startIndex: 1, itemsPerPage: 0 })
    expect(() => page({ count: 'many' })).toThrow(expect.objectContaining({ scimType: 'invalidValue' }))
  })

  it('leaves out what was not asked for', () => {
    expect(Object.keys(project(asha, { attributes: 'userName,name.givenName' }))).toEqual([
      ...['schemas', 'id', 'userName', 'name'],
    ])
    expect(project(asha, { excludedAttributes: 'emails, id' })).toEqual(
      expect.not.objectContaining({ emails: expect.anything() }),
    )
    expect(project(asha, { excludedAttributes: 'id' })).toHaveProperty('id')
  })
})
