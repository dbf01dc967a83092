/** n8n's nodes that work on data. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { pathOf } from './map-lists.ts'
import { type Mapped, type Mapper, mapped } from './mapped.ts'
import { MARKDOWN_TO_HTML } from './script/markdown-to-html.ts'
import { librariesFor } from './script/n8n-libraries.ts'
import { beside, isUsableFieldName, setting } from './setting.ts'

const typed = (value: Json, type: string | undefined): Json => {
  if (typeof value !== 'string' || value.includes('{{')) return value
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if (type === 'object' || type === 'array') {
    try {
      return JSON.parse(value) as Json
    } catch {
      return value
    }
  }
  return value
}

const set: Mapper = (reader) => {
  const { parameters } = reader.step
  const include = readTextAt(parameters, 'include')
  const keep =
    readAt(parameters, 'includeOtherFields') === true ||
    (reader.step.version >= 3 && include !== undefined && include !== 'none') ||
    (reader.step.version < 3 && readAt(parameters, 'keepOnlySet') !== true)
  if (readTextAt(parameters, 'mode') === 'raw' || readAt(parameters, 'jsonOutput') !== undefined) {
    const raw = readAt(parameters, 'jsonOutput')
    const json = reader.json(raw, 'jsonOutput') ?? reader.jsonWorkedOut(raw)
    if (json === null) reader.warn('expression', 'jsonOutput', 'The JSON can’t be read: enter it again')
    return mapped('set_fields', {
      json: json ?? { text: reader.text(reader.get('jsonOutput'), 'jsonOutput') },
      ...(keep && { keep_input: true }),
    })
  }
  const pairs: { name: string; value: Json }[] = []
  const add = (one: Json, type: string | undefined, raw: Json | undefined) => {
    const name = (readTextAt(one, 'name') ?? '').replace(/^=/, '')
    pairs.push({ name, value: typed(reader.value(raw, name.slice(0, 100) || 'value'), type) })
  }
  for (const one of listAt(parameters, 'assignments', 'assignments'))
    add(one, readTextAt(one, 'type'), readAt(one, 'value'))
  for (const one of listAt(parameters, 'fields', 'values')) {
    const type = (readTextAt(one, 'type') ?? 'stringValue').replace('Value', '')
    add(one, type, readAt(one, `${type}Value`) ?? readAt(one, 'stringValue'))
  }
  const old = readAt(parameters, 'values')
  for (const kind of ['string', 'number', 'boolean'])
    for (const one of listAt(old, kind)) add(one, kind, readAt(one, 'value'))
  return mapped('set_fields', setting(reader, pairs, keep))
}

const dateTime: Mapper = (reader) => {
  const { parameters } = reader.step
  const operation = readTextAt(parameters, 'operation') ?? readTextAt(parameters, 'action') ?? 'getCurrentDate'
  const name = readTextAt(parameters, 'outputFieldName') ?? readTextAt(parameters, 'dataPropertyName')
  const value = readAt(parameters, 'date') ?? readAt(parameters, 'value') ?? readAt(parameters, 'magnitude')
  if (operation === 'getCurrentDate') return beside(name ?? 'currentDate', '{{ $now() }}')
  const from = reader.expression(value, 'date').code
  const ms = `($type(${from}) = "number" ? ${from} : $toMillis(${from}))`
  if (operation === 'formatDate' || operation === 'format') {
    const format = readTextAt(parameters, 'format') ?? readTextAt(parameters, 'toFormat') ?? 'MM/dd/yyyy'
    const pattern = format === 'custom' ? (readTextAt(parameters, 'customFormat') ?? 'yyyy-MM-dd') : format
    const source = pattern.startsWith('=') ? '' : `$now.toFormat(${JSON.stringify(pattern)})`
    const made = reader.expression(`={{ ${source} }}`, 'format').code
    return beside(name ?? (operation === 'format' ? 'data' : 'formattedDate'), `{{ ${made.replace('$millis()', ms)} }}`)
  }
  if (operation === 'addToDate' || operation === 'subtractFromDate' || operation === 'calculate') {
    const back = operation === 'subtractFromDate' || readTextAt(parameters, 'operation') === 'subtract'
    const unit = readTextAt(parameters, 'timeUnit') ?? 'days'
    const length = reader.expression(readAt(parameters, 'duration') ?? 0, 'duration').code
    const unitMs: Record<string, number> = {
      seconds: 1000,
      minutes: 60_000,
      hours: HOUR_MS,
      days: DAY_MS,
      weeks: 604_800_000,
    }
    const each = Object.hasOwn(unitMs, unit) ? unitMs[unit] : undefined
    if (each === undefined) return null
    return beside(name ?? 'newDate', `{{ $fromMillis(${ms} ${back ? '-' : '+'} ${length} * ${each}) }}`)
  }
  if (operation === 'getTimeBetweenDates') {
    const start = reader.expression(readAt(parameters, 'startDate'), 'startDate').code
    const end = reader.expression(readAt(parameters, 'endDate'), 'endDate').code
    return beside(name ?? 'timeDifference', { days: `{{ ($toMillis(${end}) - $toMillis(${start})) / 86400000 }}` })
  }
  return null
}

/** A node that gives one value, put under the name where n8n puts it. */
const under = (type: string, config: JsonObject, name: string, rest: Partial<Mapped> = {}): Mapped => ({
  ...mapped(type, config, rest),
  follow: {
    type: 'set_fields',
    title: `As ${name}`.slice(0, 120),
    config: { fields: [{ name: isUsableFieldName(name) ? name : 'data', value: '{{ $input }}' }] },
  },
})

const HASHES: Record<string, string> = { SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512', SHA1: 'sha1' }

const crypto: Mapper = (reader) => {
  const { parameters } = reader.step
  const action = readTextAt(parameters, 'action') ?? 'hash'
  const name = readTextAt(parameters, 'dataPropertyName') ?? 'data'
  if (action === 'generate') {
    if ((readTextAt(parameters, 'encodingType') ?? 'uuid') !== 'uuid')
      reader.warn('approximate', 'encodingType', 'n8n made a random text of another form; here it is a UUID')
    return under('make_id', {}, name)
  }
  const kind = readTextAt(parameters, 'type') ?? 'MD5'
  const algorithm = Object.hasOwn(HASHES, kind) ? HASHES[kind] : undefined
  if ((action !== 'hash' && action !== 'hmac') || readAt(parameters, 'binaryData') === true) return null
  const value = reader.value(reader.get('value'), 'value')
  const encoding = readTextAt(parameters, 'encoding') === 'base64' ? 'base64' : 'hex'
  if (action === 'hmac' || algorithm === undefined) {
    if (!['MD5', 'SHA1', 'SHA256', 'SHA512'].includes(kind)) return null
    const make = action === 'hmac' ? 'createHmac(kind, String(trigger.secret))' : 'createHash(kind)'
    const source = `// Made for a step of n8n.
${librariesFor('crypto').join('\n')}
const kind = ${JSON.stringify(kind)}
return crypto.${make}.update(String(trigger.value)).digest(${JSON.stringify(encoding)})
`
    const secret = action === 'hmac' ? reader.value(reader.get('secret'), 'secret') : null
    return under('code', { source, trigger: { value, secret } }, name)
  }
  return under('hash_text', { value, algorithm, encoding }, name)
}

const markdown: Mapper = (reader) => {
  if (readTextAt(reader.step.parameters, 'mode') === 'markdownToHtml') {
    reader.warn(
      'approximate',
      'markdown',
      'Headings, lists, tables, links, emphasis and code become HTML; other Markdown stays text',
    )
    const config = { source: MARKDOWN_TO_HTML, trigger: reader.value(reader.get('markdown'), 'markdown') }
    const name = readTextAt(reader.step.parameters, 'destinationKey') ?? 'data'
    return under('code', config, name, { how: 'bridged' })
  }
  return under(
    'html_to_text',
    { value: reader.value(reader.get('html'), 'html'), links: true },
    readTextAt(reader.step.parameters, 'destinationKey') ?? 'data',
    { how: 'bridged' },
  )
}

const html: Mapper = (reader) => {
  const operation = readTextAt(reader.step.parameters, 'operation') ?? 'generateHtmlTemplate'
  if (operation === 'generateHtmlTemplate')
    return under('template', { text: reader.text(reader.get('html'), 'html') }, 'html')
  if (operation === 'convertToHtmlTable') return null
  reader.warn(
    'approximate',
    'extractionValues',
    'Selectors for parts of a page aren’t supported: the whole text is returned',
  )
  const name = readTextAt(reader.step.parameters, 'dataPropertyName')?.replace(/^=/, '') ?? 'data'
  const value = name.includes('{{') ? '{{ $input }}' : `{{ ${pathOf(name).replace('$', '$input')} }}`
  return under('html_to_text', { value }, 'text', { how: 'bridged' })
}

const xml: Mapper = (reader) => {
  const name = readTextAt(reader.step.parameters, 'dataPropertyName') ?? 'data'
  if (readTextAt(reader.step.parameters, 'mode') === 'jsonToxml' || name.includes('{{')) return null
  return mapped('read_xml', { value: `{{ ${pathOf(name).replace('$', '$input')} }}` })
}

export const DATA: Record<string, Mapper> = {
  set,
  dateTime,
  crypto,
  markdown,
  html,
  htmlExtract: html,
  xml,
}
