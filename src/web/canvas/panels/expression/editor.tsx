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
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { type Ref, useImperativeHandle } from 'react'
import { offersAt, type Scope } from './complete.ts'
import { completionSource } from './completion-source.ts'
import { type ControlledProps, useControlledEditor } from './controlled-editor.ts'
import { EDITOR_THEME } from './editor-theme.ts'
import { insertion, PATH_MIME } from './insert.ts'
import { expressionLanguage } from './language.ts'
import { pickerSign } from './picker-sign.ts'

export interface EditorHandle {
  /** Puts an expression where the cursor is. */
  insert: (source: string) => void
  /** Types a text at the cursor, unchanged. */
  type: (text: string) => void
  focus: () => void
}

export interface EditorProps extends ControlledProps {
  perItem: boolean
  scope: () => Scope | null
  /** Shows the values there are, to choose one: what `/` and `<` ask for. */
  onPick?: ((sign: string) => void) | undefined
  ref?: Ref<EditorHandle>
}

function put(view: EditorView, range: { from: number; to: number }, source: string, perItem: boolean): void {
  const { from, to, insert, caret } = insertion(view.state.doc.toString(), range, source, perItem)
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: caret }, userEvent: 'input' })
  view.focus()
}

const extensionsOf = (latest: () => EditorProps): Extension => {
  const { perItem } = latest()
  return [
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
    EditorView.inputHandler.of((view, from, to, typed) => {
      const { onPick, disabled } = latest()
      if (!onPick || disabled || from !== to || !pickerSign(view.state.doc.toString(), from, typed, perItem))
        return false
      onPick(typed)
      return true
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
  ]
}

/** Newly opened braces are closed, and the cursor is placed between them. */
function startWriting(view: EditorView): void {
  const text = view.state.doc.toString()
  const open = text.endsWith('{{')
  if (open) view.dispatch({ changes: { from: text.length, insert: '  }}' } })
  view.dispatch({ selection: { anchor: open ? text.length + 1 : text.length } })
  view.focus()
  if (open) startCompletion(view)
}

export function ExpressionEditor(props: EditorProps) {
  const { box, view, latest } = useControlledEditor(props, extensionsOf, startWriting)
  useImperativeHandle(props.ref, () => ({
    insert: (source) => {
      const made = view.current
      if (made) put(made, made.state.selection.main, source, latest.current.perItem)
    },
    type: (text) => {
      const made = view.current
      if (!made) return
      made.dispatch({ ...made.state.replaceSelection(text), userEvent: 'input' })
      made.focus()
    },
    focus: () => view.current?.focus(),
  }))
  return <div ref={box} data-editor="" />
}
