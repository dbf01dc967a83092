import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Ability } from '#contract/core/ability-values.ts'
import { pastShown } from '#web/canvas/model/draft/run-session.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { loadPins } from '#web/canvas/services/run/pins.ts'
import { leaveRun, openNewest, openRun } from '#web/canvas/services/run/run-control.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { RunInput } from './run-input.tsx'

const lookOnly = () => t('You can view this workflow but not run it.')

/**
 * Brings runs and pinned data to the open workflow: `&run=` is the past run that is looked at; without it the newest one is there,
 * with what it did on the cards and its data.
 */
export function RunsHere({ update }: { update: Ability }) {
  const [draft, view] = [useDraft(), useView()]
  const session = draft.run
  const [params, setParams] = useSearchParams()
  const named = params.get('run')
  const [plain] = useState(named === null)
  const past = useStore(session.past)
  const wanted = past?.id ?? null
  const onDraft = past !== null && past.draft === null
  const was = useRef<string | null>(null)
  useEffect(() => {
    // A lowered role, an archived or deleted workflow: a person who can no longer edit it cannot run it either.
    const follow = () => {
      const save = draft.save.get()
      if (save.state !== 'read_only') session.refusal.set(null)
      else if (save.reason !== pastShown())
        session.refusal.set(save.reason === update.reason ? lookOnly() : save.reason)
    }
    follow()
    const stop = draft.save.subscribe(follow)
    // Without them nothing is lost: nodes run, and the list comes with the next change.
    loadPins(draft).catch(() => {})
    return () => {
      stop()
      leaveRun(draft)
      const shown = session.past.get()?.draft
      if (shown) leaveRun(shown)
    }
  }, [draft, session, update.reason])
  useEffect(() => {
    if (plain) openNewest({ draft }).catch(() => {})
  }, [draft, plain])
  useEffect(() => {
    if (named !== null && named !== was.current) void openRun({ draft, view }, named, true)
  }, [named, draft, view])
  // The address follows what is looked at, so that a reload shows the same.
  useEffect(() => {
    if (was.current === wanted) return
    was.current = wanted
    setParams(
      (known) => {
        const next = new URLSearchParams(known)
        if (wanted === null) next.delete('run')
        else next.set('run', wanted)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [wanted, setParams])
  useEffect(() => {
    const save = draft.save.get()
    if (!onDraft || save.state === 'read_only') return
    draft.save.set({ state: 'read_only', reason: pastShown() })
    return () => draft.save.set(save)
  }, [onDraft, draft])
  return <RunInput />
}
