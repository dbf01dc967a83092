/** Paths that exist answer 405 with `Allow` to every method they have no endpoint for. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { NOT_YET } from '#contract/not-yet.ts'

export const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Path → its methods. Paths that differ in the names of their parameters are one. */
export function methodsByPath(): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>()
  const served: readonly Pick<EndpointDefinition, 'path' | 'method' | 'any_method'>[] = [
    ...Object.values<EndpointDefinition>(api),
    ...NOT_YET,
  ]
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

export const allowOf = (methods: ReadonlySet<string>): string =>
  [...ANY.filter((method) => methods.has(method)), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')

export function refuseOtherMethods(app: FastifyInstance): void {
  for (const [path, methods] of methodsByPath()) {
    const others = ANY.filter((method) => !methods.has(method))
    if (others.length === 0) continue
    const allow = allowOf(methods)
    app.route({
      method: others as HTTPMethods[],
      url: routePath(path),
      exposeHeadRoute: false,
      schema: { hide: true } as object,
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new AppError('method_not_allowed')
      },
      handler: () => null,
    })
  }
}
