/** n8n's nodes that work on all items at once. */
import type { Json } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { ALL_ITEMS, type Mapper, mapped } from './mapped.ts'
import { step as stepOf } from './script/jsonata-piece.ts'
import { isUsableFieldName } from './setting.ts'

const list = { takes: 'list', gives: 'many' } as const

const names = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .map((name) => String(name).replace(/^=/, '').trim())
    .filter((name) => name !== '')

export const pathOf = (name: string): string => name.split('.').reduce((code, part) => stepOf(code, part), '$')

const splitOut: Mapper = (reader) => {
  const [field = '', ...others] = names(reader.get('fieldToSplitOut'))
  if (others.length > 0) reader.warn('setting', 'fieldToSplitOut', `Only “${field.slice(0, 60)}” is split`)
  const include = readTextAt(reader.step.parameters, 'include')
  if (include !== undefined && include !== 'noOtherFields')
    reader.warn('approximate', 'include', 'Other fields aren’t added to each item')
  if (field.includes('{{') || field.length > 500) return null
  return mapped('split', { field: field.replace(/^\$json\./, '') }, { gives: 'many' })
}

const aggregate: Mapper = (reader) => {
  const { parameters } = reader.step
  if (readTextAt(parameters, 'aggregate') === 'aggregateAllItemData') {
    const name = readTextAt(parameters, 'destinationFieldName')?.replace(/^=/, '') ?? 'data'
    const chosen = names(readAt(parameters, 'fieldsToInclude'))
    const one =
      chosen.length > 0
        ? `$map([$input], function($p_i){{${chosen.map((field) => `${JSON.stringify(field)}: ${stepOf('$p_i', field)}`).join(', ')}}})`
        : '$input'
    return mapped(
      'set_fields',
      { fields: [{ name: isUsableFieldName(name) ? name : 'data', value: `{{ [${one}] }}` }] },
      { takes: 'list', gives: 'one' },
    )
  }
  const fields = listAt(parameters, 'fieldsToAggregate', 'fieldToAggregate').flatMap((one) => {
    const from = readTextAt(one, 'fieldToAggregate')?.replace(/^=/, '')
    if (!from || from.includes('{{')) return []
    const renamed = readAt(one, 'renameField') === true ? readTextAt(one, 'outputFieldName') : undefined
    const name = renamed ?? from.split('.').at(-1) ?? from
    return isUsableFieldName(name) ? [{ name, value: `{{ [${pathOf(from).replace('$', '$input')}] }}` }] : []
  })
  return mapped('set_fields', fields.length > 0 ? { fields } : { fields: [{ name: 'data', value: ALL_ITEMS }] }, {
    takes: 'list',
    gives: 'one',
  })
}

const perItem = (name: string) => pathOf(name).replace(/^\$\./, '')

const sort: Mapper = (reader) => {
  const keys = [
    ...listAt(reader.step.parameters, 'sortFieldsUi', 'sortField'),
    ...listAt(reader.step.parameters, 'sortFieldsUi', 'sortFields'),
  ].flatMap((one) => {
    const name = readTextAt(one, 'fieldName')?.replace(/^=/, '')
    return name && !name.includes('{{')
      ? [{ by: perItem(name), direction: readTextAt(one, 'order')?.startsWith('desc') ? 'desc' : 'asc' }]
      : []
  })
  if (readTextAt(reader.step.parameters, 'type') === 'random')
    return mapped('sample_items', { items: ALL_ITEMS }, { ...list, how: 'bridged' })
  return keys.length === 0 ? null : mapped('sort', { items: ALL_ITEMS, keys: keys.slice(0, 10) }, list)
}

const limit: Mapper = (reader) => {
  const most = Number(reader.get('maxItems') ?? 1)
  const count = Number.isFinite(most) ? Math.max(0, Math.min(10_000_000, Math.round(most))) : 1
  return mapped(
    'take_items',
    { items: ALL_ITEMS, count, ...(reader.get('keep') === 'lastItems' && { from: 'end' }) },
    list,
  )
}

const deduplicate: Mapper = (reader) => {
  const operation = readTextAt(reader.step.parameters, 'operation') ?? ''
  if (operation.includes('PreviousExecutions')) {
    reader.warn(
      'approximate',
      'operation',
      'n8n remembered items of earlier runs; here only items of the same run are compared',
    )
    return mapped('deduplicate', { items: ALL_ITEMS }, { ...list, how: 'bridged' })
  }
  const [first, ...rest] = names(reader.get('fieldsToCompare'))
  if (first === undefined) return mapped('deduplicate', { items: ALL_ITEMS }, list)
  const by =
    rest.length === 0 ? perItem(first) : `[${[first, ...rest].map((name) => `$string(${perItem(name)})`).join(', ')}]`
  return mapped('deduplicate', { items: ALL_ITEMS, by }, list)
}

const MEASURES: Record<string, string> = {
  sum: 'sum',
  average: 'avg',
  min: 'min',
  max: 'max',
  count: 'count',
  countUnique: 'count',
}

/** One measure over all items, as n8n calls and makes it; null where it has none of them. */
function measured(one: Json): { name: string; value: string } | null {
  const how = readTextAt(one, 'aggregation') ?? 'count'
  const field = readTextAt(one, 'field')?.replace(/^=/, '') ?? ''
  if (field === '' || field.includes('{{')) return null
  const all = `[${pathOf(field).replace('$', '$input')}]`
  const name = `${NAMES[how] ?? how}_${field.replaceAll('.', '_')}`.slice(0, 100)
  const separator = readTextAt(one, 'separateBy') ?? ','
  const by = separator === 'other' ? (readTextAt(one, 'customSeparator') ?? '') : separator
  const texts = `[$map(${all}[$ != null and $ != ""], function($p_s){$string($p_s)})]`
  const codes: Record<string, string> = {
    append: `${all}[$ != null][]`,
    concatenate: `$join(${texts}, ${JSON.stringify(by)})`,
    count: `$count(${all}[$ != null and $ != ""])`,
    countUnique: `$count($distinct(${all}[$ != null and $ != ""]))`,
    sum: `$sum([$map(${all}, $number)])`,
    average: `$average([$map(${all}, $number)])`,
    min: `$min([$map(${all}, $number)])`,
    max: `$max([$map(${all}, $number)])`,
  }
  const code = Object.hasOwn(codes, how) ? codes[how] : undefined
  return code === undefined || !isUsableFieldName(name) ? null : { name, value: `{{ ${code} }}` }
}

const NAMES: Record<string, string> = {
  append: 'appended',
  concatenate: 'concatenated',
  countUnique: 'unique_count',
}

const summarize: Mapper = (reader) => {
  const wanted = listAt(reader.step.parameters, 'fieldsToSummarize', 'values')
  // Texts put together have no measure of ours; over all items an expression does it.
  if (names(reader.get('fieldsToSplitBy')).length === 0 && wanted.length > 0) {
    const fields = wanted.map(measured)
    if (fields.every((field) => field !== null))
      return mapped('set_fields', { fields }, { takes: 'list', gives: 'one' })
  }
  const taken = new Set<string>()
  const measures = listAt(reader.step.parameters, 'fieldsToSummarize', 'values').flatMap((one) => {
    const how = readTextAt(one, 'aggregation') ?? 'count'
    const field = readTextAt(one, 'field')?.replace(/^=/, '') ?? ''
    const operation = Object.hasOwn(MEASURES, how) ? MEASURES[how] : undefined
    const name = `${how === 'average' ? 'average' : how}_${field}`.slice(0, 100)
    if (operation === undefined || field === '' || taken.has(name)) {
      if (operation === undefined)
        reader.warn('setting', 'fieldsToSummarize', `“${how.slice(0, 30)}” of “${field.slice(0, 60)}” is left out`)
      return []
    }
    taken.add(name)
    return [{ name, operation, value: perItem(field) }]
  })
  if (measures.length === 0) return null
  const groups = names(reader.get('fieldsToSplitBy'))
    .slice(0, 10)
    .filter((name) => isUsableFieldName(name) && !taken.has(name))
    .map((name) => ({ name: name.slice(0, 100), by: perItem(name) }))
  return mapped('aggregate', { items: ALL_ITEMS, measures, ...(groups.length > 0 && { group_by: groups }) }, list)
}

const rename: Mapper = (reader) => {
  const pairs = listAt(reader.step.parameters, 'keys', 'key').flatMap((one) => {
    const from = readTextAt(one, 'currentKey')
    const to = readTextAt(one, 'newKey')
    return from && to && isUsableFieldName(from) && isUsableFieldName(to) ? [{ from, to }] : []
  })
  return pairs.length === 0 ? null : mapped('choose_fields', { rename: pairs })
}

const itemLists: Mapper = (reader) => {
  const operation = readTextAt(reader.step.parameters, 'operation') ?? 'splitOutItems'
  const other = { splitOutItems: splitOut, limit, sort, removeDuplicates: deduplicate, summarize } as const
  if (operation in other) return other[operation as keyof typeof other](reader)
  return operation === 'concatenateItems' || operation === 'aggregateItems' ? aggregate(reader) : null
}

const compare: Mapper = (reader) => {
  const [pair] = listAt(reader.step.parameters, 'mergeByFields', 'values')
  const key = readTextAt(pair, 'field1')
  if (!key) return null
  reader.warn('approximate', null, 'n8n had four outputs; here the differences are one list')
  const ways = { left: '{{ $input[0] }}', right: '{{ $input[1] }}' }
  const keys = { left_key: perItem(key), right_key: perItem(readTextAt(pair, 'field2') ?? key) }
  return mapped(
    'join_lists',
    { ...ways, ...keys, mode: 'all' },
    { ...list, how: 'bridged', ports: ['out', 'out', 'out', 'out'] },
  )
}

export const LISTS: Record<string, Mapper> = {
  splitOut,
  aggregate,
  sort,
  limit,
  removeDuplicates: deduplicate,
  summarize,
  renameKeys: rename,
  itemLists,
  compareDatasets: compare,
}
