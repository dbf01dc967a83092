/** The verbs of templates. They are code, not rows: what a version of the product brings is what its tests have run. */
import { AppError } from '#contract/core/errors.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import {
  TEMPLATE_CATEGORIES,
  type Template,
  type TemplateCategory,
  type TemplateQuery,
  type TemplateSummary,
} from '#contract/workflows/workflow-templates.ts'
import type { WorkflowSummary } from '#contract/workflows/workflows.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { createWorkflow } from '#server/areas/workflows/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isObject, listOrEmpty } from '#shared/json.ts'
import { TEMPLATES } from './all.ts'
import { COVERS } from './covers.ts'
import { nearest } from './nearest.ts'
import type { WorkflowTemplate } from './template.ts'
import * as store from './templates.store.ts'

const CATEGORY_NAMES: Record<TemplateCategory, string> = {
  healthcare: 'Healthcare',
  'document-processing': 'Document processing',
  finance: 'Finance',
  'customer-service': 'Customer service',
  general: 'General',
}

const STARTS: Readonly<Record<string, TemplateSummary['starts_with']>> = {
  chat_trigger: 'message',
  webhook_trigger: 'request',
}

/** What a run begins with: a document where its form takes one, else what is typed. */
function startOf({ nodes }: WorkflowTemplate['document']): TemplateSummary['starts_with'] {
  const known = nodes.flatMap(({ type }) => STARTS[type] ?? [])[0]
  if (known) return known
  const fields = nodes.flatMap(({ type, config }) => (type === 'input_form' ? listOrEmpty(config.fields) : []))
  return fields.some((field) => isObject(field) && field.type === 'file') ? 'document' : 'form'
}

export function presentTemplate({
  slug,
  name,
  description,
  category,
  tags,
  needs,
  document,
}: WorkflowTemplate): TemplateSummary {
  const steps = document.nodes.map(({ title, type, position }) => {
    const { icon = 'box', category: kind = 'data' } = catalogue.get(type) ?? {}
    return { title, type, icon, category: kind, ...position }
  })
  const places = new Map(document.nodes.map(({ id }, index) => [id, index]))
  const lines = document.edges.flatMap(({ from, to }) => {
    const [start, end] = [places.get(from.node), places.get(to.node)]
    return start === undefined || end === undefined ? [] : [{ from: start, to: end }]
  })
  return {
    ...{ id: slug, name, description, category, tags: [...tags], needs, steps, lines },
    starts_with: startOf(document),
    // Steps of a template cost something where they ask a model, and what that takes depends on the model.
    cost_paise: needs.model === 'needed' ? null : 0,
    result: COVERS.get(slug) ?? null,
  }
}

export function listTemplates({ search, category, limit, offset }: TemplateQuery) {
  const among = category ? TEMPLATES.filter((template) => template.category === category) : TEMPLATES
  const found = search?.trim() ? nearest(among, search) : among
  return { items: found.slice(offset, offset + limit).map(presentTemplate), total: found.length, limit, offset }
}

/** @throws not_found */
export function findTemplate(slug: string): WorkflowTemplate {
  const found = TEMPLATES.find((template) => template.slug === slug)
  if (!found) throw new AppError('not_found')
  return found
}

/** @throws not_found */
export function getTemplate(slug: string): Template {
  const found = findTemplate(slug)
  const { sample, expected, document } = found
  return { ...presentTemplate(found), sample, expected, document: JsonObject.parse(document) }
}

export function listTemplateCategories() {
  return TEMPLATE_CATEGORIES.map((slug) => ({
    slug,
    name: CATEGORY_NAMES[slug],
    templates: TEMPLATES.filter(({ category }) => category === slug).length,
  }))
}

const MOST_STARTED = 5

export async function summariseTemplates(db: Queryable) {
  const started = await store.countStarted(db)
  const counted = TEMPLATES.map(({ slug, name }) => ({ id: slug, name, started: started.get(slug) ?? 0 }))
  return {
    templates: TEMPLATES.length,
    categories: TEMPLATE_CATEGORIES.length,
    without_model: TEMPLATES.filter(({ needs }) => needs.model !== 'needed').length,
    started: counted.reduce((sum, one) => sum + one.started, 0),
    most_started: counted
      .filter((one) => one.started > 0)
      .sort((a, b) => b.started - a.started)
      .slice(0, MOST_STARTED),
  }
}

/** @throws not_found, limit_reached */
export async function startFromTemplate(
  db: Database,
  grant: EditGrant,
  slug: string,
  wanted: { name?: string | undefined },
): Promise<WorkflowSummary> {
  const { name, description, document, sample } = findTemplate(slug)
  const made = await createWorkflow(db, grant, {
    name: wanted.name ?? name,
    description,
    document: JsonObject.parse(document),
  })
  await store.keepTemplate(db, made.id, { template: slug, samples: [sample] })
  const { id, revision, nodes, created_at, updated_at } = made
  return { id, name: made.name, description: made.description, revision, nodes, created_at, updated_at }
}
