import { listPage } from '#server/areas/core/page.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/database/database.ts'
import type { Handlers } from '#server/http/handlers.ts'
import {
  getTemplate,
  listTemplateCategories,
  listTemplates,
  startFromTemplate,
  summariseTemplates,
} from './templates.ts'

type Names = 'listTemplates' | 'getTemplate' | 'listTemplateCategories' | 'getTemplateSummary' | 'useTemplate'

export const workflowTemplateHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  listTemplates: async ({ query }) => listTemplates(query),
  getTemplate: async ({ params }) => getTemplate(params.id),
  listTemplateCategories: async ({ query }) => listPage({ items: listTemplateCategories() }, 'items', query),
  getTemplateSummary: () => summariseTemplates(db),
  useTemplate: ({ params, body }, { caller }) => startFromTemplate(db, mayEditWorkflows(caller), params.id, body),
})
