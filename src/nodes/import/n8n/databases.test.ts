/** Databases, posts and summaries: what an import makes of them. */
import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { made, type Rest, step } from '#test/support/n8n-exports.ts'

const START = step('Start', 'manualTrigger')
describe('tables of databases', () => {
  it('are changed by the columns that n8n names, in Postgres', () => {
    const columns = {
      mappingMode: 'defineBelow',
      value: { email: '={{ $json.email }}', city: 'Pune' },
      matchingColumns: ['email'],
    }
    const { of, problems } = made(
      [
        START,
        step('Change', 'postgres', { operation: 'update', table: 'people', columns }),
        step('Both', 'postgres', { operation: 'upsert', table: 'people', columns }),
        step('Old', 'postgres', { operation: 'insert', table: 'people', columns: 'email,city' }),
        step('Gone', 'postgres', {
          operation: 'deleteTable',
          deleteCommand: 'delete',
          table: 'people',
          where: { values: [{ column: 'city', value: 'Pune' }] },
        }),
      ],
      ...['Change', 'Both', 'Old', 'Gone'].map((name) => `Start > ${name}`),
    )
    expect(problems).toEqual([])
    expect(of('change_call')).toMatchObject({
      query: 'update "people" set "city" = $2 where "email" = $1 returning *',
      parameters: ['{{ $input.email }}', 'Pune'],
      mode: 'write',
    })
    expect(of('both_call')?.query).toBe(
      'insert into "people" ("email", "city") values ($1, $2) on conflict ("email") do update set "city" = excluded."city" returning *',
    )
    expect(of('old_call')?.parameters).toEqual(['{{ $lookup($input, "email") }}', '{{ $lookup($input, "city") }}'])
    expect(of('gone_call')?.query).toBe('delete from "people" where "city" = $1 returning *')
  })

  it('are data tables that the person chooses, with the same conditions and values', () => {
    const named = { dataTableId: { __rl: true, mode: 'list', value: 'x9' } }
    const filters: Json = {
      conditions: [
        { keyName: 'email', keyValue: '={{ $json.email }}' },
        { keyName: 'due', condition: 'lt', keyValue: '2026-01-01' },
      ],
    }
    const { of, problems } = made(
      [
        START,
        step('Find', 'dataTable', { ...named, operation: 'get', matchType: 'allConditions', filters, limit: 5 }),
        step('Add', 'dataTable', {
          ...named,
          columns: { mappingMode: 'defineBelow', value: { email: '={{ $json.email }}' } },
        }),
        step('Clear', 'dataTable', { ...named, operation: 'deleteRows' }),
      ],
      ...['Find', 'Add', 'Clear'].map((name) => `Start > ${name}`),
    )
    expect(problems).toMatchObject([{ code: 'placeholder', node: 'clear' }])
    const conditions = [
      { column: 'email', is: 'is', value: '{{ $input.email }}' },
      { column: 'due', is: 'less_than', value: '2026-01-01' },
    ]
    expect(of('find_call')).toEqual({ operation: 'find', conditions, match: 'all', limit: 5 })
    expect(of('add_call')).toEqual({ operation: 'add', values: { email: '{{ $input.email }}' } })
  })

  it('are those of the MySQL app, each value a parameter', () => {
    const { of, problems, how } = made(
      [
        START,
        step('Ask', 'mySql', {
          operation: 'executeQuery',
          query: "=select * from orders where id = '{{ $json.id }}' limit 5;",
        }),
        step('Add', 'mySql', {
          operation: 'insert',
          table: 'orders',
          valuesToSend: { values: [{ column: 'id', value: '={{ $json.id }}' }] },
        }),
        step('Any', 'mySql', { operation: 'executeQuery', query: '={{ $json.sql }}' }),
      ],
      ...['Ask', 'Add', 'Any'].map((name) => `Start > ${name}`),
    )
    expect(problems).toMatchObject([{ code: 'placeholder', node: 'any' }])
    expect(of('ask_call')).toMatchObject({
      integration: 'mysql',
      action: 'query',
      input: { sql: 'select * from orders where id = ? limit 5', parameters: ['{{ $input.id }}'] },
    })
    expect(of('add')).toMatchObject({
      action: 'insert_rows',
      input: { table: 'orders', rows: [{ id: '{{ $input.id }}' }] },
    })
    expect(how.Any).toBe('placeholder')
  })
})

describe('a post by Blotato', () => {
  it('is a call of its API with what the platform needs', () => {
    const type = '@blotato/n8n-nodes-blotato.blotato'
    const { of, problems, how } = made(
      [
        START,
        {
          ...step('Post', 'x', {
            platform: 'youtube',
            accountId: { __rl: true, mode: 'list', value: '8047' },
            postContentText: '={{ $json.caption }}',
            postContentMediaUrls: '={{ $json.url }}',
            postCreateYoutubeOptionTitle: 'Hi',
          }),
          type,
        },
        { ...step('Video', 'x', { resource: 'video' }), type },
      ],
      'Start > Post',
      'Start > Video',
    )
    expect(problems).toMatchObject([{ code: 'placeholder', node: 'video' }])
    expect(how).toMatchObject({ Post: 'bridged', Video: 'placeholder' })
    expect(of('post')).toMatchObject({
      method: 'POST',
      url: 'https://backend.blotato.com/v2/posts',
      body: {
        post: {
          accountId: '8047',
          content: { text: '{{ $input.caption }}', platform: 'youtube' },
          target: { targetType: 'youtube', title: 'Hi', privacyStatus: 'private', shouldNotifySubscribers: false },
        },
      },
    })
  })
})

describe('a summary of all items', () => {
  const fields = (...values: Json[]): Rest => ({ fieldsToSummarize: { values } })

  it('puts texts together and counts, as n8n names them', async () => {
    const { of, problems } = made(
      [
        START,
        step(
          'Sum up',
          'summarize',
          fields(
            { field: 'name', aggregation: 'concatenate', separateBy: '\n' },
            { field: 'tag', aggregation: 'countUnique' },
            { field: 'at.id', aggregation: 'append' },
            { field: 'price', aggregation: 'sum' },
          ),
        ),
      ],
      'Start > Sum up',
    )
    expect(problems).toEqual([])
    const items: Json = [
      { name: 'a', tag: 'x', at: { id: 1 }, price: 2 },
      { name: '', tag: 'x', at: { id: 2 }, price: '3' },
      { name: 'b', tag: 'y', at: { id: 3 }, price: 4 },
    ]
    const { fields: made_fields } = of('sum_up') as { fields: { name: string; value: string }[] }
    const found = await Promise.all(
      made_fields.map(async ({ name, value }) => [
        name,
        await compileExpression(value.slice(3, -3)).evaluate({ input: items }),
      ]),
    )
    expect(Object.fromEntries(found)).toEqual({
      concatenated_name: 'a\nb',
      unique_count_tag: 2,
      appended_at_id: [1, 2, 3],
      sum_price: 9,
    })
  })

  it('stays in groups where it is asked for them', () => {
    const { of } = made(
      [
        START,
        step('Sum up', 'summarize', { ...fields({ field: 'price', aggregation: 'sum' }), fieldsToSplitBy: 'city' }),
      ],
      'Start > Sum up',
    )
    expect(of('sum_up')).toMatchObject({ group_by: [{ name: 'city' }] })
  })
})
