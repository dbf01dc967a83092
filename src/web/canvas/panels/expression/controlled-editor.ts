/** What every editor of ours shares: its text comes from outside, what is typed goes there, and what is wrong is marked in it. */
import { setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'

export interface Mark {
  from: number
  to: number
  message: string
}

export interface ControlledProps {
  text: string
  onChange: (text: string) => void
  label: string
  attributes: Readonly<Record<string, string>>
  disabled: boolean
  hint: string
  marks: readonly Mark[]
  /** The cursor goes here at once. */
  autoFocus: boolean
}

/** A change that came from outside: it is nothing that was typed, and is not said back. */
const fromOutside = Annotation.define<true>()

/** What differs between two editors and while one is shown. */
function changing({ label, attributes, disabled, hint }: ControlledProps) {
  return [
    EditorView.contentAttributes.of({ ...attributes, 'aria-label': label, 'aria-multiline': 'true' }),
    EditorState.readOnly.of(disabled),
    EditorView.editable.of(!disabled),
    hint === '' ? [] : placeholder(hint),
  ]
}

/**
 * An editor in the element of `box`.
 * @param extensions made once; they read what may change through `latest`
 * @param onReady after it has been made
 */
export function useControlledEditor<Props extends ControlledProps>(
  props: Props,
  extensions: (latest: () => Props) => Extension,
  onReady: (view: EditorView) => void,
): { box: RefObject<HTMLDivElement | null>; view: RefObject<EditorView | null>; latest: RefObject<Props> } {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  const made = useRef({ extensions, onReady })
  const compartment = useRef<Compartment | null>(null)
  const last = useRef(props.text)
  /** What was typed and has not come back yet. */
  const sent = useRef<string[]>([])
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (!box.current) return
    const part = new Compartment()
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          part.of(changing(latest.current)),
          made.current.extensions(() => latest.current),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((one) => one.annotation(fromOutside))) return
            const typed = update.state.doc.toString()
            sent.current.push(typed)
            latest.current.onChange(typed)
          }),
        ],
      }),
    })
    view.current = editor
    compartment.current = part
    if (latest.current.autoFocus && !isWritingElsewhere()) made.current.onReady(editor)
    return () => editor.destroy()
  }, [])
  useText(view, props.text, last, sent)
  const { label, disabled, hint } = props
  const attributes = JSON.stringify(props.attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts that change are named; the others are read when they are needed
  useEffect(() => {
    if (compartment.current)
      view.current?.dispatch({ effects: compartment.current.reconfigure(changing(latest.current)) })
  }, [label, attributes, disabled, hint])
  useMarks(view, props.marks)
  return { box, view, latest }
}

/** An editor loads late: a user who has moved on to another field keeps it. */
const isWritingElsewhere = (): boolean =>
  document.activeElement instanceof HTMLElement &&
  document.activeElement.matches('input, textarea, select, [contenteditable="true"]')

/** What was typed comes back in its order, maybe late; anything else was changed elsewhere. */
function useText(view: RefObject<EditorView | null>, text: string, last: RefObject<string>, sent: RefObject<string[]>) {
  useEffect(() => {
    const editor = view.current
    if (!editor || text === last.current) return
    last.current = text
    const echo = sent.current.indexOf(text)
    sent.current = echo < 0 ? [] : sent.current.slice(echo + 1)
    if (echo < 0 && editor.state.doc.toString() !== text)
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: text },
        annotations: fromOutside.of(true),
      })
  }, [view, text, last, sent])
}

function useMarks(view: RefObject<EditorView | null>, marks: readonly Mark[]) {
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const most = editor.state.doc.length
    const shown = marks.filter(({ from }) => from <= most)
    editor.dispatch(
      setDiagnostics(
        editor.state,
        shown.map(({ from, to, message }) => ({ from, to: Math.min(to, most), severity: 'error', message })),
      ),
    )
  }, [view, marks])
}
