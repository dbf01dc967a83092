import { type NodeProps, NodeResizer } from '@xyflow/react'
import { type ClipboardEvent, type DragEvent, memo, useEffect, useRef, useState } from 'react'
import type { Note } from '#graph/document.ts'
import { coloring, endWriting, LEAST_NOTE } from '#web/canvas/model/edits/notes.ts'
import { noteKey } from '#web/canvas/model/graph/flow-keys.ts'
import type { Box } from '#web/canvas/model/graph/groups.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Markdown } from '#web/viewer/markdown.tsx'
import { SHADE_CLASSES } from './colors.ts'
import type { NoteFlowNode } from './flow-elements.ts'
import { pictureLine } from './note-pictures.ts'
import { ShadeChoice } from './shade-choice.tsx'

/** A sticky note behind the nodes: Markdown, written on a double click or Enter, in a colour, as large as one draws it. */
export const NoteCard = memo(function NoteCard({ data: { note }, selected }: NodeProps<NoteFlowNode>) {
  const [draft, view] = [useDraft(), useView()]
  const readOnly = useStore(draft.save).state === 'read_only'
  const writing = usePart(view.writing, (at) => at !== null && 'note' in at && at.note === note.id)
  const [live, setLive] = useState<Box | null>(null)
  const resize = (box: Box) => {
    setLive(null)
    const whole = (value: number) => Math.round(value)
    const position = { x: whole(box.x), y: whole(box.y) }
    const size = { width: whole(box.width), height: whole(box.height) }
    draft.perform({ type: 'update_note', note_id: note.id, position, size }, { label: t('Resized note') })
  }
  return (
    <>
      <NodeResizer
        isVisible={selected && !readOnly}
        minWidth={LEAST_NOTE.width}
        minHeight={LEAST_NOTE.height}
        onResize={(_, box) => setLive(box)}
        onResizeEnd={(_, box) => resize(box)}
        lineClassName="note-line"
        handleClassName="note-handle"
      />
      {selected && !readOnly && (
        <span className="nodrag nopan absolute bottom-full left-0 mb-2 surface-raised p-1">
          <ShadeChoice label={t('Note colour')} color={note.color} onChoose={(color) => coloring(draft, note, color)} />
        </span>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter and F2 do the same through the actions */}
      <div
        onDoubleClick={() => !readOnly && view.writing.set({ note: note.id })}
        style={
          live
            ? {
                position: 'absolute',
                left: live.x - note.position.x,
                top: live.y - note.position.y,
                width: live.width,
                height: live.height,
              }
            : undefined
        }
        // What is longer than the note scrolls while it is selected: else the wheel is for the picture.
        tabIndex={selected && !writing ? 0 : undefined}
        className={`h-full rounded border p-3 ${SHADE_CLASSES[note.color ?? 'plain']} ${
          selected ? 'nowheel overflow-auto outline-2 outline-indigo' : 'overflow-hidden'
        }`}
      >
        {writing ? (
          <NoteField note={note} />
        ) : note.text.trim() === '' ? (
          <p className="text-muted text-base">
            {readOnly ? t('Empty note') : t('Double-click to write. Supports Markdown and pasted images.')}
          </p>
        ) : (
          <Markdown text={note.text} className="detail text-base" />
        )}
      </div>
    </>
  )
})

const LONGEST = 20_000

/** Leaving keeps what was written; Escape and Ctrl Enter do, too, and go back to the note. */
function NoteField({ note }: { note: Note }) {
  const [draft, view] = [useDraft(), useView()]
  const ref = useRef<HTMLTextAreaElement>(null)
  const done = useRef(false)
  const written = useRef(note.text)
  // What is taken off the picture, or off the page, while it is written is kept, too.
  useEffect(
    () => () => {
      if (!done.current && written.current !== note.text) endWriting({ draft, view }, note, written.current)
    },
    [draft, view, note],
  )
  useEffect(() => {
    ref.current?.focus()
    ref.current?.setSelectionRange(note.text.length, note.text.length)
  }, [note.text.length])
  const end = (back: boolean) => {
    if (done.current) return
    done.current = true
    const card = ref.current?.closest<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(noteKey(note.id))}"]`)
    endWriting({ draft, view }, note, ref.current?.value ?? note.text)
    if (back) card?.focus()
  }
  /** Puts a picture that is pasted or let go into the text, on a line of its own. */
  const take = async (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    const field = ref.current
    const file = [...files].find(({ type }) => type.startsWith('image/'))
    if (!file || !field) return
    event.preventDefault()
    const room = LONGEST - field.value.length - 2
    const line = await pictureLine(file, room).catch(() => undefined)
    if (line == null || done.current)
      return view.message.set({
        text: line === null ? t('This picture is too large for the note.') : t('This picture can’t be read.'),
        tone: 'bad',
      })
    const at = field.selectionEnd
    const begins = at === 0 || field.value[at - 1] === '\n'
    field.setRangeText(`${begins ? '' : '\n'}${line}\n`, field.selectionStart, at, 'end')
    written.current = field.value
  }
  return (
    <textarea
      ref={ref}
      aria-label={t('Note text (Markdown)')}
      defaultValue={note.text}
      maxLength={LONGEST}
      onChange={(event) => {
        written.current = event.target.value
      }}
      onBlur={() => end(false)}
      onPaste={(event) => void take(event, event.clipboardData)}
      onDrop={(event) => void take(event, event.dataTransfer)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
          event.preventDefault()
          end(true)
        }
      }}
      className="nodrag nopan nowheel block h-full min-h-10 w-full resize-none bg-transparent text-base outline-none"
    />
  )
}
