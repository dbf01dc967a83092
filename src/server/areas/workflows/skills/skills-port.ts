/** `ctx.skills` of the nodes: skills of the workflow's author, in the revisions that the document names. */
import { UserId } from '#contract/core/primitives.ts'
import type { SkillRevisionId } from '#contract/workflows/skills.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunAs, SkillsPort } from '#nodes/ports.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './skills.store.ts'

const notFound = () =>
  new NodeError('skill_not_found', 'A skill of this agent was deleted or belongs to another account', {
    field: 'skills',
  })

/** @throws NodeError */
function authorOf({ author }: RunAs): UserId {
  const id = UserId.safeParse(author)
  if (!id.success) throw notFound()
  return id.data
}

export const createSkillsPort = (db: Queryable): SkillsPort => ({
  async list(ids, who) {
    const found = new Map((await store.findRevisions(db, authorOf(who), ids)).map((one) => [one.id, one]))
    return ids.map((id) => {
      const skill = found.get(id)
      if (!skill) throw notFound()
      return skill
    })
  },
  async read(id, who) {
    const revision = id as SkillRevisionId
    const skill = await store.findRevision(db, authorOf(who), revision)
    if (!skill) throw notFound()
    const files = await store.findFiles(db, revision)
    return { body: skill.body, files: files.map(({ path, is_text }) => ({ path, readable: is_text })) }
  },
  async readFile(id, path, who) {
    const file = await store.findContent(db, authorOf(who), id as SkillRevisionId, path)
    if (!file) return { type: 'missing' }
    return file.is_text ? { type: 'text', text: file.content.toString('utf8') } : { type: 'binary' }
  },
})
