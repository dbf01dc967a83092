/** n8n's nodes for mail, databases and feeds. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { bound, columnsOf, matchingOf } from './columns.ts'
import { type Mapped, type Mapper, mapped } from './mapped.ts'
import { oneLine } from './services/app-values.ts'
import { credentialSlot } from './slots.ts'
import type { StepReader } from './step-reader.ts'

const mail: Mapper = (reader) => {
  const { parameters } = reader.step
  const html = readTextAt(parameters, 'emailFormat') !== 'text' && readAt(parameters, 'html') !== undefined
  if (html) reader.warn('approximate', 'html', 'Email is sent as plain text: HTML tags are sent as they are')
  if (readTextAt(parameters, 'operation') === 'sendAndWait') return null
  const config = {
    to: reader.text(readAt(parameters, 'toEmail') ?? readAt(parameters, 'sendTo'), 'toEmail'),
    subject: oneLine(reader.text(readAt(parameters, 'subject'), 'subject')).slice(0, 400) || 'No subject',
    text: reader
      .text(readAt(parameters, 'text') ?? readAt(parameters, 'message') ?? readAt(parameters, 'html'), 'text')
      .slice(0, 200_000),
  }
  const slot = credentialSlot(reader.step, 'smtp', 'SMTP')
  return mapped('send_email', config, slot && { slot })
}

const name = (text: string): string => `"${text.replaceAll('"', '""').slice(0, 63)}"`

const rows = { type: 'split', title: 'Each row', config: { field: 'rows' } } as const

function statement(reader: StepReader, sql: string, parameters: Json[], mode: 'read' | 'write'): Mapped {
  const slot = credentialSlot(reader.step, 'postgres', 'Postgres')
  const config: JsonObject = { query: sql, ...(parameters.length > 0 && { parameters }), mode }
  return mapped('postgres_query', config, { gives: 'many', follow: { ...rows }, ...(slot && { slot }) })
}

const READS = /^\s*(?:select|with|show|explain)\b/i

const postgres: Mapper = (reader) => {
  const { parameters } = reader.step
  const operation = readTextAt(parameters, 'operation') ?? 'insert'
  if (operation === 'executeQuery') {
    const made = bound(reader.text(readAt(parameters, 'query'), 'query'))
    if (!made || made.query.includes('{{')) return null
    const given =
      readAt(parameters, 'options', 'queryReplacement') ?? readAt(parameters, 'additionalFields', 'queryParams')
    const bindings: Json[] = [...made.parameters]
    if (bindings.length === 0 && typeof given === 'string') {
      const text = reader.text(given, 'queryReplacement')
      bindings.push(
        ...(text.startsWith('{{') && text.endsWith('}}') && !text.slice(2).includes('{{')
          ? [text]
          : text.split(',').map((part) => part.trim())),
      )
    } else if (Array.isArray(given))
      bindings.push(...given.map((one, index) => reader.value(one, `queryReplacement.${index}`)))
    return statement(reader, made.query, bindings.slice(0, 100), READS.test(made.query) ? 'read' : 'write')
  }
  const table = reader.get('table')
  const schema = reader.get('schema')
  // The step is there, what it does is not in the file: it has to be entered.
  if (table === undefined || table === '') return statement(reader, '', [], 'read')
  if (typeof table !== 'string' || table.includes('{{') || /^=.*[{}]/s.test(table)) return null
  const target = `${typeof schema === 'string' && schema !== '' ? `${name(schema.replace(/^=/, ''))}.` : ''}${name(table.replace(/^=/, ''))}`
  if (operation === 'select') {
    const limit =
      readAt(parameters, 'returnAll') === true ? '' : ` limit ${Number(readAt(parameters, 'limit') ?? 50) || 50}`
    const where = listAt(parameters, 'where', 'values')
    if (where.length > 0) return filtered(reader, `select * from ${target}`, where, limit)
    return statement(reader, `select * from ${target}${limit}`, [], 'read')
  }
  if (operation === 'deleteTable') return removed(reader, target)
  return written(reader, target, operation)
}

/** Insert, update, and both in one. */
function written(reader: StepReader, target: string, operation: string): Mapped | null {
  const columns = columnsOf(reader)
  if (columns.length === 0) return null
  const values = columns.map(({ value }) => value)
  const marks = new Map(columns.map((column, index) => [column.name, `$${index + 1}`]))
  const match = matchingOf(reader).filter((column) => marks.has(column))
  const changed = columns.map((column) => column.name).filter((column) => !match.includes(column))
  if (operation === 'update') {
    if (match.length === 0 || changed.length === 0) return null
    const changes = changed.map((column) => `${name(column)} = ${marks.get(column)}`).join(', ')
    const where = match.map((column) => `${name(column)} = ${marks.get(column)}`).join(' and ')
    return statement(reader, `update ${target} set ${changes} where ${where} returning *`, values, 'write')
  }
  const names = columns.map((column) => name(column.name)).join(', ')
  const into = `insert into ${target} (${names}) values (${[...marks.values()].join(', ')})`
  if (operation === 'insert') return statement(reader, `${into} returning *`, values, 'write')
  if (operation !== 'upsert' || match.length === 0) return null
  const changes = changed.map((column) => `${name(column)} = excluded.${name(column)}`).join(', ')
  const then = changes === '' ? 'nothing' : `update set ${changes}`
  const conflict = ` on conflict (${match.map(name).join(', ')}) do ${then}`
  return statement(reader, `${into}${conflict} returning *`, values, 'write')
}

/** The rows of a table, all of them, or the table. */
function removed(reader: StepReader, target: string): Mapped | null {
  const { parameters } = reader.step
  const command = readTextAt(parameters, 'deleteCommand') ?? 'truncate'
  const cascade = readAt(parameters, 'options', 'cascade') === true ? ' cascade' : ''
  if (command === 'delete') {
    const where = listAt(parameters, 'where', 'values')
    return where.length > 0
      ? filtered(reader, `delete from ${target}`, where, ' returning *', 'write')
      : statement(reader, `delete from ${target} returning *`, [], 'write')
  }
  if (command === 'drop') return statement(reader, `drop table if exists ${target}${cascade}`, [], 'write')
  const restart = readAt(parameters, 'restartSequences') === true ? ' restart identity' : ''
  return statement(reader, `truncate table ${target}${restart}${cascade}`, [], 'write')
}

function filtered(
  reader: StepReader,
  begin: string,
  where: Json[],
  end: string,
  mode: 'read' | 'write' = 'read',
): Mapped | null {
  const plain = where.slice(0, 50).map((one) => ({
    column: readTextAt(one, 'column') ?? '',
    how: readTextAt(one, 'condition') ?? 'equal',
    value: readAt(one, 'value') ?? null,
  }))
  const signs: Record<string, string> = {
    equal: '=',
    '!=': '<>',
    '>': '>',
    '<': '<',
    '>=': '>=',
    '<=': '<=',
    LIKE: 'like',
  }
  if (plain.some(({ column, how }) => column === '' || !Object.hasOwn(signs, how))) return null
  const conditions = plain.map(({ column, how }, index) => `${name(column)} ${signs[how]} $${index + 1}`)
  return statement(
    reader,
    `${begin} where ${conditions.join(readTextAt(reader.step.parameters, 'combineConditions') === 'OR' ? ' or ' : ' and ')}${end}`,
    plain.map(({ column, value }) => reader.value(value, column)),
    mode,
  )
}

const feed: Mapper = (reader) =>
  mapped(
    'rss_read',
    { url: reader.text(reader.get('url'), 'url') },
    { gives: 'many', follow: { type: 'split', title: 'Each entry', config: { field: 'items' } } },
  )

const bucket: Mapper = (reader) => {
  const { parameters } = reader.step
  const operation = readTextAt(parameters, 'operation') ?? 'download'
  const resource = readTextAt(parameters, 'resource') ?? 'file'
  const slot = credentialSlot(reader.step, 's3', 'S3')
  const rest = slot ? { slot } : {}
  reader.warn('setting', 'bucketName', 'The bucket is part of the credential')
  if (resource !== 'file') return null
  const key = reader.text(readAt(parameters, 'fileKey') ?? readAt(parameters, 'fileName'), 'fileKey')
  if (operation === 'getAll') {
    const follow = { type: 'split', title: 'Each object', config: { field: 'objects' } }
    return mapped('s3', { operation: 'list' }, { gives: 'many', follow, ...rest })
  }
  if (operation === 'download') return mapped('s3', { operation: 'get', key }, rest)
  if (operation === 'delete') return mapped('s3', { operation: 'delete', key }, rest)
  if (operation !== 'upload') return null
  const content = readAt(parameters, 'fileContent')
  if (content === undefined) reader.warn('files', 'file', 'Choose the file again: files work differently here')
  const sent: JsonObject =
    content === undefined ? { file: '{{ $input.file_id }}' } : { text: reader.text(content, 'fileContent') }
  return mapped('s3', { operation: 'put', key, ...sent }, rest)
}

export const STORES: Record<string, Mapper> = {
  emailSend: mail,
  rssFeedRead: feed,
  awsS3: bucket,
  s3: bucket,
  postgres,
  crateDb: postgres,
  questDb: postgres,
  timescaleDb: postgres,
}
