/** Apps of the catalogue that deliver the events of all accounts to one address of the installation. */
import type { Trigger } from '#connectors/connector.ts'
import type { Catalogue } from '#server/areas/connectors/catalogue/catalogue.ts'

export interface Events {
  /** The name of the operator's registration, which holds what the service signs with. */
  application: string
  /** Of one of its triggers: they prove and greet alike. */
  delivery: (Trigger & { kind: 'event' })['delivery']
  /** Where a delivery says whose it is. */
  route: string
}

/** Null for an app that has no such events. */
export const createEvents =
  ({ entries, find }: Catalogue) =>
  async (id: string): Promise<Events | null> => {
    const entry = entries.find((one) => one.id === id)
    const app = entry && (await find(id))
    const trigger = app?.head.triggers?.find((one) => one.kind === 'event')
    if (!entry || trigger?.kind !== 'event') return null
    return { application: entry.application ?? id, delivery: trigger.delivery, route: trigger.route.pointer }
  }
