/** `ctx.knowledge` of the nodes: the bases that the author of the workflow may use, no matter who runs it. Throws as `KnowledgePort` says. */
import { AppError } from '#contract/core/errors.ts'
import { KnowledgeId } from '#contract/knowledge/bases.ts'
import { KnowledgeSearch } from '#contract/knowledge/documents.ts'
import { NodeError } from '#nodes/node.ts'
import type { KnowledgePort, RunAs } from '#nodes/ports.ts'
import { authorUsesKnowledge, type KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { mergeAnswers } from '#server/areas/knowledge/search/merge-answers.ts'
import type { SearchKnowledge } from '#server/areas/knowledge/search/search.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import { type DocumentDeps, putDocument, removeNamed } from './documents.ts'

const absent = (cause?: unknown): NodeError =>
  new NodeError('knowledge_not_found', 'The author of this workflow has no such knowledge base', {
    field: 'knowledge_id',
    cause,
  })

function askedFor(base: string, who: RunAs): { grant: KnowledgeGrant; id: KnowledgeId } {
  const id = KnowledgeId.safeParse(base)
  if (!id.success || who.author === null) throw absent()
  return { grant: authorUsesKnowledge(who.author), id: id.data }
}

/** What the verbs refuse, as a step is told. */
async function asStep<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    if (cause.code === 'not_found') throw absent(cause)
    const [problem] = cause.problems
    const code = cause.code === 'forbidden' ? 'knowledge_forbidden' : cause.code
    throw new NodeError(code, problem?.message ?? cause.message, { retryable: cause.status >= 500, cause })
  }
}

export const createKnowledgePort = (deps: DocumentDeps, { search }: SearchKnowledge): KnowledgePort => ({
  async search({ bases, ...query }, who) {
    const asked = KnowledgeSearch.parse(query)
    const places = bases.map((base) => askedFor(base, who))
    const answers = await asStep(Promise.all(places.map(({ grant, id }) => search(grant, id, asked))))
    return mergeAnswers(answers, asked.limit)
  },
  async put({ base, file, metadata, replace }, who, key) {
    const { grant, id } = askedFor(base, who)
    const made_for = uuidOf(['knowledge', base, key])
    const bytes = Buffer.from(file.bytes)
    const document = await asStep(
      putDocument(deps, grant, id, { name: file.name, mime: file.mime, bytes, metadata, made_for, replace }),
    )
    return { document_id: document.id, name: document.name, version: document.version }
  },
  async remove({ base, name }, who) {
    const { grant, id } = askedFor(base, who)
    return { removed: await asStep(removeNamed(deps, grant, id, name)) }
  },
})
