import { useId } from 'react'
import { t } from '#web/lib/language.ts'
import type { ControlledProps } from './controlled-editor.ts'
import { editorLook, fetchedEditor, PlainBox } from './fetched-editor.tsx'

const useEditor = fetchedEditor(async () => (await import('./code-editor.tsx')).CodeEditor)

/** A program, or JSON: with numbered lines and its faults marked; a plain box until the editor is there. */
export function CodeBox({
  invalid,
  tall = false,
  lines,
  ...props
}: ControlledProps & {
  invalid: boolean
  /** As high as a dialog gives room for. */
  tall?: boolean
  /** Of text that are seen at once, without `tall`. */
  lines: number
}) {
  const { Editor, plain, focus } = useEditor()
  const hint = useId()
  const described = [props.attributes['aria-describedby'], hint].filter(Boolean).join(' ')
  const shared = { ...props, attributes: { ...props.attributes, 'aria-describedby': described } }
  const height = tall
    ? '[--editor-least:50dvh] [--editor-most:60dvh]'
    : lines > 6
      ? '[--editor-least:11rem] [--editor-most:24rem]'
      : '[--editor-least:4rem] [--editor-most:18rem]'
  return (
    <>
      {Editor ? (
        <div className={`${editorLook(invalid)} ${height}`}>
          <Editor {...shared} autoFocus={props.autoFocus || focus} />
        </div>
      ) : (
        <PlainBox {...shared} ref={plain} rows={tall ? 24 : lines} invalid={invalid} />
      )}
      <span id={hint} className="sr-only">
        {t('Tab indents. Press Escape, then Tab, to leave.')}
      </span>
    </>
  )
}
