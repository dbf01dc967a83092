/** How values of n8n become what an action takes, and how its answer becomes what n8n hands on: the rules and shapes that the tables name. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { asText, objectAt, type StepReader } from '#nodes/import/n8n/step-reader.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'

/** @returns undefined when there is nothing to send */
type Rule = (reader: StepReader, raw: Json | undefined, field: string) => Json | undefined

const isSafe = (name: string): boolean => name !== '' && !(RESERVED_KEYS as readonly string[]).includes(name)

/** A subject without its line breaks. Line by line: a pattern for blanks around a break takes quadratic time on blanks alone. */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** `a@x.in, b@x.in` as entries; what an expression gives is cut when it runs. */
function entries(reader: StepReader, raw: Json | undefined, field: string): Json[] | string | undefined {
  if (raw === undefined) return undefined
  if (Array.isArray(raw)) return raw.map((one, index) => reader.value(one, `${field}.${index}`))
  if (typeof raw !== 'string') return [reader.value(raw, field)]
  if (!raw.startsWith('='))
    return raw
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  return reader.expression(raw, field).code
}

/** A JSONata list of trimmed texts out of a list or a text with commas. */
const cut = (code: string): string =>
  `($cut := ${code}; $type($cut) = "array" ? $cut : [$filter($map($split($string($cut), ","), $trim), function($one){ $one != "" })])`

const mapped =
  (one: (value: Json) => Json, code: string): Rule =>
  (reader, raw, field) => {
    const found = entries(reader, raw, field)
    if (found === undefined) return undefined
    return typeof found === 'string' ? `{{ [$map(${cut(found)}, function($one){ ${code} })] }}` : found.map(one)
  }

/** Blocks of a text for Jira: one paragraph. */
const paragraph: Rule = (reader, raw, field) =>
  raw === undefined
    ? undefined
    : {
        type: 'doc',
        version: 1,
        content: [{ type: 'paragraph', content: [{ type: 'text', text: reader.value(raw, field) }] }],
      }

/** Rows of n8n's `{name, value}` in any of its spellings, as one object. */
const pairs: Rule = (reader, raw, field) => {
  const rows = Array.isArray(raw) ? raw : isObject(raw) ? [raw] : []
  const made: JsonObject = {}
  for (const row of rows.slice(0, 200)) {
    const name = (['fieldName', 'fieldId', 'property', 'name', 'key', 'field'] as const)
      .map((key) => readTextAt(row, key))
      .find((found) => found !== undefined)
    const value = readAt(row, 'fieldValue') ?? readAt(row, 'value')
    if (name !== undefined && isSafe(name) && !name.startsWith('=') && value !== undefined)
      made[name] = reader.value(value, `${field}.${name}`)
  }
  return Object.keys(made).length > 0 ? made : undefined
}

/** The columns of n8n's resource mapper: the values given for them, or the whole item. */
const columns: Rule = (reader, raw, field) => {
  const found = objectAt(reader, 'columns')
  if (readTextAt(found, 'mappingMode') === 'autoMapInputData') {
    const ids = listAt(found, 'matchingColumns').map(String)
    return ids.length > 0
      ? `{{ $sift($input, function($value, $name){ ($name in ${JSON.stringify(ids)}) = false }) }}`
      : '{{ $input }}'
  }
  const given = readAt(found, 'value')
  if (isObject(given)) {
    const made: JsonObject = {}
    for (const [name, value] of Object.entries(given))
      if (name !== 'id' && value !== null && value !== '') made[name] = reader.value(value, name)
    return made
  }
  if (isObject(raw)) return reader.value(raw, field)
  return Array.isArray(raw) ? pairs(reader, raw, field) : '{{ $input }}'
}

/** The record that n8n finds by a column of the mapper. */
const recordId: Rule = (reader, raw, field) => {
  if (raw !== undefined) return reader.value(raw, field)
  const given = readAt(objectAt(reader, 'columns'), 'value', 'id')
  if (given !== undefined && given !== '') return reader.value(given, 'id')
  return '{{ $input.id }}'
}

const matching: Rule = (reader) => {
  const names = listAt(objectAt(reader, 'columns'), 'matchingColumns').map(String)
  return names.length > 0 ? names.filter((name) => name !== 'id') : undefined
}

/** Out of the address of a document where the file has the whole address. */
const googleId: Rule = (reader, raw, field) => {
  if (raw === undefined) return undefined
  if (typeof raw === 'string' && raw.startsWith('=')) {
    const { code } = reader.expression(raw, field)
    if (!/docs\.google|drive\.google|url|link/i.test(raw)) return `{{ ${code} }}`
    return `{{ ($id := $string(${code}); $contains($id, "/d/") ? $split($substringAfter($id, "/d/"), "/")[0] : $id) }}`
  }
  const text = String(raw)
  return /\/(?:d|folders)\/([\w-]+)/.exec(text)?.[1] ?? text
}

const notionText = (value: Json): Json => [{ text: { content: value } }]

/** One property of a page of Notion; null for kinds that people do not write. */
function notionProperty(reader: StepReader, row: Json, kind: string): Json | null {
  const one = (name: string) => reader.value(readAt(row, name), name)
  const many = (name: string): Json => {
    const raw = readAt(row, name)
    return Array.isArray(raw)
      ? raw.map((entry) => ({ name: reader.value(entry, name) }))
      : `{{ [$map(${cut(reader.expression(raw, name).code)}, function($one){ {"name": $one} })] }}`
  }
  switch (kind) {
    case 'title':
      return { title: notionText(one('title')) }
    case 'rich_text':
      return { rich_text: notionText(one('textContent')) }
    case 'select':
      return { select: { name: one('selectValue') } }
    case 'status':
      return { status: { name: one('statusValue') } }
    case 'multi_select':
      return { multi_select: many('multiSelectValue') }
    case 'number':
      return { number: one('numberValue') }
    case 'checkbox':
      return { checkbox: one('checkboxValue') }
    case 'url':
      return { url: one('urlValue') }
    case 'email':
      return { email: one('emailValue') }
    case 'phone_number':
      return { phone_number: one('phoneValue') }
    case 'date':
      return { date: { start: one(readAt(row, 'range') === true ? 'dateStart' : 'date') } }
    default:
      return null
  }
}

const notionProperties: Rule = (reader, raw, field) => {
  const made: JsonObject = {}
  const title = reader.get('title')
  if (title !== undefined && title !== '') made.title = { title: notionText(reader.value(title, 'title')) }
  for (const row of (Array.isArray(raw) ? raw : []).slice(0, 100)) {
    const key = readTextAt(row, 'key') ?? ''
    const cutAt = key.lastIndexOf('|')
    const name = key.slice(0, cutAt)
    const property = cutAt < 0 || !isSafe(name) ? null : notionProperty(reader, row, key.slice(cutAt + 1))
    if (property !== null) made[name] = property
    else reader.warn('setting', field, `The property “${key.slice(0, 80)}” isn’t set: enter it again`)
  }
  return made
}

const notionBlocks: Rule = (reader, raw, field) => {
  const blocks = (Array.isArray(raw) ? raw : []).slice(0, 100).map((row, index): Json => {
    const kind = readTextAt(row, 'type') ?? 'paragraph'
    const text = reader.value(readAt(row, 'textContent') ?? readAt(row, 'title') ?? '', `${field}.${index}`)
    return { object: 'block', type: kind, [kind]: { rich_text: [{ text: { content: text } }] } }
  })
  return blocks.length > 0 ? blocks : undefined
}

/** Changes of a document of Google. */
const docsChanges: Rule = (reader, raw, field) => {
  const made = (Array.isArray(raw) ? raw : []).slice(0, 100).flatMap((row, index): Json[] => {
    const text = (name: string) => reader.value(readAt(row, name) ?? '', `${field}.${index}.${name}`)
    const action = readTextAt(row, 'action') ?? 'insert'
    if (action === 'replaceAll')
      return [
        {
          replaceAllText: {
            containsText: { text: text('text'), matchCase: readAt(row, 'matchCase') === true },
            replaceText: text('replaceText'),
          },
        },
      ]
    if (action === 'insert' && (readTextAt(row, 'object') ?? 'text') === 'text')
      return [{ insertText: { endOfSegmentLocation: {}, text: text('text') } }]
    reader.warn('setting', field, `The change “${action.slice(0, 60)}” isn’t made: enter it again`)
    return []
  })
  return made.length > 0 ? made : undefined
}

/** The name of a sheet; n8n keeps a number where it was chosen from a list. */
export const sheetName: Rule = (reader, raw, field) => {
  const chosen = readAt(reader.step.parameters, 'sheetName')
  const name = readTextAt(chosen, 'cachedResultName')
  const value = reader.get('sheetName') ?? raw
  if (name !== undefined && name !== '' && !(typeof value === 'string' && value.startsWith('='))) return name
  if (value === undefined || value === '' || typeof value === 'number' || /^(?:gid=)?\d+$/.test(String(value))) {
    reader.warn('setting', 'range', 'Enter the name of the sheet: the file has only its number')
    return 'Sheet1'
  }
  return reader.value(value, field)
}

/** Dates in n8n's order of report ranges. */
const dateRange: Rule = (reader) => {
  const range = readTextAt(reader.step.parameters, 'dateRange') ?? 'last7days'
  const days: Record<string, [string, string]> = {
    today: ['today', 'today'],
    yesterday: ['yesterday', 'yesterday'],
    last30days: ['30daysAgo', 'yesterday'],
  }
  const [start, end] = days[range] ?? ['7daysAgo', 'yesterday']
  if (range !== 'custom') return [{ startDate: start, endDate: end }]
  const date = (name: string) => `{{ $substring($string(${reader.expression(reader.get(name), name).code}), 0, 10) }}`
  return [{ startDate: date('startDate'), endDate: date('endDate') }]
}

/** n8n's `totalUsers` or a name of one's own. */
const named: Rule = (reader, raw, field) => {
  const rows = Array.isArray(raw) ? raw : []
  return rows.slice(0, 20).map((row, index) => ({
    name: reader.value(
      readAt(row, 'listName') === 'other' ? readAt(row, 'name') : (readAt(row, 'listName') ?? readAt(row, 'name')),
      `${field}.${index}`,
    ),
  }))
}

/** A cell for each column that is given; n8n keeps no order. */
const cells: Rule = (reader, raw, field) => {
  if (!Array.isArray(raw) || raw.length === 0) return '{{ [$input.*] }}'
  reader.warn('approximate', field, 'The columns are filled in the order of the file: check it')
  return raw
    .slice(0, 200)
    .map((row, index) => reader.value(readAt(row, 'fieldValue') ?? readAt(row, 'value'), `${field}.${index}`))
}

const driveQuery: Rule = (reader, raw, field) => {
  if (raw === undefined) return undefined
  if (readTextAt(reader.step.parameters, 'searchMethod') === 'query') return reader.value(raw, field)
  return `{{ "name contains '" & $replace($string(${reader.expression(raw, field).code}), "'", "\\\\'") & "' and trashed = false" }}`
}

/** Buttons below a message of Telegram. */
const keyboard: Rule = (reader) => {
  const rows = listAt(reader.step.parameters, 'inlineKeyboard', 'rows')
  if (readTextAt(reader.step.parameters, 'replyMarkup') !== 'inlineKeyboard' || rows.length === 0) return undefined
  const made = rows.slice(0, 50).map((row, place) =>
    listAt(row, 'row', 'buttons')
      .slice(0, 20)
      .map((button) => {
        const fields = readAt(button, 'additionalFields')
        const extra: JsonObject = {}
        for (const name of ['url', 'callback_data'])
          if (readAt(fields, name) !== undefined) extra[name] = reader.value(readAt(fields, name), `row.${place}`)
        return { text: reader.value(readAt(button, 'text'), `row.${place}`), ...extra }
      }),
  )
  return { inline_keyboard: made }
}

/** A picture or file by its address or id; n8n also sends what travels with the item. */
const telegramFile: Rule = (reader, raw, field) => {
  if (raw !== undefined && readAt(reader.step.parameters, 'binaryData') !== true) return reader.value(raw, field)
  reader.warn('files', field, 'Telegram takes the address or the ID of a file here: enter it')
  return '{{ $input.url }}'
}

const slackTo: Rule = (reader) => {
  const { parameters } = reader.step
  const to =
    readTextAt(parameters, 'select') === 'user'
      ? reader.get('user')
      : (reader.get('channelId') ?? reader.get('channel') ?? reader.get('user'))
  return to === undefined || to === '' ? undefined : reader.value(to, 'channel')
}

/** Blocks as n8n keeps them: a text of JSON, with or without its frame. */
const blocks: Rule = (reader, raw, field) => {
  if (readTextAt(reader.step.parameters, 'messageType') !== 'block' || raw === undefined) return undefined
  const made = reader.json(raw, field) ?? reader.value(raw, field)
  if (isObject(made) && readAt(made, 'blocks') !== undefined) return readAt(made, 'blocks')
  return typeof made === 'string' && made.includes('{{')
    ? `{{ ($blocks := ${reader.expression(raw, field).code}; $exists($blocks.blocks) ? $blocks.blocks : $blocks) }}`
    : made
}

const kindOf = (reader: StepReader): string => readTextAt(reader.step.parameters, 'messageType') ?? 'text'

const linkOf =
  (kind: string): Rule =>
  (reader, raw, field) =>
    kindOf(reader) === kind && raw !== undefined ? reader.value(raw, field) : undefined

const template: Rule = (_reader, raw) => {
  const [name = '', language = 'en'] = String(raw ?? '').split('|')
  return { name, language: { code: language } }
}

const labels: Rule = (reader, raw, field) => {
  const names = (Array.isArray(raw) ? raw : []).map((row) => reader.value(readAt(row, 'label') ?? row, field))
  return names.length > 0 ? names : undefined
}

const chatMessages: Rule = (reader) =>
  listAt(reader.step.parameters, 'messages', 'message')
    .slice(0, 100)
    .map((row, index) => ({
      role: readTextAt(row, 'role') ?? 'user',
      content: reader.value(readAt(row, 'content'), `messages.${index}`),
    }))

export const RULES: Record<string, Rule> = {
  text: (reader, raw, field) => (raw === undefined ? undefined : asText(reader.value(raw, field))),
  json: (reader, raw, field) => (raw === undefined ? undefined : (reader.json(raw, field) ?? reader.value(raw, field))),
  list: mapped((value) => value, '$one'),
  oneLine: (reader, raw, field) => (raw === undefined ? undefined : oneLine(asText(reader.value(raw, field)))),
  commas: (reader, raw, field) => {
    const found = entries(reader, raw, field)
    return found === undefined || typeof found === 'string' ? reader.value(raw, field) : found.map(asText).join(',')
  },
  guests: mapped((email) => ({ email }), '{"email": $one}'),
  recipients: mapped((address) => ({ emailAddress: { address } }), '{"emailAddress": {"address": $one}}'),
  html: (reader, raw, field) =>
    raw === undefined || readTextAt(reader.step.parameters, 'emailType') === 'text'
      ? undefined
      : reader.value(raw, field),
  plain: (reader, raw, field) =>
    raw === undefined || readTextAt(reader.step.parameters, 'emailType') !== 'text'
      ? undefined
      : reader.value(raw, field),
  markup: (reader) =>
    /html/i.test(
      String(
        reader.get('bodyContentType') ??
          reader.get('contentType') ??
          reader.get('messageType') ??
          reader.get('additionalFields', 'bodyContentType') ??
          '',
      ),
    )
      ? 'html'
      : 'text',
  base64: (reader, raw, field) =>
    raw === undefined ? undefined : `{{ $base64encode($string(${reader.expression(raw, field).code})) }}`,
  paragraph,
  pairs,
  columns,
  recordId,
  matching,
  googleId,
  notionProperties,
  notionBlocks,
  docsChanges,
  sheetName,
  dateRange,
  named,
  cells,
  driveQuery,
  keyboard,
  telegramFile,
  slackTo,
  blocks,
  labels,
  chatMessages,
  first: (reader, raw, field) => (Array.isArray(raw) && raw[0] !== '*' ? reader.value(raw[0], field) : undefined),
  chatAction: (reader, _raw, field) => reader.value(reader.get('action') ?? 'typing', field),
  whatsAppKind: kindOf,
  whatsAppTemplate: template,
  linkOfimage: linkOf('image'),
  linkOfdocument: linkOf('document'),
  linkOfaudio: linkOf('audio'),
  linkOfvideo: linkOf('video'),
  yearStart: () => '{{ $fromMillis($millis() - 31536000000) }}',
  yearEnd: () => '{{ $fromMillis($millis() + 31536000000) }}',
  gitlabProject: (reader) =>
    `{{ $string(${reader.expression(reader.get('owner'), 'owner').code}) & "/" & $string(${reader.expression(reader.get('repository'), 'repository').code}) }}`,
  linkedInAuthor: (reader) => {
    const isOrganization = readTextAt(reader.step.parameters, 'postAs') === 'organization'
    const id = reader.get(isOrganization ? 'organization' : 'person')
    if (id === undefined) return undefined
    return `{{ "urn:li:${isOrganization ? 'organization' : 'person'}:" & $string(${reader.expression(id, 'author').code}) }}`
  },
  linkedInContent: (reader) => ({
    'com.linkedin.ugc.ShareContent': {
      shareCommentary: { text: reader.value(reader.get('text'), 'text') },
      shareMediaCategory: 'NONE',
    },
  }),
  linkedInVisibility: () => ({ 'com.linkedin.ugc.MemberNetworkVisibility': 'PUBLIC' }),
  perplexityModel: (reader, _raw, field) => reader.value(reader.get('model') ?? 'sonar', field),
  file: (reader) => {
    reader.warn('files', 'file', 'Choose the file again: files work differently here')
    return { file_id: '{{ $input.file_id }}' }
  },
}

/** `many` gives a list, of which n8n hands on one by one. */
export const SHAPES: Record<string, { code: string; many?: true }> = {
  telegramUpdate: { code: '{"message": $input}' },
  whatsAppUpdate: { code: '{"messages": [$input]}' },
  sheetRow: { code: '$merge([{"row_number": $input.row}, $input.columns])' },
  bodyOfCall: { code: '{"body": $input, "headers": {}, "query": {}}' },
  issueOfCall: { code: '{"issue": $input}' },
  payloadOfCall: { code: '{"payload": $input}' },
  dataOfAnswer: { code: '$input.data' },
  customerOfAnswer: { code: '$input.Customer' },
  airtableRecord: { code: '$merge([$input.fields, $input])' },
  airtableFirst: { code: '$input.records[0].($merge([fields, $]))' },
  airtableAll: { code: '[($type($input) = "array" ? $input : $input.records).($merge([fields, $]))]', many: true },
  sheetRows: {
    code: '($rows := $input.values; $head := $rows[0]; [$map([1..$count($rows) - 1], function($row){ ($cells := $rows[$row]; $merge([{"row_number": $row + 1}, $map([0..$count($head) - 1], function($column){ {$string($head[$column]): $exists($cells[$column]) ? $cells[$column] : ""} })])) })])',
    many: true,
  },
  bigQueryRows: {
    code: '($names := [$input.schema.fields.name]; [$map([$input.rows], function($row){ $merge($map([0..$count($names) - 1], function($column){ {$names[$column]: $row.f[$column].v} })) })])',
    many: true,
  },
  reportRows: {
    code: '($dimensions := [$input.dimensionHeaders.name]; $metrics := [$input.metricHeaders.name]; [$map([$input.rows], function($row){ $merge([$map([0..$count($dimensions) - 1], function($i){ {$dimensions[$i]: $row.dimensionValues[$i].value} }), $map([0..$count($metrics) - 1], function($i){ {$metrics[$i]: $row.metricValues[$i].value} })]) })])',
    many: true,
  },
  notionPage: {
    code: '$merge([$input, {"name": $join([$input.properties.*[type = "title"].title.plain_text], "")}])',
  },
  notionPages: {
    code: '[($type($input) = "array" ? $input : $input.results).($page := $; $merge([$, {"name": $join([$page.properties.*[type = "title"].title.plain_text], "")}, $merge([$each($page.properties, function($value, $name){ {"property_" & $replace($lowercase($name), /[^a-z0-9]+/, "_"): $value.type = "title" ? $join([$value.title.plain_text], "") : $value.type = "rich_text" ? $join([$value.rich_text.plain_text], "") : $value.type in ["select", "status"] ? $lookup($value, $value.type).name : $value.type = "multi_select" ? [$value.multi_select.name] : $lookup($value, $value.type)} })])]))]',
    many: true,
  },
}
