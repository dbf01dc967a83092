import type { ServiceDetail, UpdateService } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { serviceQuery } from './service-queries.ts'

/**
 * Saves a change and shows what the server made of it.
 * @param saved called then
 */
export function useUpdateService(service: ServiceDetail, saved?: () => void) {
  return useAction(async (change: UpdateService) => {
    const answer = await call('updateService', { params: { id: service.id }, body: change })
    queryClient.setQueryData(serviceQuery(service.id).queryKey, answer)
    void refresh('listServices', 'getDashboard')
    saved?.()
  })
}
