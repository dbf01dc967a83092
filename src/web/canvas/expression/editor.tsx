/** The editor of expressions: a piece of its own that is fetched when the first expression is shown. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { offersAt, type Scope } from './complete.ts'
import { completionSource } from './completion-source.ts'
import { EDITOR_THEME } from './editor-theme.ts'
import { insertion, PATH_MIME } from './insert.ts'
import { expressionLanguage } from './language.ts'

export interface Mark {
  from: number
  to: number
  message: string
}

export interface EditorHandle {
  /** Puts an expression where the cursor is. */
  insert: (source: string) => void
  focus: () => void
}

export interface EditorProps {
  text: string
  onChange: (text: string) => void
  label: string
  attributes: Readonly<Record<string, string>>
  disabled: boolean
  hint: string
  perItem: boolean
  scope: () => Scope | null
  marks: readonly Mark[]
  /** The cursor goes here at once. */
  autoFocus: boolean
  ref?: Ref<EditorHandle>
}

/** What differs between two editors and while one is shown. */
function changing({ label, attributes, disabled, hint }: EditorProps) {
  return [
    EditorView.contentAttributes.of({ ...attributes, 'aria-label': label, 'aria-multiline': 'true' }),
    EditorState.readOnly.of(disabled),
    EditorView.editable.of(!disabled),
    hint === '' ? [] : placeholder(hint),
  ]
}

function put(view: EditorView, range: { from: number; to: number }, source: string, perItem: boolean): void {
  const { from, to, insert, caret } = insertion(view.state.doc.toString(), range, source, perItem)
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: caret }, userEvent: 'input' })
  view.focus()
}

function createView(
  parent: HTMLElement,
  props: EditorProps,
  compartment: Compartment,
  latest: () => EditorProps,
  typed: (text: string) => void,
): EditorView {
  const { perItem } = props
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: props.text,
      extensions: [
        compartment.of(changing(props)),
        history(),
        drawSelection(),
        closeBrackets(),
        expressionLanguage(perItem),
        autocompletion({ override: [completionSource(() => latest().scope(), offersAt)], icons: false }),
        keymap.of([
          { key: 'Tab', run: acceptCompletion },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.lineWrapping,
        EDITOR_THEME,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) typed(update.state.doc.toString())
        }),
        EditorView.domEventHandlers({
          drop(event, view) {
            const source = event.dataTransfer?.getData(PATH_MIME) ?? ''
            if (source === '') return false
            event.preventDefault()
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length
            put(view, { from: at, to: at }, source, perItem)
            return true
          },
        }),
      ],
    }),
  })
}

/** Braces that were only just opened are closed, and the cursor stands between them. */
function startWriting(view: EditorView): void {
  const text = view.state.doc.toString()
  const open = text.endsWith('{{')
  if (open) view.dispatch({ changes: { from: text.length, insert: '  }}' } })
  view.dispatch({ selection: { anchor: open ? text.length + 1 : text.length } })
  view.focus()
  if (open) startCompletion(view)
}

export function ExpressionEditor(props: EditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
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
    const made = createView(
      box.current,
      latest.current,
      part,
      () => latest.current,
      (typed) => {
        sent.current.push(typed)
        latest.current.onChange(typed)
      },
    )
    view.current = made
    compartment.current = part
    if (latest.current.autoFocus) startWriting(made)
    return () => made.destroy()
  }, [])
  const { text, label, disabled, hint, marks, ref } = props
  const attributes = JSON.stringify(props.attributes)
  useEffect(() => {
    const made = view.current
    if (!made || text === last.current) return
    last.current = text
    const echo = sent.current.indexOf(text)
    sent.current = echo < 0 ? [] : sent.current.slice(echo + 1)
    // What was typed comes back in its order, maybe late; anything else was changed elsewhere.
    if (echo < 0 && made.state.doc.toString() !== text)
      made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: text } })
  }, [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts that change are named; the others are read when they are needed
  useEffect(() => {
    if (compartment.current)
      view.current?.dispatch({ effects: compartment.current.reconfigure(changing(latest.current)) })
  }, [label, attributes, disabled, hint])
  useEffect(() => {
    const made = view.current
    if (!made) return
    const most = made.state.doc.length
    const shown = marks.filter(({ from }) => from <= most)
    made.dispatch(
      setDiagnostics(
        made.state,
        shown.map(({ from, to, message }) => ({ from, to: Math.min(to, most), severity: 'error', message })),
      ),
    )
  }, [marks])
  useImperativeHandle(ref, () => ({
    insert: (source) => {
      const made = view.current
      if (made) put(made, made.state.selection.main, source, latest.current.perItem)
    },
    focus: () => view.current?.focus(),
  }))
  return <div ref={box} data-editor="" />
}
