/** What a person agrees to, read off a connector. */
import type { Action, Connector, Manifest } from './connector.ts'

const hostOf = (address: string): string => address.replace(/^https?:\/\//i, '').split('/')[0] ?? ''

/** Of all it can do, or of one action. */
export function manifestOf(connector: Connector, action?: Action): Manifest {
  const actions = action ? [action] : connector.actions
  const own = actions.flatMap(({ call }) => (call.type === 'http' && call.base_url ? [hostOf(call.base_url)] : []))
  const ways = connector.sign_in
  return {
    hosts: [...new Set([hostOf(connector.base_url), ...connector.hosts, ...own])],
    scopes: [...new Set(ways.flatMap((way) => (way.type === 'oauth2' ? way.scopes.map(({ name }) => name) : [])))],
    effects: [...new Set(actions.map(({ effect }) => effect))],
    secrets: [
      ...new Set(
        ways.flatMap((way) =>
          way.type === 'fields' ? way.fields.filter((one) => one.secret).map(({ label }) => label) : [],
        ),
      ),
    ],
  }
}
