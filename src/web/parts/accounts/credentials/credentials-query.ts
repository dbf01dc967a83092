/** The own credentials as the list has them, and where a connecting one leaves to. */
import { call, type DataOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'

export const credentialsQuery = q('listCredentials')
export type Credential = DataOf<'listCredentials'>['items'][number]

/** Leaves for the page of the service, which sends back to /oauth2/gmail/callback. */
export const startConnecting = async (id: Credential['id']): Promise<void> => {
  const { url } = await call('connectCredential', { params: { id } })
  window.location.assign(url)
}
