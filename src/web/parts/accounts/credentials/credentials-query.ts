/** The own credentials as the list has them, and where a connecting one leaves to. */
import { call, type DataOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'

export const credentialsQuery = q('listCredentials')
export type Credential = DataOf<'listCredentials'>['items'][number]

const BACK_KEY = 'chowk.connect.back'

/** Where a connected account was wanted; null for the settings. */
export const placeAfterConnecting = (): string | null => {
  const place = sessionStorage.getItem(BACK_KEY)
  return place !== null && /^\/(?![/\\])/.test(place) ? place : null
}

/**
 * Leaves for the page of the service, which sends back to /oauth2/gmail/callback.
 * @param back the page that leads on from there; the settings when absent
 */
export const startConnecting = async (id: Credential['id'], back?: string): Promise<void> => {
  const { url } = await call('connectCredential', { params: { id } })
  if (back === undefined) sessionStorage.removeItem(BACK_KEY)
  else sessionStorage.setItem(BACK_KEY, back)
  window.location.assign(url)
}
