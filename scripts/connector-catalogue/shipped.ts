/**
 * The ids of every app, action and trigger of the catalogue that was ever shipped. Workflows, keys and agents name them, so none of them may
 * disappear or be given to something else: the script adds to the list and never removes, and a test compares it with the catalogue.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../test/support/connectors/shipped-ids.txt')

interface WithIds {
  id: string
  actions: readonly { id: string }[]
  triggers?: readonly { id: string }[] | undefined
}

const sorted = (ids: Iterable<string>): string[] => [...new Set(ids)].sort()

/** A line for each app, as in the file: `app: action action | trigger`. */
export const shippedLine = ({ id, actions, triggers = [] }: WithIds): string =>
  `${id}: ${sorted(actions.map((one) => one.id)).join(' ')} | ${sorted(triggers.map((one) => one.id)).join(' ')}`.trimEnd()

/** What was shipped, by app. */
export function readShipped(): ReadonlyMap<string, WithIds> {
  const named = (text = '') =>
    text
      .split(' ')
      .filter(Boolean)
      .map((id) => ({ id }))
  return new Map(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [id = '', rest = ''] = line.split(': ')
        const [actions, triggers] = rest.split('|')
        return [id, { id, actions: named(actions), triggers: named(triggers) }]
      }),
  )
}

/** Adds what is new. */
export function recordShipped(apps: readonly WithIds[]): void {
  const all = new Map(readShipped())
  for (const { id, actions, triggers = [] } of apps) {
    const before = all.get(id)
    all.set(id, {
      id,
      actions: [...(before?.actions ?? []), ...actions],
      triggers: [...(before?.triggers ?? []), ...triggers],
    })
  }
  const lines = [...all.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(shippedLine)
  writeFileSync(FILE, `${lines.join('\n')}\n`)
}
