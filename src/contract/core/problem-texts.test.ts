/** Every refusal of an input is a sentence about a field, whichever validator found it. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'
import { JsonObject, listQuery, Slug } from './primitives.ts'
import { schemaProblem } from './problem-texts.ts'

const schema = z.strictObject({
  email: z.email(),
  ...listQuery(25),
  name: z.string().min(1).max(80),
  kind: z.enum(['a', 'b']),
  ids: z.array(z.uuid()).min(1).max(3),
  is_open: z.boolean(),
  input: JsonObject,
  note: z.string().max(5, 'Keep the note short').optional(),
  agent: z.union([z.uuid(), Slug]).optional(),
})
const right = { email: 'a@b.example', name: 'x', kind: 'a', ids: [crypto.randomUUID()], is_open: true, input: {} }

describe('what zod refuses', () => {
  it.each<[change: object, field: string, message: string]>([
    [{ email: undefined }, 'email', 'email is required'],
    [{ email: 'nobody' }, 'email', 'email must be an email address'],
    [{ limit: 'abc' }, 'limit', 'limit must be a whole number between 1 and 100'],
    [{ limit: '1000' }, 'limit', 'limit must be a whole number between 1 and 100'],
    [{ offset: -1 }, 'offset', 'offset must be a whole number between 0 and 1000000'],
    [{ name: '' }, 'name', 'name must be text of 1 to 80 characters'],
    [{ name: 7 }, 'name', 'name must be text of 1 to 80 characters'],
    [{ kind: 'c' }, 'kind', 'kind must be one of "a" or "b"'],
    [{ ids: [] }, 'ids', 'ids must be a list of 1 to 3 items'],
    [{ ids: ['x'] }, 'ids.0', 'ids.0 must be an id (UUID)'],
    [{ is_open: 'yes' }, 'is_open', 'is_open must be true or false'],
    [{ input: undefined }, 'input', 'input is required'],
    [{ input: 'text' }, 'input', 'input must be an object'],
    [{ note: 'far too long' }, 'note', 'Keep the note short'],
    [{ colour: 'red' }, 'colour', 'colour isn’t a known field'],
  ])('%j: %s: %s', (change, field, message) => {
    expect(parseInput(schema, { ...right, ...change }).problems).toEqual([{ field, message, code: 'invalid_input' }])
  })

  it('of a whole body', () => {
    expect(parseInput(schema, 'text').problems).toEqual([
      { message: 'The value must be an object', code: 'invalid_input' },
    ])
  })

  it('is nothing when the input is right', () => {
    expect(parseInput(schema, right)).toMatchObject({ problems: null, data: { limit: 25, offset: 0 } })
  })
})

describe('what a JSON Schema refuses', () => {
  const wanted = {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1 },
      count: { type: 'integer', minimum: 1, maximum: 5 },
      tags: { type: 'array', items: { type: 'string' } },
      file: { type: 'object', properties: { file_id: { type: 'string', format: 'uuid' } } },
    },
  }
  it.each<[path: string, message: string, field: string, said: string]>([
    ['', 'Instance does not have required property "text".', 'input.text', 'input.text is required'],
    [
      'file',
      'Instance does not have required property "file_id".',
      'input.file.file_id',
      'input.file.file_id is required',
    ],
    ['text', 'String is too short (0 < 1).', 'input.text', 'input.text must be text that is not empty'],
    ['count', '9 is greater than 5.', 'input.count', 'input.count must be a whole number between 1 and 5'],
    ['tags.0', 'Instance type "number" is invalid. Expected "string".', 'input.tags.0', 'input.tags.0 must be text'],
    ['other', 'False boolean schema.', 'input.other', 'input.other isn’t a known field'],
    ['deep.down', 'Instance does not match "then" schema.', 'input.deep.down', 'input.deep.down isn’t valid'],
    ['', 'Instance type "array" is invalid. Expected "object".', 'input', 'input must be an object'],
  ])('%s %s', (path, message, field, said) => {
    expect(schemaProblem(wanted, { path, message }, 'input')).toEqual({ field, message: said })
  })
})
