import { q } from '#web/api/query.ts'

const PAGE_SIZE = 25

export const servicesQuery = (page: number) =>
  q('listServices', { query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } })
export const serviceQuery = (id: string) => q('getService', { params: { id } })
export const schedulesQuery = (id: string) => q('listServiceSchedules', { params: { id } })
export const widgetQuery = (id: string) => q('getServiceWidget', { params: { id } })
