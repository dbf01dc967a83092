/** Finds apps and actions by what a creator types. */
import type { IndexedApp } from './indexed-app.ts'

export interface Match {
  id: string
  /** The actions that fit best, best first. */
  actions: string[]
}

export function createSearch(apps: readonly IndexedApp[]): (term: string) => Match[] {
  return (term) => {
    const words = term.toLowerCase().split(/\s+/).filter(Boolean)
    return apps.flatMap((app) => {
      const head = [app.name, ...app.aliases].join(' ').toLowerCase()
      const fitting = app.actions.filter(({ title, verbs }) => {
        const text = [head, title, ...verbs].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      })
      return fitting.length > 0 ? [{ id: app.id, actions: fitting.map(({ id }) => id) }] : []
    })
  }
}
