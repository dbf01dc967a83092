import { useEffect, useRef } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { ANYWHERE } from '#web/canvas/model/draft/view.ts'
import { adding } from '#web/canvas/model/edits/edits.ts'
import { APP_ACTION } from '#web/canvas/model/graph/app-step.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { actionQuery } from '#web/parts/connectors/app-queries.ts'
import { useAdd } from './use-add.ts'
import { additionOf } from './use-app-choices.tsx'

/** Adds a step that runs an action of an app, once: behind a start by hand in an empty workflow. */
export function BeginWithAction({ app, action, onDone }: { app: string; action: string; onDone: () => void }) {
  const [draft, view, add] = [useDraft(), useView(), useAdd()]
  const began = useRef(false)
  useEffect(() => {
    if (began.current || draft.save.get().state === 'read_only') return
    began.current = true
    const begin = async () => {
      const [found, palette] = await Promise.all([queryClient.fetchQuery(actionQuery(app, action)), ask('palette')])
      const entry = palette.find(({ type }) => type === APP_ACTION)
      const trigger = palette.find(({ type }) => type === 'manual_trigger')
      if (!entry || !trigger) return
      const chosen = { app: found.integration, action: found, on: false }
      const addition = await additionOf(entry, chosen, view.about.get().own)
      const document = draft.document.get()
      if (document.nodes.length > 0) return void (await add(addition, ANYWHERE))
      const place = { at: { x: 0, y: 0 }, from: null, into: null, port: 'out' }
      const made = adding(document, { ...trigger, config: {} }, place)
      draft.perform(made.operation, { label: t('Added “{title}”', { title: trigger.title }) })
      await add(addition, { at: null, from: { node: made.id, port: 'out' }, into: null })
    }
    begin()
      .catch(() => view.message.set({ text: t('This action couldn’t be added. Add it with N.'), tone: 'bad' }))
      .finally(onDone)
  }, [app, action, add, draft, view, onDone])
  return null
}
