import { z } from 'zod'
import { KNOWLEDGE_BASE, metadataFrom } from '#nodes/lib/ai/knowledge-settings.ts'
import { fileReference } from '#nodes/lib/document/file-reference.ts'
import { defineNode, type NodeContext, NodeError, output } from '#nodes/node.ts'
import type { FileContent } from '#nodes/ports.ts'
import { brief, value } from '#nodes/settings.ts'

const DOES = { add: 'Adds', replace: 'Adds or replaces', remove: 'Removes' } as const
const MAX_TEXT = 2_000_000

const config = z.strictObject({
  knowledge_id: KNOWLEDGE_BASE,
  operation: z
    .enum(['replace', 'add', 'remove'])
    .default('replace')
    .describe(
      'replace: adds the document, or replaces the one with its name. add: always adds one. remove: removes all with this name.',
    )
    .meta({ title: 'Operation' }),
  file: value('File', 'An uploaded file. Leave empty to add a text, or to remove.'),
  text: value('Text', 'The text itself, instead of a file. Markdown headings are understood.'),
  name: z
    .string()
    .max(200)
    .default('')
    .describe('The name of the document. Leave empty to use the name of the file.')
    .meta({ title: 'Name' }),
  metadata: value('Metadata', 'Values that searches can filter on: {"region": "north", "year": 2026}.'),
})

export const knowledgeDocument = defineNode({
  type: 'knowledge_document',
  version: 1,
  title: 'Update knowledge',
  category: 'integration',
  icon: 'book-plus',
  description:
    'Adds, replaces or removes a document of your knowledge base. Searches find it once it is indexed, usually within a minute.',
  kind: 'effect',
  config,
  example: { knowledge_id: '01890000-0000-7000-8000-000000000000', file: '{{ $input.file }}' },
  output: z.object({
    operation: z.enum(['add', 'replace', 'remove']),
    document_id: z.string().nullable(),
    name: z.string(),
    /** Of the content: one more each time it is replaced. */
    version: z.number().int().nullable(),
    removed: z.number().int(),
  }),
  sentence: ({ operation, name }) => `${DOES[operation] ?? 'Changes'} ${brief(name || 'a document', 30)}`,
  async run(ctx) {
    const { knowledge_id: base, operation, metadata } = ctx.config
    const name = ctx.config.name.trim()
    if (operation === 'remove') {
      if (name === '') throw new NodeError('name_missing', 'Enter the name of the document', { field: 'name' })
      const { removed } = await ctx.knowledge.remove({ base, name }, ctx.run.as)
      return output({ operation, document_id: null, name, version: null, removed })
    }
    const file = await contentOf(ctx, name)
    const put = { base, file, metadata: metadataFrom(metadata, 'metadata'), replace: operation === 'replace' }
    const made = await ctx.knowledge.put(put, ctx.run.as, ctx.run.idempotency_key)
    return output({ operation, ...made, removed: 0 })
  },
})

type Context = Pick<NodeContext<z.output<typeof config>>, 'config' | 'files' | 'run'>

/** The bytes of the file of the run's owner, or of the text. @throws NodeError `document_missing`, `not_a_text`, `text_too_long`, `file_not_found` */
async function contentOf({ config: { file, text }, files, run }: Context, name: string): Promise<FileContent> {
  const reference = fileReference(file ?? null)
  if (reference !== null) {
    const open = await files.open(reference.file_id, { owner: run.owner, execution_id: run.execution_id })
    return { name: name || open.name, mime: open.mime, bytes: await open.read() }
  }
  if (text === undefined || text === null || text === '')
    throw new NodeError('document_missing', 'Enter a file or a text', { field: 'file' })
  if (typeof text !== 'string') throw new NodeError('not_a_text', 'Expected a text', { field: 'text' })
  if (text.length > MAX_TEXT)
    throw new NodeError('text_too_long', `The text is longer than ${MAX_TEXT} characters`, { field: 'text' })
  if (name === '') throw new NodeError('name_missing', 'Enter a name for the document', { field: 'name' })
  const hasEnding = /\.(?:md|markdown|txt|html?|csv)$/i.test(name)
  return { name: hasEnding ? name : `${name}.md`, mime: 'text/plain', bytes: new TextEncoder().encode(text) }
}
