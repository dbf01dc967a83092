/** Editors are pieces of their own, fetched when the first one is shown; until then one writes in a plain box. */
import { type ComponentType, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { inputClass } from '#web/ui/forms/text-field.tsx'
import type { ControlledProps } from './controlled-editor.ts'

export const editorLook = (invalid: boolean): string => inputClass(invalid ? 'error' : undefined)

interface Fetched<Props> {
  /** Null until it is there, and where it cannot be fetched. */
  Editor: ComponentType<Props> | null
  plain: RefObject<HTMLTextAreaElement | null>
  /** A user who is already typing in the plain box keeps typing there. */
  focus: boolean
}

/** @returns a hook that gives an editor; it is fetched once for all of them */
export function fetchedEditor<Props>(load: () => Promise<ComponentType<Props>>): () => Fetched<Props> {
  let fetched: ComponentType<Props> | null = null
  let fetching: Promise<ComponentType<Props>> | null = null
  const fetchOnce = () => {
    fetching ??= load().then(
      (Editor) => {
        fetched = Editor
        return Editor
      },
      (error: unknown) => {
        fetching = null
        throw error
      },
    )
    return fetching
  }
  return () => {
    const [editor, setEditor] = useState<{ Editor: ComponentType<Props>; focus: boolean } | null>(
      fetched && { Editor: fetched, focus: false },
    )
    const plain = useRef<HTMLTextAreaElement>(null)
    useEffect(() => {
      if (editor) return
      let left = false
      fetchOnce().then(
        (Editor) => {
          if (!left) setEditor({ Editor, focus: document.activeElement === plain.current })
        },
        () => undefined,
      )
      return () => {
        left = true
      }
    }, [editor])
    return { Editor: editor?.Editor ?? null, plain, focus: editor?.focus === true }
  }
}

export function PlainBox({
  ref,
  rows,
  invalid,
  ...props
}: ControlledProps & { ref: Ref<HTMLTextAreaElement>; rows: number; invalid: boolean }) {
  return (
    <textarea
      {...props.attributes}
      ref={ref}
      aria-label={props.label}
      rows={rows}
      spellCheck={false}
      autoCapitalize="none"
      disabled={props.disabled}
      value={props.text}
      placeholder={props.hint}
      className={`block resize-y px-2.5 py-2 font-mono text-base ${editorLook(invalid)}`}
      onChange={({ target }) => props.onChange(target.value)}
    />
  )
}
