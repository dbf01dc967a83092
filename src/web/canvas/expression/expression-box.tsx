import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react'
import { inputClass } from '#web/ui/text-field.tsx'
import type { EditorProps } from './editor.tsx'

type Editor = ComponentType<EditorProps>
let fetched: Editor | null = null
let fetching: Promise<Editor> | null = null

const fetchEditor = (): Promise<Editor> => {
  fetching ??= import('./editor.tsx').then(
    (module) => {
      fetched = module.ExpressionEditor
      return fetched
    },
    (error: unknown) => {
      fetching = null
      throw error
    },
  )
  return fetching
}

/** The editor; until it has been fetched, or where it cannot be, a plain box that can be written in. */
export function ExpressionBox(props: EditorProps & { invalid: boolean; tall?: boolean }) {
  const { invalid, tall, ...rest } = props
  const [editor, setEditor] = useState<{ Editor: Editor; focus: boolean } | null>(
    fetched && { Editor: fetched, focus: false },
  )
  const plain = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (editor) return
    let left = false
    fetchEditor().then(
      (Editor) => {
        // Who writes already goes on writing.
        if (!left) setEditor({ Editor, focus: document.activeElement === plain.current })
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [editor])
  const look = inputClass(invalid ? 'error' : undefined)
  if (editor)
    return (
      <div className={`${look} ${tall ? '[--editor-least:14rem] [--editor-most:50dvh]' : ''}`}>
        <editor.Editor {...rest} autoFocus={props.autoFocus || editor.focus} />
      </div>
    )
  return (
    <textarea
      {...props.attributes}
      ref={plain as Ref<HTMLTextAreaElement>}
      aria-label={props.label}
      rows={tall ? 8 : 2}
      spellCheck={false}
      disabled={props.disabled}
      value={props.text}
      placeholder={props.hint}
      className={`block resize-y px-2.5 py-2 font-mono text-sm ${look}`}
      onChange={({ target }) => props.onChange(target.value)}
    />
  )
}
