import { Paperclip, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import { readObject } from '#web/canvas/model/graph/json-text.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { StartInput } from '#web/canvas/services/analysis/start.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { refusalOf, startTest } from '#web/canvas/services/run/run-control.ts'
import { inputBefore } from '#web/canvas/services/run/run-start.ts'
import { focusField } from '#web/lib/focus-field.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { RunForm } from '#web/parts/runs/run-form.tsx'
import { uploadOnce } from '#web/parts/runs/start-run.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Asks what a run is started with: by the form of the workflow, or as JSON. */
export function RunInput() {
  const draft = useDraft()
  const { asked } = draft.run
  const wanted = useStore(asked)
  return (
    <Dialog
      open={wanted !== null}
      onClose={() => asked.set(null)}
      title={t('Run input')}
      description={t('The next run uses the same input unless you change it.')}
    >
      {wanted && <Body />}
    </Dialog>
  )
}

function Body() {
  const [draft, view] = [useDraft(), useView()]
  const { asked } = draft.run
  const [start, setStart] = useState<StartInput | null>(null)
  const [way, setWay] = useState('form')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ask('startInput', draft.document.get()).then(setStart, () => setStart({ schema: null, sample: {}, needed: true }))
  }, [draft])
  // The form is known a moment after the dialog is open.
  useEffect(() => {
    if (start) focusField(box.current)
  }, [start])
  if (!start) return <Spinner />
  const run = async (input: JsonObject) => {
    const wanted = asked.get()
    if (wanted && (await startTest({ draft, view }, wanted, input))) asked.set(null)
    else throw new Error(view.message.get()?.text ?? t('It couldn’t be started.'))
  }
  const before = inputBefore({ draft })
  if (!start.schema)
    return (
      <div ref={box}>
        <JsonInput initial={before ?? start.sample} onRun={run} />
      </div>
    )
  return (
    <div ref={box} className="grid gap-4">
      <Segmented
        label={t('Input format')}
        value={way}
        onChange={setWay}
        segments={[
          { value: 'form', label: t('Form') },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {way === 'form' ? (
        <RunForm
          schema={start.schema}
          samples={before ? [{ title: t('As in the previous run'), input: before, file: null }] : []}
          onRun={run}
        />
      ) : (
        <JsonInput initial={before ?? {}} onRun={run} />
      )}
    </div>
  )
}

/** What a run is started with, as JSON. */
export function JsonInput({ initial, onRun }: { initial: JsonObject; onRun: (input: JsonObject) => Promise<void> }) {
  const [text, setText] = useState(() => JSON.stringify(initial, null, 2))
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<string | false>(false)
  const during = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure instanceof Error && failure.name === 'Error' ? failure.message : refusalOf(failure))
    }
    setBusy(false)
  }
  const send = () => {
    const read = readObject(text)
    if (typeof read === 'string') return setError(read)
    void during(t('Starting...'), () => onRun(read))
  }
  const attach = (file: File) =>
    during(t('Uploading...'), async () => {
      const read = readObject(text)
      const file_id = await uploadOnce(file)
      const kept = typeof read === 'string' ? {} : read
      setText(JSON.stringify({ ...kept, file: { file_id } }, null, 2))
    })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        label={t('Input as JSON')}
        mono
        rows={10}
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded px-2 text-base hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-indigo">
          <Paperclip aria-hidden="true" className="size-4" />
          {t('Attach a file')}
          <input
            type="file"
            className="sr-only"
            disabled={busy !== false}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void attach(file)
            }}
          />
        </label>
        <Button type="submit" variant="primary" icon={<Play aria-hidden="true" />} busy={busy}>
          {ownWord('Run', 'command')}
        </Button>
      </div>
    </form>
  )
}
