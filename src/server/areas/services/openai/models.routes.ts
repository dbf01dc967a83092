/** Services and custom agents as the models that clients of OpenAI's API list. */
import { api } from '#contract/api.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { OpenAiModel } from '#contract/services/openai.ts'
import { agentModel, EMBEDDING_MODEL, serviceModel } from '#contract/services/openai-values.ts'
import type { HubItem } from '#contract/workflows/workflow-hub.ts'
import { secondsOf } from '#server/areas/services/protocol-runs/agent-runs.routes.ts'
import { enforceAccess } from '#server/platform/http/access.ts'
import { callEndpoint } from '#server/platform/http/call-endpoint.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { ToolContext } from '#server/platform/http/tool-context.ts'

export interface ModelListDeps {
  handlers: Pick<Handlers, 'listServices' | 'listHub'>
}

const PAGE = 100
/** Of services, and of custom agents: the list is for choosing from, and all that are left out can still be named. */
const MOST = 500

const modelOf = (id: string, created: string, chowk: OpenAiModel['chowk']): OpenAiModel => ({
  id,
  object: 'model',
  created: secondsOf(created),
  owned_by: 'chowk',
  chowk,
})

const EMBEDDING = modelOf(EMBEDDING_MODEL, '2026-11-29T00:00:00Z', {
  name: 'Embedding model of this installation',
  kind: 'embedding',
  can_run: true,
})

/** Pages of a list, one after the other. */
async function readAll<Item>(page: (offset: number) => Promise<{ items: Item[]; total: number }>): Promise<Item[]> {
  const found: Item[] = []
  for (let offset = 0; offset < MOST; offset += PAGE) {
    const { items, total } = await page(offset)
    found.push(...items)
    if (offset + PAGE >= total) break
  }
  return found
}

/** None where the caller may have none. */
async function ifAllowed<Item>(work: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return []
    throw error
  }
}

async function serviceModels({ handlers }: ModelListDeps, context: RequestContext): Promise<OpenAiModel[]> {
  const services = await readAll(async (offset) =>
    callEndpoint(handlers, 'listServices', { query: { limit: PAGE, offset } }, new ToolContext(context)),
  )
  return services.map(({ id, name, created_at, abilities }) =>
    modelOf(serviceModel(id), created_at, { name, kind: 'service', can_run: abilities.run.allowed }),
  )
}

const isRunnable = ({ problems, archived_at, role }: HubItem): boolean =>
  problems === 0 && archived_at === null && role !== 'viewer'

/** A key that may list models sees them here, whatever else it may not do with workflows. */
async function agentModels({ handlers }: ModelListDeps, context: RequestContext): Promise<OpenAiModel[]> {
  enforceAccess(api.listHub.access, context.caller)
  const agents = await readAll(async (offset) => {
    const query = api.listHub.query.parse({ shape: 'agent', limit: PAGE, offset })
    return (await handlers.listHub({ query }, new ToolContext(context))) as { items: HubItem[]; total: number }
  })
  return agents.map((item) =>
    modelOf(agentModel(item.id), item.created_at, { name: item.name, kind: 'agent', can_run: isRunnable(item) }),
  )
}

export async function listModels(deps: ModelListDeps, context: RequestContext): Promise<OpenAiModel[]> {
  const [services, agents] = await Promise.all([
    ifAllowed(() => serviceModels(deps, context)),
    ifAllowed(() => agentModels(deps, context)),
  ])
  return [...services, ...agents, EMBEDDING]
}

/** @throws AppError not_found */
export async function getModel(deps: ModelListDeps, id: string, context: RequestContext): Promise<OpenAiModel> {
  const found = (await listModels(deps, context)).find((one) => one.id === id)
  if (found === undefined) throw fieldError('model', 'There is no such model. List yours at /v1/models.', 'not_found')
  return found
}
