import { EditorView } from '@codemirror/view'

/** The editor in the colours of the page; it looks like the other fields. */
export const EDITOR_THEME = EditorView.theme({
  '&': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: '13px',
    borderRadius: '8px',
  },
  '&.cm-focused': { outline: '2px solid var(--indigo)', outlineOffset: '2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.5',
    maxHeight: 'var(--editor-most, 16rem)',
    minHeight: 'var(--editor-least, 0)',
  },
  '.cm-content': { padding: '7px 0', caretColor: 'var(--ink)', minHeight: 'var(--editor-least, 0)' },
  '.cm-line': { padding: '0 34px 0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--indigo-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--depth-raised)',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '13px', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', display: 'flex', gap: '12px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--indigo-soft)', color: 'var(--ink)' },
  '.cm-completionDetail': {
    color: 'var(--muted)',
    fontStyle: 'normal',
    marginLeft: 'auto',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': {
    padding: '8px 10px',
    fontSize: '13px',
    maxWidth: '20rem',
    overflowWrap: 'anywhere',
  },
  '.cm-diagnostic': { borderLeftColor: 'var(--bad)', padding: '4px 10px' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    backgroundColor: 'var(--bad-soft)',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
})
