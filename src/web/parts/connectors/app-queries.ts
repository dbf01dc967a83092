/** What the server knows of apps. */
import type { CredentialId } from '#contract/accounts/credentials.ts'
import { call, type DataOf, type InputOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'

export type App = DataOf<'getIntegration'>
export type AppSummary = DataOf<'listIntegrations'>['items'][number]
export type AppTrigger = DataOf<'getIntegrationTrigger'>
/** An action, or a trigger as if it were one. */
export type AppAction = DataOf<'getIntegrationAction'> & { trigger?: AppTrigger }
export type ActionMatch = AppSummary['matches'][number]
export type SignInWay = App['sign_in'][number]
export type AppPermissions = App['permissions']

export const appQuery = (id: string) => q('getIntegration', { params: { id } })
export const appsQuery = (query: NonNullable<InputOf<'listIntegrations'>['query']>) => q('listIntegrations', { query })
export const actionQuery = (integration: string, action: string) =>
  q('getIntegrationAction', { params: { integration, action } })

export const triggerQuery = (integration: string, trigger: string) =>
  q('getIntegrationTrigger', { params: { integration, trigger } })

/** A trigger where actions are expected: it reads, and gives its example. */
export const asAction = (trigger: AppTrigger): AppAction => ({
  ...trigger,
  ...{ effect: 'read', idempotent: true, output_schema: null, has_pages: false, docs_url: null, trigger },
  permissions: { hosts: [], scopes: [], effects: ['read'], secrets: [] },
})

/** An address from outside that may be linked to: nothing that would run. */
export const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\//i.test(url) ? url : null

/** This page, to come back to from the page of a service. */
export const herePlace = (): string => `${window.location.pathname}${window.location.search}`

/**
 * Opens the page of the service on which the person agrees, in a tab of its own: what is being built stays open.
 * @returns the address where the browser kept it from opening; null otherwise
 */
export async function openConsent(id: CredentialId): Promise<string | null> {
  const { url } = await call('connectCredential', { params: { id } })
  const tab = window.open(url, '_blank')
  if (!tab) return url
  tab.opener = null
  return null
}
