import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import { saidOfSetup } from '#web/canvas/services/analysis/said.ts'
import type { Setup, SetupItem } from '#web/canvas/services/analysis/setup.ts'
import { useAnalysis, useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useStore } from '#web/lib/store.ts'
import { credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { askAction, useActions } from './app-actions.ts'
import { actionsIn, withApps } from './app-setup.ts'

/** Changes this close to each other are looked at once, in ms. */
const WAIT_MS = 200

export const keyOf = ({ node, field, message }: SetupItem): string => `${node ?? ''} ${field ?? `: ${message}`}`

/**
 * What the list of the worker lacks: credentials that are named and not there.
 * @param own those of the workflow's owner; undefined when they are not known
 */
export function withCredentials(
  { items, credentials }: Setup,
  own: readonly { id: string }[] | undefined,
): SetupItem[] {
  if (!own) return items
  const there = new Set(own.map(({ id }) => id))
  const gone = credentials.filter(({ id }) => !there.has(id)).map(({ item }) => item)
  const left = [...items]
  for (const item of gone) {
    // With the rest of its node, or where nothing else is wrong with that, at the end.
    const at = left.findLastIndex(({ node }) => node === item.node)
    left.splice(at < 0 ? left.length : at + 1, 0, item)
  }
  return left
}

/** Everything that is still to be set up, in order; null until it is known. */
export function useSetup(): readonly SetupItem[] | null {
  const document = useDocument()
  const { problems } = useAnalysis()
  const readOnly = useStore(useDraft().save).state === 'read_only'
  const [setup, setSetup] = useState<Setup | null>(null)
  const actions = useActions()
  // A member does not see which credentials the owner has.
  const { own } = useStore(useView().about)
  const { data } = useQuery({ ...credentialsQuery, enabled: own && !readOnly && (setup?.credentials.length ?? 0) > 0 })
  const needed = useMemo(() => actionsIn(document), [document])
  useEffect(() => {
    for (const key of needed) void askAction(key)
  }, [needed])
  useEffect(() => {
    let left = false
    const timer = setTimeout(() => {
      ask('setup', { document, problems }).then(
        (next) => {
          if (!left) setSetup(saidOfSetup(next))
        },
        () => undefined,
      )
    }, WAIT_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [document, problems])
  if (setup === null || needed.some((key) => actions[key] === undefined)) return null
  return withApps(withCredentials(setup, own ? data?.items : undefined), document, actions)
}
