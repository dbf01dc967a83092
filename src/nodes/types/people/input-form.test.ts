import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { schemaProblems, THREAD_CHECK } from '#nodes/lib/data/json-schema.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { busy } from '#test/support/busy.ts'
import { inputForm, inputProblems, inputSchemaOf } from './input-form.ts'

const FILE = { file_id: '0198f0c0-0000-7000-8000-000000000000' }
const config: JsonObject = {
  fields: [
    { name: 'text', label: 'Note', type: 'textarea', max_length: 20 },
    { name: 'file', label: 'File', type: 'file' },
    { name: 'mail', type: 'email', required: true },
    { name: 'day', type: 'date' },
    { name: 'size', type: 'select', options: [{ value: 's', label: 'Small' }, { value: 'l' }] },
    { name: 'count', type: 'number' },
    { name: 'yes', type: 'boolean' },
  ],
  at_least_one_of: [['text', 'file']],
}
const good: JsonObject = { text: 'hello', mail: 'a@b.in', day: '2026-02-28', size: 'l', count: 0, yes: false }

describe('input form', () => {
  it('gives on what was entered, with every field present', async () => {
    expect(await outputOf(inputForm, config, { input: good })).toEqual({ ...good, file: null })
    expect(await outputOf(inputForm, config, { input: { file: FILE, mail: 'a@b.in' } })).toMatchObject({
      file: FILE,
      text: null,
    })
  })

  it.each([
    ['a@b.in', true],
    ['a.b@c.d.in', true],
    ['a@.b.c', true],
    ['a@.b.', false],
    ['a@b', false],
    ['a@.b', false],
    ['a@b.', false],
    ['a@@b.in', false],
    ['a@b.in@c', false],
    ['@b.in', false],
    ['a b@c.in', false],
  ])('takes %s for an email address: %s', (mail, isOne) => {
    expect(inputProblems({ fields: [{ name: 'mail', type: 'email' }] }, { mail })).toHaveLength(isOne ? 0 : 1)
  })

  it('reads a long email address in linear time', () => {
    const fields: JsonObject = { fields: [{ name: 'mail', type: 'email', max_length: 5_000_000 }] }
    const spent = busy()
    expect(inputProblems(fields, { mail: `a@${'.'.repeat(200_000)}@` })).toHaveLength(1)
    expect(spent()).toBeLessThan(1000)
  })

  it.each<[string, Json, string, string]>([
    ['no object', 'x', '', 'Expected an object'],
    ['a required field left out', { text: 'x' }, 'mail', 'required'],
    ['a blank required field', { ...good, mail: '  ' }, 'mail', 'required'],
    ['neither of two', { mail: 'a@b.in', text: ' ' }, 'text', 'Enter Note or File'],
    ['an unknown field', { ...good, nope: 1 }, 'nope', 'no field'],
    ['a text too long', { ...good, text: 'x'.repeat(21) }, 'text', 'at most 20'],
    ['a number as a text', { ...good, text: 5 }, 'text', 'must be a text'],
    ['a text as a number', { ...good, count: '5' }, 'count', 'must be a number'],
    ['a wrong mail', { ...good, mail: 'a@b' }, 'mail', 'email address'],
    ['a day that is none', { ...good, day: '2026-02-30' }, 'day', 'must be a day'],
    ['an option that is none', { ...good, size: 'xl' }, 'size', 'one of the options'],
    ['a file by name', { ...good, file: 'a.pdf' }, 'file', 'uploaded file'],
    ['a file without an id', { ...good, file: { file_id: '../x' } }, 'file', 'uploaded file'],
    ['yes as a text', { ...good, yes: 'yes' }, 'yes', 'yes or no'],
  ])('refuses %s, naming the field', async (_what, input, field, reason) => {
    expect(inputProblems(config, input)).toContainEqual({ field, message: expect.stringContaining(reason) })
    await expect(tryNode(inputForm, config, { input })).rejects.toMatchObject({ code: 'bad_input', field })
  })

  it('is not fooled by inherited names', () => {
    const fields = [{ name: 'to_string', required: true }]
    expect(inputProblems({ fields }, {})).toHaveLength(1)
    expect(inputProblems({ fields: [] }, JSON.parse('{"__proto__": 1}'))).toHaveLength(1)
  })

  it('gives a JSON Schema that agrees with it', async () => {
    const schema = inputSchemaOf(config)
    expect(schema).toMatchObject({ required: ['mail'], properties: { text: { title: 'Note', maxLength: 20 } } })
    expect(await schemaProblems(schema, good, THREAD_CHECK)).toEqual([])
    expect(await schemaProblems(schema, { file: FILE, mail: 'a@b.in' }, THREAD_CHECK)).toEqual([])
    const refused: Json[] = [
      { text: 'x' },
      { mail: 'a@b.in' },
      { ...good, size: 'xl' },
      { ...good, nope: 1 },
      { ...good, count: '5' },
    ]
    for (const input of refused) {
      expect(await schemaProblems(schema, input, THREAD_CHECK)).not.toEqual([])
    }
  })

  it('refuses settings that contradict themselves', () => {
    const issue = (given: object) => inputForm.config.safeParse(given).error?.issues[0]?.message
    expect(issue({ fields: [{ name: 'a' }, { name: 'a' }] })).toBe('Two fields have the same name')
    expect(issue({ fields: [{ name: 'a', type: 'select' }] })).toBe('A select needs options')
    expect(issue({ fields: [{ name: 'a' }], at_least_one_of: [['a', 'b']] })).toBe('There is no field “b”')
    expect(issue({ fields: [{ name: 'constructor' }] })).toBe('This name is reserved')
  })
})
