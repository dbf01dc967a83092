import { describe, expect, it } from 'vitest'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { askedFields, collectInput, emptyValue, fieldProblem, formShape, withoutKnowledge } from './form-shape.ts'

const schema = inputSchemaOf({
  fields: [
    { name: 'text', label: 'Note', type: 'textarea', max_length: 20 },
    { name: 'file', label: 'Or upload a document', type: 'file' },
    { name: 'depth', type: 'number', required: true },
    { name: 'kind', type: 'select', options: [{ value: 'a', label: 'First' }, { value: 'b' }] },
    { name: 'strict', type: 'boolean' },
  ],
  at_least_one_of: [['text', 'file']],
})
const shape = formShape(schema)
const field = (name: string) => {
  const found = shape.fields.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('the form of an input schema', () => {
  it('has a control for every type of field that an input form knows', () => {
    expect(shape.fields.map(({ name, kind, label }) => [name, kind, label])).toEqual([
      ['text', 'textarea', 'Note'],
      ['file', 'file', 'Or upload a document'],
      ['depth', 'number', 'depth'],
      ['kind', 'select', 'kind'],
      ['strict', 'boolean', 'strict'],
    ])
    expect(field('kind').options).toEqual([
      { value: 'a', label: 'First' },
      { value: 'b', label: 'b' },
    ])
    expect(shape.groups).toEqual([['text', 'file']])
  })

  it('enters as JSON what it does not know, and bears a schema that is none', () => {
    expect(formShape({ properties: { odd: { type: 'array' } } }).fields[0]?.kind).toBe('json')
    expect(formShape({ properties: 'x', required: 3, allOf: [null] })).toEqual({ fields: [], groups: [] })
  })

  it('asks of a group only for the chosen field', () => {
    expect(askedFields(shape, ['file']).map(({ name }) => name)).toEqual(['file', 'depth', 'kind', 'strict'])
  })

  it('says what is wrong with a field', () => {
    expect(fieldProblem(field('text'), '  ', true)).toBe('Note is required')
    expect(fieldProblem(field('text'), '', false)).toBeUndefined()
    expect(fieldProblem(field('text'), 'x'.repeat(21), true)).toBe('Note may have at most 20 characters')
    expect(fieldProblem(field('file'), null, true)).toBe('Choose a file')
    expect(fieldProblem(field('depth'), 'many', true)).toBe('depth must be a number')
  })

  it('makes the input: numbers as numbers, files as stored, nothing for what is empty', async () => {
    const file = new File(['x'], 'note.txt')
    const values = { text: ' kept as typed ', file, depth: '2.5', kind: '', strict: false }
    expect(await collectInput(shape.fields, values, async ({ name }) => `id of ${name}`)).toEqual({
      text: ' kept as typed ',
      file: { file_id: 'id of note.txt' },
      depth: 2.5,
      strict: false,
    })
    expect(emptyValue(field('file'))).toBeNull()
  })
})

describe('a field for a knowledge base', () => {
  const fields = [
    { name: 'file', label: 'File', type: 'file' },
    { name: 'base', label: 'Policies', type: 'knowledge' },
  ]
  const asked = formShape(inputSchemaOf({ fields, at_least_one_of: [['file', 'base']] }))

  it('is chosen by its id, and left out where nobody has knowledge', async () => {
    expect(asked.fields.map(({ kind }) => kind)).toEqual(['file', 'knowledge'])
    const none = async () => ''
    expect(await collectInput(asked.fields, { base: 'b1' }, none)).toEqual({ base: { knowledge_id: 'b1' } })
    expect(await collectInput(asked.fields, { base: '' }, none)).toEqual({})
    expect(withoutKnowledge(asked)).toEqual({ fields: [{ ...asked.fields[0], required: true }], groups: [] })
  })
})
