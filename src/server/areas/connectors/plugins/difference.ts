/** What another version of a plugin asks for or says that the installed one does not. */
import type { Action, Manifest, Trigger } from '#connectors/connector.ts'
import { canonicalJson, compareConnectors, readManifest } from '#connectors/manifest.ts'
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import type { PluginDifference, PluginTrigger } from '#contract/connectors/plugins.ts'
import { summaryOf } from '#server/areas/connectors/catalogue/app.ts'
import { parted } from '#server/areas/connectors/packages/parted.ts'
import { presentTriggers } from './plugin-triggers.ts'
import type { PackageRow } from './plugins.store.ts'

type Version = Pick<PackageRow, 'head' | 'actions' | 'triggers' | 'version'>

const manifestOf = ({ head, actions }: Version): Manifest => readManifest({ ...head, actions })

const missingIn = <T extends { id: string }>(list: readonly T[], other: readonly T[]): T[] =>
  list.filter(({ id }) => !other.some((one) => one.id === id))

function wordsOf(before: ReadonlyMap<string, Action>, after: ReadonlyMap<string, Action>, id: string) {
  const [from, to] = [before.get(id)?.description ?? '', after.get(id)?.description ?? '']
  return { from, to }
}

/** What a trigger is beyond its words: what is entered, and how it learns of things. */
const madeOf = (trigger: Trigger | undefined): string =>
  canonicalJson(trigger && [trigger.kind, trigger.input, isPieceTrigger(trigger) ? trigger.piece : null])

function compareTriggers(before: Version, after: Version): PluginDifference['triggers'] {
  const [old, now] = [presentTriggers(before), presentTriggers(after)]
  const find = ({ head }: Version, id: string) => head.triggers?.find((one) => one.id === id)
  const changed = now.flatMap((next) => {
    const was = old.find(({ id }) => id === next.id)
    if (!was) return []
    const words = was.title === next.title && was.description === next.description
    const said = ({ title, description }: PluginTrigger) =>
      was.title === next.title ? description : `${title}: ${description}`
    const input_changed = madeOf(find(before, next.id)) !== madeOf(find(after, next.id))
    if (words && !input_changed) return []
    const { id, title } = next
    return [{ id, title, description: words ? null : { from: said(was), to: said(next) }, input_changed }]
  })
  return { added: missingIn(now, old), removed: missingIn(old, now), changed }
}

/** @param added hosts that admins added to the installed one: they stay, and are no part of the difference */
export function differenceOf(before: Version, after: Version): PluginDifference {
  const [old, now] = [manifestOf(before), manifestOf(after)]
  const found = compareConnectors(
    { ...before.head, actions: before.actions },
    { ...after.head, actions: after.actions },
  )
  const [known, next] = [before, after].map(({ actions }) => new Map(actions.map((one) => [one.id, one])))
  const triggers = compareTriggers(before, after)
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
    triggers,
    needs_agreement:
      found.needs_agreement ||
      licenceBefore !== licenceAfter ||
      triggers.changed.some(({ description }) => description !== null),
  }
}
