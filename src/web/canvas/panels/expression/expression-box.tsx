import type { EditorProps } from './editor.tsx'
import { editorLook, fetchedEditor, PlainBox } from './fetched-editor.tsx'

const useEditor = fetchedEditor(async () => (await import('./editor.tsx')).ExpressionEditor)

/** The editor; until it has been fetched, or where it cannot be, a plain box that can be written in. */
export function ExpressionBox(props: EditorProps & { invalid: boolean; tall?: boolean }) {
  const { invalid, tall, ...rest } = props
  const { Editor, plain, focus } = useEditor()
  if (Editor)
    return (
      <div className={`${editorLook(invalid)} ${tall ? '[--editor-least:14rem] [--editor-most:50dvh]' : ''}`}>
        <Editor {...rest} autoFocus={props.autoFocus || focus} />
      </div>
    )
  return <PlainBox {...rest} ref={plain} rows={tall ? 8 : 2} invalid={invalid} />
}
