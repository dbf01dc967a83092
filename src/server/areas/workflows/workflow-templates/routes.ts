import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
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
