/** Tools with which an assistant finds the services of its person. They are run by `run_agent`. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { MCP_ARGUMENTS } from '#contract/platform/mcp.ts'
import type { Service, ServiceDetail } from '#contract/services/services.ts'
import { argumentsOf, schemaOfArguments } from '#server/platform/http/arguments.ts'
import { callEndpoint } from '#server/platform/http/call-endpoint.ts'
import type { Handlers, Tool } from '#server/platform/http/handlers.ts'
import { ToolContext } from '#server/platform/http/tool-context.ts'

export interface ServiceToolDeps {
  handlers: Pick<Handlers, 'listServices' | 'getService'>
  publicUrl: string
}

const cardOf = ({ id, name, status, agent, runs, last_run_at, abilities }: Service, publicUrl: string) => ({
  service_id: id,
  name,
  agent_id: agent.slug,
  status,
  can_run: abilities.run.allowed,
  runs,
  last_run_at,
  address: `${publicUrl}/my-ai-services/${id}`,
})

const detailOf = (service: ServiceDetail, publicUrl: string): JsonObject => ({
  ...cardOf(service, publicUrl),
  promise: service.promise,
  does_not: service.does_not,
  disclaimer: service.disclaimer,
  input_schema: service.input_schema,
})

export const listServices = ({ handlers, publicUrl }: ServiceToolDeps): Tool => ({
  name: 'list_services',
  title: 'List my services',
  description:
    'Lists the services of the person: agents they added, each with its service_id, its status and whether it can be run now.',
  input_schema: schemaOfArguments(MCP_ARGUMENTS.list_services),
  reads_only: true,
  opens: 'listServices',
  call: async (args, context) => {
    const query = argumentsOf(MCP_ARGUMENTS.list_services, args)
    const { items, total } = await callEndpoint(handlers, 'listServices', { query }, new ToolContext(context))
    return { data: { services: items.map((one) => cardOf(one, publicUrl)), total } }
  },
})

export const getService = ({ handlers, publicUrl }: ServiceToolDeps): Tool => ({
  name: 'get_service',
  title: 'Describe a service',
  description:
    'Describes one service of the person: the JSON Schema of its input, what it does and what it does not do.',
  input_schema: schemaOfArguments(MCP_ARGUMENTS.get_service),
  reads_only: true,
  opens: 'getService',
  call: async (args, context) => {
    const { service_id: id } = argumentsOf(MCP_ARGUMENTS.get_service, args)
    const service = await callEndpoint(handlers, 'getService', { params: { id } }, new ToolContext(context))
    return { data: detailOf(service, publicUrl) }
  },
})
