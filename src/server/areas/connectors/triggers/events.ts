/** Apps that deliver the events of all accounts to one address of the installation. */
import type { ServiceTrigger } from '#connectors/connector.ts'
import type { Catalogue } from '#server/areas/connectors/catalogue/catalogue.ts'
import { isPieceId, type PieceApps } from '#server/areas/connectors/plugins/piece-apps.ts'

interface EventHead {
  /** The name of the operator's registration, which holds what the service signs with. */
  application: string
}

export type Events = EventHead &
  (
    | {
        by: 'service'
        /** Of one of its triggers: they prove and greet alike. */
        delivery: (ServiceTrigger & { kind: 'event' })['delivery']
        /** Where a delivery says whose it is. */
        route: string
      }
    /** The code of the piece reads them. */
    | { by: 'piece' }
  )

/** Null for an app that has no such events. */
export const createEvents =
  ({ entries, find }: Catalogue, pieces: Pick<PieceApps, 'find'>) =>
  async (id: string): Promise<Events | null> => {
    if (isPieceId(id)) {
      const piece = await pieces.find(id)
      return piece?.head.triggers?.some(({ kind }) => kind === 'event') ? { by: 'piece', application: id } : null
    }
    const entry = entries.find((one) => one.id === id)
    const app = entry && (await find(id))
    const trigger = app?.head.triggers?.find((one) => one.kind === 'event')
    if (!entry || trigger?.kind !== 'event' || !('delivery' in trigger)) return null
    return {
      by: 'service',
      application: entry.application ?? id,
      delivery: trigger.delivery,
      route: trigger.route.pointer,
    }
  }
