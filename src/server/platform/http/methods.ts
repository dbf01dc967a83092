/** Paths that exist say which methods they have: to OPTIONS, and in 405 to every other one. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { AppError } from '#contract/core/errors.ts'

export const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Path → its methods. Paths that differ in the names of their parameters are one. */
export function methodsByPath(): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>()
  const served = Object.values<EndpointDefinition>(api)
  const names = new Map<string, string>()
  for (const { path, method, any_method } of served) {
    const shape = path.replace(/\{\w+\}/g, '{}')
    const name = names.get(shape) ?? path
    names.set(shape, name)
    const methods = paths.get(name) ?? new Set()
    paths.set(name, methods)
    for (const one of any_method ? ANY : [method]) methods.add(one)
  }
  return paths
}

export const allowHeader = (methods: ReadonlySet<string>): string =>
  [...ANY.filter((method) => methods.has(method)), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')

const HIDDEN = { exposeHeadRoute: false, schema: { hide: true } as object } as const

/** Answers OPTIONS at a path, and 405 to every method that it does not have. */
export function refuseOthersAt(app: FastifyInstance, path: string, methods: ReadonlySet<string>): void {
  const allow = allowHeader(methods)
  const others: HTTPMethods[] = ANY.filter((method) => !methods.has(method))
  if (!methods.has('GET')) others.push('HEAD')
  const url = routePath(path)
  app.route({
    ...HIDDEN,
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => reply.code(204).header('allow', allow).send(),
  })
  if (others.length === 0) return
  app.route({
    ...HIDDEN,
    method: others,
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed')
    },
    handler: () => null,
  })
}

export function refuseOtherMethods(app: FastifyInstance): void {
  for (const [path, methods] of methodsByPath()) refuseOthersAt(app, path, methods)
}
