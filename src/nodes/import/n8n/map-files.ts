/** n8n's nodes that read and make files. There a file travels next to the item; here it is a field of the input, or the input itself. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { pathOf } from './map-lists.ts'
import { ALL_ITEMS, type Before, KEEP_INPUT, KEEPER, type Mapped, type Mapper, mapped } from './mapped.ts'
import { isUsableFieldName } from './setting.ts'
import { objectAt, type StepReader } from './step-reader.ts'

const READERS: Record<string, readonly [string, JsonObject]> = {
  csv: ['read_csv', {}],
  fromJson: ['read_json', {}],
  pdf: ['read_document', {}],
  xlsx: ['read_spreadsheet', {}],
  xls: ['read_spreadsheet', {}],
  ods: ['read_spreadsheet', {}],
  rtf: ['read_document', {}],
  xml: ['read_xml', {}],
  html: ['html_to_text', {}],
}

const WHERE = 'Files work differently here: check where this step takes its file from'

/** The content of a file under a name, where n8n puts it. */
function contentUnder(reader: StepReader, as: 'base64' | 'text', otherwise: string): Mapped {
  const name = readTextAt(reader.step.parameters, 'destinationKey') ?? otherwise
  return mapped(
    'file_content',
    { as },
    {
      follow: {
        type: 'set_fields',
        title: 'Content in the n8n format',
        config: { fields: [{ name: isUsableFieldName(name) ? name : otherwise, value: '{{ $input.content }}' }] },
      },
    },
  )
}

const readFile: Mapper = (reader) => {
  const operation =
    reader.step.type === 'readPDF'
      ? 'pdf'
      : reader.step.type === 'spreadsheetFile'
        ? 'csv'
        : (readTextAt(reader.step.parameters, 'operation') ?? 'csv')
  // The name of the operation is misspelt in n8n.
  if (operation === 'binaryToPropery' || operation === 'text') {
    reader.warn('files', null, WHERE)
    return contentUnder(reader, operation === 'text' ? 'text' : 'base64', 'data')
  }
  const found = Object.hasOwn(READERS, operation) ? READERS[operation] : undefined
  if (!found) return null
  reader.warn('files', null, WHERE)
  const [type, config] = found
  const sheet = { follow: { type: 'split', title: 'Each row', config: { field: 'rows' } } }
  const many = type === 'read_csv' || type === 'read_spreadsheet'
  return mapped(type, config, {
    how: 'bridged',
    gives: many ? 'many' : 'one',
    ...(type === 'read_spreadsheet' && sheet),
  })
}

/** What the file is called, with the ending it needs. */
function nameOf(reader: StepReader, ending: string, otherwise = 'file'): string {
  const given = reader.text(readAt(reader.step.parameters, 'options', 'fileName') ?? '', 'fileName').trim()
  const name = given === '' ? otherwise : given
  return (/\.[a-z0-9]{1,5}$/i.test(name) || (name.endsWith('}}') && ending === '') ? name : `${name}${ending}`).slice(
    0,
    200,
  )
}

const kept = (text: string): string => text.replace(/\$input(?!\w)/g, () => `$nodes.${KEEPER}.item`)

/** All items as the rows of a table. */
function tableFile(reader: StepReader, isSheet: boolean): Mapped {
  const name = kept(nameOf(reader, isSheet ? '' : '.csv'))
  const csv: Before = { type: 'make_csv', title: 'As CSV', config: { items: `{{ [$nodes.${KEEPER}.item] }}` } }
  const before = [KEEP_INPUT, csv]
  if (!isSheet) return mapped('make_file', { name }, { takes: 'list', gives: 'one', before })
  const file: Before = { type: 'make_file', title: 'As a file', config: { name: 'rows.csv' } }
  const config = { to: 'xlsx', name: name.replace(/\.x[a-z]{2,3}$/i, '') }
  return mapped('convert_document', config, {
    takes: 'list',
    gives: 'one',
    before: [...before, file],
    follow: { type: 'set_fields', title: 'The file', config: { json: '{{ $input.file }}' } },
  })
}

const writeFile: Mapper = (reader) => {
  const operation = readTextAt(reader.step.parameters, 'operation') ?? 'csv'
  if (operation === 'csv' || operation === 'toFile') return tableFile(reader, false)
  if (operation === 'xlsx') return tableFile(reader, true)
  if (operation === 'toJson') {
    const each = readTextAt(reader.step.parameters, 'mode') === 'each'
    const config = { content: each ? '{{ $input }}' : ALL_ITEMS, name: nameOf(reader, '.json') }
    return mapped('make_file', config, each ? {} : { takes: 'list', gives: 'one' })
  }
  if (operation !== 'toText' && operation !== 'toBinary') return null
  const source = (readTextAt(reader.step.parameters, 'sourceProperty') ?? 'data').replace(/^=/, '')
  if (source.includes('{{')) return null
  const type = readTextAt(reader.step.parameters, 'options', 'mimeType') ?? ''
  const ending = operation === 'toText' ? '.txt' : (ENDINGS[type] ?? '')
  const config: JsonObject = {
    content: `{{ ${pathOf(source).replace('$', '$input')} }}`,
    encoding: operation === 'toText' ? 'text' : 'base64',
    name: nameOf(reader, ending),
  }
  return mapped('make_file', config)
}

const ENDINGS: Record<string, string> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'text/csv': '.csv',
  'text/html': '.html',
  'application/json': '.json',
}

/** n8n's older node for both directions. */
const move: Mapper = (reader) => {
  const { parameters } = reader.step
  const all = (name: string) => readAt(parameters, name) !== false
  if ((readTextAt(parameters, 'mode') ?? 'binaryToJson') === 'binaryToJson') {
    reader.warn('files', null, WHERE)
    const isBase64 = readTextAt(parameters, 'options', 'encoding') === 'base64'
    if (!all('setAllData')) return contentUnder(reader, isBase64 ? 'base64' : 'text', 'data')
    const follow = { type: 'read_json', title: 'What the file says', config: { value: '{{ $input.content }}' } }
    return mapped('file_content', { as: 'text' }, { follow })
  }
  const key = readTextAt(parameters, 'sourceKey') ?? 'data'
  if (key.includes('{{')) return null
  const type = readTextAt(parameters, 'options', 'mimeType') ?? 'application/json'
  const content: Json = all('convertAllData') ? '{{ $input }}' : `{{ ${pathOf(key).replace('$', '$input')} }}`
  const encoding = readAt(parameters, 'options', 'dataIsBase64') === true ? 'base64' : 'text'
  return mapped('make_file', { content, encoding, name: nameOf(reader, ENDINGS[type] ?? '.txt') })
}

export const FILES: Record<string, Mapper> = {
  extractFromFile: readFile,
  readPDF: readFile,
  spreadsheetFile: (reader) => (objectAt(reader).operation === 'toFile' ? writeFile(reader) : readFile(reader)),
  convertToFile: writeFile,
  moveBinaryData: move,
}
