/** What a service or custom agent says of itself to agents of others. */
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { originFor } from '#server/areas/services/protocol-runs/answer-files.ts'
import { readModel } from '#server/areas/services/protocol-runs/models.ts'
import { callEndpoint } from '#server/platform/http/call-endpoint.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { ToolContext } from '#server/platform/http/tool-context.ts'

export interface CardDeps {
  handlers: Pick<Handlers, 'getService' | 'getWorkflow'>
  /** Where programs reach the server; '' when that is not known. */
  publicUrl: string
}

interface Described {
  name: string
  description: string
  version: string
}

/** @throws AppError not_found also for another person's */
async function readAbout({ handlers }: CardDeps, model: string, context: RequestContext): Promise<Described> {
  const named = readModel(model)
  if (named === null) throw new AppError('not_found')
  const door = new ToolContext(context)
  if ('service_id' in named) {
    const found = await callEndpoint(handlers, 'getService', { params: { id: named.service_id } }, door)
    const limits = found.does_not.length > 0 ? `It does not: ${found.does_not.join('; ')}.` : ''
    const description = [found.promise, limits, found.disclaimer].filter(Boolean).join('\n') || found.agent.name
    return { name: found.name, description, version: String(found.version.number) }
  }
  // Who may run it may know its name, whatever else the key may not read.
  const found = await handlers.getWorkflow({ params: { id: named.workflow_id } }, door)
  const { name, description, revision } = found as { name: string; description: string; revision: number }
  return { name, description: description || name, version: String(revision) }
}

const TEXT = ['text/plain', 'application/json']

export async function cardOf(deps: CardDeps, model: string, context: RequestContext): Promise<JsonObject> {
  const { name, description, version } = await readAbout(deps, model, context)
  const origin = originFor(deps.publicUrl, context.client.host)
  return {
    name,
    description,
    version,
    supportedInterfaces: [{ url: `${origin}/a2a/${model}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'An API key of Chowk.' } } },
    securityRequirements: [{ schemes: { key: { list: [] } } }],
    defaultInputModes: [...TEXT, 'application/pdf', 'image/png', 'image/jpeg'],
    defaultOutputModes: TEXT,
    skills: [{ id: 'answer', name, description, tags: ['chowk'] }],
    documentationUrl: `${origin}/docs/a2a`,
  }
}
