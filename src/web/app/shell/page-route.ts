/** From a page of the contract and its screen to a route: guard first, then the screen's own loader. */

import guards from 'virtual:guards'
import { matchRoutes, type RouteObject } from 'react-router'
import { session } from '#web/api/call.ts'
import { createMissingScreen } from '#web/app/errors/newer-build.ts'
import { PageError } from '#web/app/errors/page-error.tsx'
import { admit } from '#web/app/guards/admit.ts'
import type { ScreenArgs, ScreenModule } from '#web/app/router/screen-module.ts'
import type { PageHandle } from '#web/app/shell/shell.tsx'
import { PageLoading } from './loading.tsx'

export interface Handle extends PageHandle {
  /** Fetches the code of the screen and what its loader asks for. */
  ahead: (args: ScreenArgs) => Promise<void>
}

/** `{id}` of the contract is `:id` of the router. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

export function pageRoute(path: string, load: () => Promise<ScreenModule>): RouteObject {
  const guard = guards[path]
  if (!guard) throw new Error(`${path} is not a page of the contract`)
  const handle: Handle = {
    guard,
    ahead: async (args) => {
      const screen = await load()
      const { phase, user } = session.get()
      if (guard === 'public' || (phase === 'initialized' && user !== null)) await screen.loader?.(args)
    },
  }
  return {
    id: path,
    path: routerPath(path),
    handle,
    ErrorBoundary: PageError,
    HydrateFallback: PageLoading,
    lazy: async () => {
      const { Component, loader } = await load().catch(createMissingScreen)
      return {
        Component,
        loader: async ({ request, params }) => {
          const url = new URL(request.url)
          await admit(guard, url)
          await loader?.({ params, url })
          return null
        },
      }
    },
  }
}

/** Fetches the code and data of the page behind a link. What fails here fails again, and is shown, when it is opened. */
export const createPrefetcher = (routes: RouteObject[]) => (href: string) => {
  const url = new URL(href, window.location.origin)
  const leaf = matchRoutes(routes, url.pathname)?.at(-1)
  const handle = leaf?.route.handle as Handle | undefined
  handle?.ahead?.({ params: leaf?.params ?? {}, url }).catch(() => {})
}
