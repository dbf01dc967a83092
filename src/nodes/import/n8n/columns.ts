/** What n8n's nodes for databases write: columns with their values in all spellings of their versions, and statements. */
import type { Json } from '#contract/core/primitives.ts'
import { splitTemplate } from '#graph/expressions/template.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import type { StepReader } from './step-reader.ts'

export interface Column {
  name: string
  value: Json
}

const MOST = 100

const fromInput = (name: string): Column => ({ name, value: `{{ $lookup($input, ${JSON.stringify(name)}) }}` })

/** Named one by one, by the columns of the table where the item has them, or as a text with commas. */
export function columnsOf(reader: StepReader): Column[] {
  const { parameters } = reader.step
  const columns = readAt(parameters, 'columns')
  const match = matchingOf(reader)
  if (typeof columns === 'string')
    return [columns, ...match]
      .flatMap((text) => text.replace(/^=/, '').split(','))
      .map((text) => text.split(':')[0]?.trim() ?? '')
      .filter((name, index, all) => name !== '' && !name.includes('{{') && all.indexOf(name) === index)
      .slice(0, MOST)
      .map(fromInput)
  if (
    readTextAt(columns, 'mappingMode') === 'autoMapInputData' ||
    readTextAt(parameters, 'dataMode') === 'autoMapInputData'
  )
    return listAt(columns, 'schema')
      .filter((column) => readAt(column, 'removed') !== true)
      .flatMap((column) => {
        const name = readTextAt(column, 'id') ?? ''
        // The database numbers rows by the column that identifies them.
        const isNumbered = readAt(column, 'defaultMatch') === true && !match.includes(name)
        return name === '' || isNumbered ? [] : [fromInput(name)]
      })
      .slice(0, MOST)
  const values = readAt(columns, 'value')
  const given = isObject(values)
    ? Object.entries(values)
    : listAt(parameters, 'valuesToSend', 'values').map(
        (one) => [readTextAt(one, 'column') ?? '', readAt(one, 'value') ?? null] as const,
      )
  return given
    .filter(([name]) => name !== '')
    .slice(0, MOST)
    .map(([name, raw]) => ({ name, value: reader.value(raw, name) }))
}

/** The columns by which rows are found. */
export function matchingOf({ step: { parameters } }: StepReader): string[] {
  const named = listAt(parameters, 'columns', 'matchingColumns').map(String)
  if (named.length > 0) return named
  const key = readTextAt(parameters, 'updateKey') ?? readTextAt(parameters, 'columnToMatchOn')
  return (key ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('='))
}

/**
 * Values never become part of a query: each expression in it is bound as a parameter. Null when its quotes are not closed.
 */
export function bound(text: string): { query: string; parameters: string[] } | null {
  const parameters: string[] = []
  let query = ''
  let parts: ReturnType<typeof splitTemplate>
  try {
    parts = splitTemplate(text)
  } catch {
    return null
  }
  for (const part of parts) {
    if (part.type === 'text') {
      query += part.text
      continue
    }
    parameters.push(`{{ ${part.source} }}`)
    query += `$${parameters.length}`
  }
  // '{{ x }}' was quoted by hand: bound, it needs no quotes. Within a longer text it is joined to it.
  query = query.replace(/'(\$\d+)'/g, '$1')
  const pieces = query.split("'")
  if (pieces.length % 2 === 0) return null
  query = pieces
    .map((piece, index) => (index % 2 === 0 ? piece : `'${piece.replace(/\$(\d+)/g, "' || $$$1::text || '")}'`))
    .join('')
  return { query, parameters }
}
