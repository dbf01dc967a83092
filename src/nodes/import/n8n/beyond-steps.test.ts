/** Vector stores, files, variables and expressions beyond JSONata: what an import makes of them. */
import { describe, expect, it } from 'vitest'
import { made, type Rest, step } from '#test/support/n8n-exports.ts'

const START = step('Start', 'manualTrigger')
const OPENAI = step('Vectors', 'lc:embeddingsOpenAi', { model: 'text-embedding-3-large' }, { typeVersion: 1.2 })

describe('a vector store of n8n', () => {
  it('is filled with the passages of a file, with their metadata, loader and splitter included', () => {
    const { of, problems, how, slots, types } = made(
      [
        START,
        step('Get', 'httpRequest', { url: 'https://a.example/x.pdf', responseFormat: 'file' }),
        step('Store', 'lc:vectorStoreQdrant', {
          mode: 'insert',
          qdrantCollection: { __rl: true, mode: 'id', value: 'handbook' },
        }),
        OPENAI,
        step('Loader', 'lc:documentDefaultDataLoader', {
          dataType: 'binary',
          options: { metadata: { metadataValues: [{ name: 'of', value: '={{ $json.name }}' }] } },
        }),
        step('Splitter', 'lc:textSplitterTokenSplitter', { chunkSize: 300, chunkOverlap: 30 }),
      ],
      'Start > Get',
      'Get > Store',
      'Vectors > ai_embedding > Store',
      'Loader > ai_document > Store',
      'Splitter > ai_textSplitter > Loader',
    )
    expect(problems).toEqual([])
    expect(types).toEqual([
      'manual_trigger',
      'http_request',
      'set_fields',
      'read_document',
      'split_text',
      'vector_store',
    ])
    expect(of('store_look_up_2')).toEqual({ max_chars: 1200, overlap_chars: 120 })
    expect(of('store')).toEqual({
      store: 'qdrant',
      collection: 'handbook',
      operation: 'add',
      texts: '{{ $input.chunks.text }}',
      metadata: { of: '{{ $nodes.store_input.item.name }}' },
      embeddings: { model: 'text-embedding-3-large' },
    })
    expect(slots.filter(({ node }) => node === 'store')).toEqual([
      { node: 'store', field: 'credential', type: 'api_key_header', name: 'Qdrant' },
      { node: 'store', field: 'embeddings.credential', type: 'openai_compatible', name: 'Vectors' },
      { node: 'store', field: 'address', type: 'value', name: 'Address of Qdrant' },
    ])
    expect(how).toMatchObject({ Store: 'mapped', Vectors: 'mapped', Loader: 'mapped', Splitter: 'mapped' })
  })

  it('is a tool of an agent that reads and asks nobody', () => {
    const { of, problems, how } = made(
      [
        step('Chat', 'lc:chatTrigger'),
        step('Agent', 'lc:agent'),
        step('Model', 'lc:lmChatOpenAi'),
        step('Handbook', 'lc:vectorStorePinecone', {
          mode: 'retrieve-as-tool',
          toolName: 'handbook',
          toolDescription: 'The rules of the house',
          pineconeIndex: { __rl: true, mode: 'list', value: 'rules' },
          options: { pineconeNamespace: 'north' },
          topK: 7,
        }),
        OPENAI,
      ],
      'Chat > Agent',
      'Model > ai_languageModel > Agent',
      'Handbook > ai_tool > Agent',
      'Vectors > ai_embedding > Handbook',
    )
    expect(problems).toEqual([])
    expect(of('agent_call')?.tools).toEqual([
      expect.objectContaining({
        kind: 'node',
        node: 'vector_store',
        acts: false,
        description: 'The rules of the house',
        config: {
          store: 'pinecone',
          collection: 'rules',
          namespace: 'north',
          embeddings: { model: 'text-embedding-3-large' },
          operation: 'search',
          query: '{{ $input.query }}',
          limit: 7,
        },
      }),
    ])
    expect(how).toMatchObject({ Handbook: 'mapped', Vectors: 'mapped' })
  })

  it('is asked before a chain that answers from it', () => {
    const { of, problems, how } = made(
      [
        START,
        step('Answer', 'lc:chainRetrievalQa', { promptType: 'define', text: '={{ $json.question }}' }),
        step('Model', 'lc:lmChatOpenAi'),
        step('Retriever', 'lc:retrieverVectorStore', { topK: 5 }),
        step('Store', 'lc:vectorStoreSupabase', { tableName: 'documents', options: { queryName: 'find' } }),
        step('Vectors', 'lc:embeddingsMistralCloud'),
      ],
      'Start > Answer',
      'Model > ai_languageModel > Answer',
      'Retriever > ai_retriever > Answer',
      'Store > ai_vectorStore > Retriever',
      'Vectors > ai_embedding > Store',
    )
    expect(problems).toEqual([])
    expect(of('answer_look_up')).toMatchObject({
      operation: 'search',
      store: 'supabase',
      collection: 'documents',
      search_function: 'find',
      query: '{{ $nodes.answer_input.item.question }}',
      limit: 5,
      embeddings: { model: 'mistral-embed' },
    })
    expect(of('answer_call')).toMatchObject({
      prompt: '{{ $nodes.answer_input.item.question }}',
      data: '{{ [$input.results.text] }}',
    })
    expect(Object.values(how)).not.toContain('lost')
  })

  it.each([
    ['in the memory of n8n', 'lc:vectorStoreInMemory', 'lc:embeddingsOpenAi'],
    ['whose model has no interface like OpenAI’s', 'lc:vectorStoreQdrant', 'lc:embeddingsHuggingFaceInference'],
  ])('%s is not made up', (_name, store, embeddings) => {
    const { how } = made(
      [
        step('Chat', 'lc:chatTrigger'),
        step('Agent', 'lc:agent'),
        step('Store', store, { mode: 'retrieve-as-tool', qdrantCollection: 'x' }),
        step('Vectors', embeddings),
      ],
      'Chat > Agent',
      'Store > ai_tool > Agent',
      'Vectors > ai_embedding > Store',
    )
    expect(how).toMatchObject({ Store: 'lost', Vectors: 'lost' })
  })
})

describe('files of n8n', () => {
  it('are made of texts, tables and Base64, and named with their endings', () => {
    const { document, problems, of } = made(
      [
        START,
        step('Page', 'convertToFile', {
          operation: 'toText',
          sourceProperty: 'html',
          options: { fileName: 'page.html' },
        }),
        step('Picture', 'convertToFile', {
          operation: 'toBinary',
          sourceProperty: 'data.b64',
          options: { mimeType: 'image/png' },
        }),
        step('Rows', 'convertToFile', { options: { fileName: '={{ $json.month }}' } }),
        step('Sheet', 'convertToFile', { operation: 'xlsx', options: { fileName: 'Users.xlsx' } }),
      ],
      ...['Page', 'Picture', 'Rows', 'Sheet'].map((name) => `Start > ${name}`),
    )
    expect(problems).toEqual([])
    expect(of('page')).toEqual({ content: '{{ $input.html }}', encoding: 'text', name: 'page.html' })
    expect(of('picture')).toEqual({ content: '{{ $input.data.b64 }}', encoding: 'base64', name: 'file.png' })
    expect(of('rows')).toEqual({ name: '{{ $nodes.rows_input.item.month }}.csv' })
    expect(of('rows_look_up')).toEqual({ items: '{{ [$nodes.rows_input.item] }}' })
    expect(of('sheet_call')).toEqual({ to: 'xlsx', name: 'Users' })
    expect(document.nodes.find(({ id }) => id === 'sheet_look_up_2')).toMatchObject({ type: 'make_file' })
  })

  it('that code makes are stored by a step behind it, next to the value of the item', () => {
    const jsCode =
      "return [{ json: { ok: true }, binary: { data: { data: Buffer.from('x').toString('base64'), fileName: 'a.md' } } }]"
    const { of, problems, types } = made([START, step('Report', 'code', { jsCode })], 'Start > Report')
    expect(problems).toEqual([])
    expect(types).toEqual(['manual_trigger', 'code', 'make_file', 'set_fields'])
    expect(of('report_call')).toEqual({
      content: '{{ $input.file.content }}',
      encoding: 'base64',
      name: '{{ $input.file.name }}',
    })
    expect(of('report')).toEqual({
      json: '{{ $merge([$input, $nodes.report_input.json, {"file_id": $input.file_id}]) }}',
    })
  })

  it('are read as Base64 or text under the name that n8n gives them', () => {
    const { of, problems } = made(
      [
        START,
        step('Code it', 'extractFromFile', { operation: 'binaryToPropery', destinationKey: 'b64' }),
        step('Read it', 'extractFromFile', { operation: 'text' }),
      ],
      'Start > Code it',
      'Start > Read it',
    )
    expect(problems).toEqual([])
    expect(of('code_it_call')).toEqual({ as: 'base64' })
    expect(of('code_it')).toEqual({ fields: [{ name: 'b64', value: '{{ $input.content }}' }] })
    expect(of('read_it')).toEqual({ fields: [{ name: 'data', value: '{{ $input.content }}' }] })
  })

  it('have a name, a type and a size in expressions, but not their content', () => {
    const fields = (value: string): Rest => ({ values: { string: [{ name: 'v', value }] }, keepOnlySet: true })
    const { of, warnings } = made(
      [
        START,
        step('Named', 'set', fields('={{ $binary.data.fileName }}')),
        step('Ending', 'set', fields("={{ $('Start').item.binary.data.fileExtension }}")),
        step('Inside', 'set', fields('={{ $binary.data.data }}')),
      ],
      'Start > Named',
      'Start > Ending',
      'Start > Inside',
    )
    expect(of('named')).toEqual({
      fields: [{ name: 'v', value: '{{ [$input, $input.data, $input.file][$exists(file_id)][0].name }}' }],
    })
    expect(JSON.stringify(of('ending'))).toContain('$split(')
    expect(warnings).toMatchObject([{ code: 'expression', step: 'Inside' }])
  })

  it('go to a model that looks at pictures', () => {
    const { of, problems } = made(
      [
        START,
        step('Look', 'lc:openAi', {
          resource: 'image',
          operation: 'analyze',
          inputType: 'base64',
          text: '={{ $json.ask }}',
        }),
      ],
      'Start > Look',
    )
    expect(problems).toEqual([])
    expect(of('look_look_up')).toMatchObject({ as: 'data_url' })
    expect(of('look_call')).toMatchObject({
      input: {
        messages: [
          {
            content: [
              { type: 'text', text: '{{ $nodes.look_input.item.ask }}' },
              { type: 'image_url', image_url: { url: '{{ $input.content }}' } },
            ],
          },
        ],
      },
    })
  })
})

describe('what an installation of n8n has and its export has not', () => {
  const body = (value: string): Rest => ({ values: { string: [{ name: 'v', value }] }, keepOnlySet: true })

  it('is entered once, behind the trigger, and a run says which value is missing', () => {
    const { of, slots, problems, document, warnings } = made(
      [
        START,
        step('Plain', 'set', body('={{ $env.BASE }}/x')),
        step('Worked out', 'set', body("={{ [...$vars.NAMES].map((n) => { return n + $env['BASE'] }) }}")),
        step('Code', 'code', { jsCode: 'return [{ json: { base: $env.BASE } }]' }),
      ],
      'Start > Plain',
      'Plain > Worked out',
      'Worked out > Code',
    )
    expect(problems).toEqual([])
    expect(warnings).toEqual([])
    expect(of('variables')).toEqual({
      fields: ['BASE', 'NAMES'].map((name) => ({
        name,
        value: `{{ $error("Enter the value of ${name}, which n8n kept in its settings") }}`,
      })),
    })
    expect(slots).toEqual([
      { node: 'variables', field: 'fields.0.value', type: 'value', name: 'BASE' },
      { node: 'variables', field: 'fields.1.value', type: 'value', name: 'NAMES' },
    ])
    expect(of('plain')).toEqual({ fields: [{ name: 'v', value: '{{ $nodes.variables.BASE }}/x' }] })
    expect(of('worked_out_values')?.trigger).toBe(
      '{{ {"variables of n8n": {"NAMES": $nodes.variables.NAMES, "BASE": $nodes.variables.BASE}} }}',
    )
    expect(of('code')?.trigger).toBe('{{ {"variables of n8n": {"BASE": $nodes.variables.BASE}} }}')
    const edges = document.edges.map(({ from, to }) => `${from.node} > ${to.node}`)
    expect(edges).toEqual(
      expect.arrayContaining(['start > variables', 'variables > variables_input', 'variables_input > plain']),
    )
  })

  it.each([
    ['reads names that it computes', '={{ $env[$json.name] }}'],
    ['reads the run of n8n', '={{ $execution.id }}'],
    ['selects a node with an expression', '={{ [...$($json.node).all()] }}'],
    ['reads what n8n keeps of a node', "={{ [...$('Start').params.x] }}"],
    ['is no expression', '={{ const x = 1; x }}'],
  ])('stays untranslated where it %s', (_name, value) => {
    const { warnings, of } = made([START, step('S', 'set', body(value))], 'Start > S')
    expect(warnings).toMatchObject([{ code: 'expression', step: 'S' }])
    expect(JSON.stringify(of('s'))).toContain('$error(')
  })

  it.each([
    ['timers', 'setTimeout(() => {}, 5)'],
    ['modules (“require”)', "const fs = require('fs')"],
    ['random or encrypted values of “crypto”', "require('crypto').randomBytes(4)"],
    ['what n8n knows of the run', 'return $execution.id'],
    ['what is in files of items', 'return { json: { size: $input.first().binary.data.data.length } }'],
    ['several files of items', 'return items.map((item) => ({ json: {}, binary: { data: { data: "eA==" } } }))'],
    ['what n8n stores between runs', "$getWorkflowStaticData('global')"],
  ])('is told of code: %s', (what, jsCode) => {
    const { warnings } = made([START, step('C', 'code', { jsCode })], 'Start > C')
    expect(warnings.filter(({ code }) => code === 'code').map(({ message }) => message)).toEqual([
      `The code uses ${what}, which isn’t available here`,
    ])
  })
})
