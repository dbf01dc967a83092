/** What another version of a plugin asks for or says that the installed one does not. */
import type { Action, Manifest } from '#connectors/connector.ts'
import { compareConnectors, readManifest } from '#connectors/manifest.ts'
import type { PluginDifference } from '#contract/connectors/plugins.ts'
import { summaryOf } from '#server/areas/connectors/catalogue/app.ts'
import type { PackageRow } from './plugins.store.ts'

const parted = <T>(before: readonly T[], after: readonly T[]) => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
})

type Version = Pick<PackageRow, 'head' | 'actions' | 'triggers' | 'version'>

const manifestOf = ({ head, actions }: Version): Manifest => readManifest({ ...head, actions })

const missingIn = <T extends { id: string }>(list: readonly T[], other: readonly T[]): T[] =>
  list.filter(({ id }) => !other.some((one) => one.id === id))

function wordsOf(before: ReadonlyMap<string, Action>, after: ReadonlyMap<string, Action>, id: string) {
  const [from, to] = [before.get(id)?.description ?? '', after.get(id)?.description ?? '']
  return { from, to }
}

/** @param added hosts that admins added to the installed one: they stay, and are no part of the difference */
export function differenceOf(before: Version, after: Version): PluginDifference {
  const [old, now] = [manifestOf(before), manifestOf(after)]
  const found = compareConnectors(
    { ...before.head, actions: before.actions },
    { ...after.head, actions: after.actions },
  )
  const [known, next] = [before, after].map(({ actions }) => new Map(actions.map((one) => [one.id, one])))
  const [licenceBefore, licenceAfter] = [before.head.licence, after.head.licence]
  return {
    from: before.version,
    hosts: parted(old.hosts, now.hosts),
    scopes: parted(old.scopes, now.scopes),
    effects: parted(old.effects, now.effects),
    secrets: parted(old.secrets, now.secrets),
    licence: licenceBefore === licenceAfter ? null : { from: licenceBefore, to: licenceAfter },
    sign_in_changed: found.sign_in_changed,
    actions: {
      added: missingIn(after.actions, before.actions).map(summaryOf),
      removed: missingIn(before.actions, after.actions).map(summaryOf),
      changed: found.changed
        .map(({ id, title, asks_more, words_changed, input_changed }) => ({
          ...{ id, title, input_changed },
          // Any action may talk to each host of the piece, so hosts are told once.
          asks_more: asks_more.filter((one) => !now.hosts.includes(one)),
          description: words_changed && known && next ? wordsOf(known, next, id) : null,
        }))
        .filter((one) => one.asks_more.length > 0 || one.description !== null || one.input_changed),
    },
    triggers: {
      added: missingIn(after.triggers, before.triggers),
      removed: missingIn(before.triggers, after.triggers),
    },
    needs_agreement: found.needs_agreement || licenceBefore !== licenceAfter,
  }
}
