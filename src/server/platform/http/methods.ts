/** Paths that exist say which methods they have: to OPTIONS, and in 405 to every other one. */
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
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

/** Those of paths without parameters first: they are served first, too. */
const matchers = [...methodsByPath()]
  .map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    parameters: path.split('{').length,
    methods,
  }))
  .sort((a, b) => a.parameters - b.parameters)

/** The methods of each path that fits an address, of the one that is served first. */
export function methodsAt(url: string): ReadonlySet<string>[] {
  const pathname = url.replace(/[?#].*$/s, '')
  return matchers.filter(({ pattern }) => pattern.test(pathname)).map(({ methods }) => methods)
}

const HIDDEN = { exposeHeadRoute: false, schema: { hide: true } as object } as const

const hasMethod = (methods: ReadonlySet<string>, method: string): boolean =>
  methods.has(method === 'HEAD' ? 'GET' : method)

const othersThan = (methods: ReadonlySet<string>): HTTPMethods[] =>
  [...ANY, 'HEAD' as const].filter((method) => !hasMethod(methods, method))

function refuse(reply: FastifyReply, methods: ReadonlySet<string>): never {
  reply.header('allow', allowHeader(methods))
  throw new AppError('method_not_allowed')
}

const answerOptions = (reply: FastifyReply, methods: ReadonlySet<string>): FastifyReply =>
  reply.code(204).header('allow', allowHeader(methods)).send()

function refuseAt(app: FastifyInstance, path: string, methods: ReadonlySet<string>, refused: HTTPMethods[]): void {
  if (refused.length === 0) return
  app.route({
    ...HIDDEN,
    method: refused,
    url: routePath(path),
    onRequest: async (_request, reply) => refuse(reply, methods),
    handler: () => null,
  })
}

/** Answers OPTIONS at a path that is no endpoint, and 405 to every method that it does not have. */
export function refuseOthersAt(app: FastifyInstance, path: string, methods: ReadonlySet<string>): void {
  app.route({
    ...HIDDEN,
    method: 'OPTIONS',
    url: routePath(path),
    handler: async (_request, reply) => answerOptions(reply, methods),
  })
  refuseAt(app, path, methods, othersThan(methods))
}

/**
 * The same for what no route takes, at every endpoint. Routes of their own for the methods that paths do not have would be three quarters
 * of all, and a third of what a start computes before it listens.
 */
export function answerOtherMethods(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const [methods] = methodsAt(request.url)
    if (methods === undefined || hasMethod(methods, request.method)) return
    return request.method === 'OPTIONS' ? answerOptions(reply, methods) : refuse(reply, methods)
  })
}

/** Where a path with a parameter would take them, such as `/agents/{id}` what is sent to `/agents/mine`, they have routes. */
export function refuseTakenMethods(app: FastifyInstance): void {
  for (const [path, methods] of methodsByPath()) {
    const [, ...behind] = methodsAt(path)
    const taken = othersThan(methods).filter((method) => behind.some((other) => hasMethod(other, method)))
    refuseAt(app, path, methods, taken)
  }
}
