/** The editor of programs and of JSON: a piece of its own that is fetched when the first one is shown. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { codeLanguage } from './code-language.ts'
import { type ControlledProps, useControlledEditor } from './controlled-editor.ts'
import { EDITOR_THEME } from './editor-theme.ts'

const CODE_THEME = EditorView.theme({
  '.cm-line': { padding: '0 10px 0 6px' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
    border: 'none',
    borderRadius: '8px 0 0 8px',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 8px', minWidth: '2.2em' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--indigo-soft)', outline: '1px solid var(--indigo)' },
})

/** How long Tab leaves the editor after Escape, in ms: as long as the editor itself holds to it. */
const LEAVING_MS = 2000

/** Escape lets Tab leave; only the second one is for what is around the editor. */
const escapeOnce = (): Extension => {
  let last = 0
  return EditorView.domEventHandlers({
    keydown: (event) => {
      if (event.key !== 'Escape') return false
      if (event.timeStamp - last > LEAVING_MS) event.stopPropagation()
      last = event.timeStamp
      return false
    },
  })
}

const extensionsOf = (): Extension => [
  escapeOnce(),
  lineNumbers(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  bracketMatching(),
  closeBrackets(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  codeLanguage,
  lintGutter(),
  keymap.of([...closeBracketsKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
  EDITOR_THEME,
  CODE_THEME,
]

const toEnd = (view: EditorView): void => {
  view.dispatch({ selection: { anchor: view.state.doc.length } })
  view.focus()
}

export function CodeEditor(props: ControlledProps) {
  const { box } = useControlledEditor(props, extensionsOf, toEnd)
  return <div ref={box} data-editor="" />
}
