import { useEffect, useState } from 'react'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { saveTrouble, saveWords } from './save-words.ts'

/** How far the workflow is saved, with the time. Only a change of state is said aloud, not every second. */
export function SaveState() {
  const save = useStore(useDraft().save)
  const [now, setNow] = useState(() => Date.now())
  const at = save.state === 'saved' ? save.at : null
  useEffect(() => {
    setNow(Date.now())
    if (at === null) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  return (
    <p className={`shrink-0 text-base ${save.state === 'waiting' ? 'font-medium text-warn' : 'text-muted'}`}>
      <span role="status" className="sr-only">
        {save.state === 'saved' ? t('Saved') : saveWords(save, 0)}
      </span>
      <span aria-hidden="true">{saveWords(save, Math.max(now, at ?? 0))}</span>
    </p>
  )
}

/** Beneath the bar: why changes are not saved, what became of them, and how to take them along. */
export function SaveTrouble() {
  const draft = useDraft()
  const save = useStore(draft.save)
  const unsent = useStore(draft.sync.unsent)
  const connected = useStore(draft.sync.connected)
  const news = useStore(draft.sync.news)
  const trouble = saveTrouble(save, unsent, connected)
  const { message } = useView()
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => message.set({ text: t('Copied the workflow with your changes'), tone: 'info' }),
      () => message.set({ text: t('Your browser doesn’t allow copying. Download it instead.'), tone: 'bad' }),
    )
  const text = () => JSON.stringify(draft.document.get(), null, 2)
  if (trouble === null && news === null) return null
  const isOver = save.state === 'read_only'
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5 text-base ${
        trouble !== null && !isOver ? 'bg-warn-soft text-warn' : 'bg-sunken text-ink'
      }`}
    >
      <p className="grow">
        <bdi>{trouble ?? news}</bdi>
      </p>
      {isOver && unsent > 0 && (
        <>
          <Button size="sm" onClick={() => saveFile('workflow-with-my-changes.json', text(), 'application/json')}>
            {t('Download with my changes')}
          </Button>
          <Button size="sm" onClick={() => void copy()}>
            {t('Copy with my changes')}
          </Button>
        </>
      )}
      {trouble === null && (
        <Button size="sm" variant="ghost" onClick={() => draft.sync.news.set(null)}>
          {t('OK')}
        </Button>
      )}
    </div>
  )
}
