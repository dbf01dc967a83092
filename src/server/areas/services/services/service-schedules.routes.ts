import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { addSchedule, changeSchedule, listSchedules, removeSchedule, type ScheduleDeps } from './schedules.ts'
import { mayUseServices } from './services.policy.ts'

type Names = 'listServiceSchedules' | 'addServiceSchedule' | 'changeServiceSchedule' | 'removeServiceSchedule'

export const serviceScheduleHandlers = (deps: ScheduleDeps): Pick<Handlers, Names> => ({
  listServiceSchedules: async ({ params, query }, { caller }) =>
    listPage(await listSchedules(deps, mayUseServices(caller), params.id), 'schedules', query),
  addServiceSchedule: ({ params, body }, { caller }) => addSchedule(deps, mayUseServices(caller), params.id, body),
  changeServiceSchedule: ({ params: { id: service, schedule }, body }, { caller }) =>
    changeSchedule(deps, mayUseServices(caller), { service, schedule }, body),
  removeServiceSchedule: ({ params: { id: service, schedule } }, { caller }) =>
    removeSchedule(deps, mayUseServices(caller), { service, schedule }),
})
