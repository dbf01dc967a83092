import { useEffect, useRef, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { JsonInput } from '#web/canvas/panels/run/run-input.tsx'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { StartInput } from '#web/canvas/services/analysis/start.ts'
import { focusField } from '#web/lib/focus-field.ts'
import { RunForm } from '#web/parts/runs/run-form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** What a workflow is started with, as its document says. */
export const readStart = (document: JsonObject): Promise<StartInput> =>
  ask('startInput', document as unknown as WorkflowDocument)

interface Props {
  document: JsonObject
  onRun: (input: JsonObject) => Promise<void>
}

/** The form of a workflow, or its input as JSON where it has none. */
export function AskInput({ document, onRun }: Props) {
  const [start, setStart] = useState<StartInput | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    readStart(document).then(setStart, () => setStart({ schema: null, sample: {}, needed: true }))
  }, [document])
  useEffect(() => {
    if (start) focusField(box.current)
  }, [start])
  if (!start) return <Spinner />
  return (
    <div ref={box}>
      {start.schema ? (
        <RunForm schema={start.schema} samples={[]} onRun={onRun} />
      ) : (
        <JsonInput initial={start.sample} onRun={onRun} />
      )}
    </div>
  )
}
