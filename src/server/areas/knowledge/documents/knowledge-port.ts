/** `ctx.knowledge` of the nodes: the bases that the author of the workflow may use, and those that the owner of the run chose. Throws as `KnowledgePort` says. */
import { AppError } from '#contract/core/errors.ts'
import { KnowledgeId } from '#contract/knowledge/bases.ts'
import { KnowledgeSearch } from '#contract/knowledge/documents.ts'
import { NodeError } from '#nodes/node.ts'
import type { KnowledgePort, RunAs } from '#nodes/ports.ts'
import {
  authorUsesKnowledge,
  type KnowledgeGrant,
  runnerUsesChosen,
} from '#server/areas/knowledge/bases/bases.policy.ts'
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

const refusedChoice = (code: string, message: string, cause: unknown): NodeError =>
  new NodeError(code, message, { field: 'base', cause })

/** What the search of a chosen base refuses, as its step is told. */
async function asChosen<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const code = cause instanceof AppError ? cause.code : null
    if (code === 'forbidden')
      throw refusedChoice(
        'knowledge_not_chosen',
        'The person who started this run didn’t choose this knowledge base',
        cause,
      )
    if (code === 'unauthenticated')
      throw refusedChoice(
        'knowledge_not_chosen',
        'Knowledge bases can be chosen only by people who are signed in',
        cause,
      )
    if (code === 'not_found') throw refusedChoice('knowledge_not_found', CHOICE_GONE, cause)
    throw cause
  }
}

const CHOICE_GONE =
  'The knowledge base chosen for this run was deleted or is no longer shared with you. Choose another one and run again.'

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
  async searchChosen({ base, ...query }, who) {
    const asked = KnowledgeSearch.parse(query)
    return asChosen(async () => search(runnerUsesChosen(who, base), KnowledgeId.parse(base), asked))
  },
  async put({ base, file, metadata, replace }, who, key) {
    const { grant, id } = askedFor(base, who)
    const made_for = uuidOf(['knowledge', base, key])
    const bytes = Buffer.from(file.bytes)
    const document = await asStep(
      putDocument(deps, grant, id, {
        name: file.name,
        mime: file.mime,
        bytes,
        metadata,
        made_for,
        execution_id: who.execution ?? null,
        replace,
      }),
    )
    return { document_id: document.id, name: document.name, version: document.version }
  },
  async remove({ base, name }, who) {
    const { grant, id } = askedFor(base, who)
    return { removed: await asStep(removeNamed(deps, grant, id, name)) }
  },
})
