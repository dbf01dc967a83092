import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import {
  createSkill,
  deleteSkill,
  exportSkill,
  getSkill,
  getSkillFile,
  importSkill,
  listSkills,
  updateSkill,
} from './skills.ts'

type Names =
  | 'listSkills'
  | 'createSkill'
  | 'importSkill'
  | 'getSkill'
  | 'updateSkill'
  | 'getSkillFile'
  | 'exportSkill'
  | 'deleteSkill'

export const skillHandlers = (db: Database): Pick<Handlers, Names> => ({
  listSkills: async ({ query }, { caller }) => listPage(await listSkills(db, mayEditWorkflows(caller)), 'items', query),
  createSkill: ({ body }, { caller }) => createSkill(db, mayEditWorkflows(caller), body.text),
  importSkill: async ({ query }, context) =>
    importSkill(db, mayEditWorkflows(context.caller), await context.upload(), query.replace === 'yes'),
  getSkill: ({ params }, { caller }) => getSkill(db, mayEditWorkflows(caller), params.id),
  updateSkill: ({ params, body }, { caller }) => updateSkill(db, mayEditWorkflows(caller), params.id, body),
  getSkillFile: ({ params, query }, { caller }) => getSkillFile(db, mayEditWorkflows(caller), params.id, query.path),
  exportSkill: async ({ params }, { caller }) => {
    const file = await exportSkill(db, mayEditWorkflows(caller), params.id)
    return { ...file, type: 'file', mime: 'application/zip', bytes: null, disposition: 'attachment' }
  },
  deleteSkill: ({ params }, { caller }) => deleteSkill(db, mayEditWorkflows(caller), params.id),
})
