import type { AppList } from '#server/areas/connectors/apps/app-list.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { mayChangeOAuthApplications } from './oauth-applications.policy.ts'
import { deleteApplication, listApplications, saveApplication } from './oauth-applications.ts'

type Names = 'listOAuthApplications' | 'saveOAuthApplication' | 'deleteOAuthApplication'

export interface ApplicationParts {
  db: Database
  ring: KeyRing
  list: AppList
  redirect_uri: string
}

/** Where services deliver events of all accounts, by the name of the application. */
const eventAddresses = async (list: AppList, redirect_uri: string): Promise<Map<string, string>> =>
  new Map(
    [...(await list.events())].map(([application, id]) => [
      application,
      new URL(`/hooks/events/${id}`, redirect_uri).href,
    ]),
  )

export const oauthApplicationHandlers = ({
  db,
  ring,
  list,
  redirect_uri,
}: ApplicationParts): Pick<Handlers, Names> => ({
  listOAuthApplications: async ({ query }) => {
    const items = await listApplications(db, await list.applications(), await eventAddresses(list, redirect_uri))
    return listPage({ items, redirect_url: redirect_uri }, 'items', query)
  },
  saveOAuthApplication: async ({ params, body }, { caller }) => {
    await saveApplication(db, ring, mayChangeOAuthApplications(caller), { ...params, ...body })
    return { name: params.name }
  },
  deleteOAuthApplication: ({ params }, { caller }) =>
    deleteApplication(db, mayChangeOAuthApplications(caller), params.name),
})
