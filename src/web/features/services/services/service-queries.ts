import type { ChannelKindName } from '#contract/services/channel-values.ts'
import { type Query, q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'

export const serviceQuery = (id: string) => q('getService', { params: { id } })
export const schedulesQuery = (id: string) => q('listServiceSchedules', { params: { id } })
export const serviceHookQuery = (id: string) => q('getServiceHook', { params: { id } })
export const widgetQuery = (id: string) => q('getServiceWidget', { params: { id } })

export const chatQuery = (id: string) => q('getServiceChat', { params: { id } })
/** Of lists that grow page by page. */
export const GROWING_PAGE = 20
export const ratingsQuery = (id: string, offset = 0) =>
  q('listChatRatings', { params: { id }, query: { limit: GROWING_PAGE, offset } })

export const inboxSettingsQuery = (id: string) => q('getServiceInbox', { params: { id } })

export const channelQuery = (id: string, kind: ChannelKindName) => q('getServiceChannel', { params: { id, kind } })
export const channelPeopleQuery = (id: string, kind: ChannelKindName, offset = 0) =>
  q('listChannelPeople', { params: { id, kind }, query: { limit: GROWING_PAGE, offset } })

/** Shows what the server made of a change. What was asked for before, and comes after it, is not shown any more. */
export async function showSaved<T>({ queryKey }: Query<T>, saved: T): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, saved)
}
