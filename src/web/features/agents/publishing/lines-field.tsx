import { useState } from 'react'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { t } from '#web/lib/language.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
const same = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n')

/** The content of the field: what was typed, unless the list was replaced. */
function useTyped(
  list: readonly string[],
  read: (text: string) => string[],
  write: (list: readonly string[]) => string,
) {
  const [text, setText] = useState(() => write(list))
  return { text: same(read(text), list) ? text : write(list), setText }
}

interface Props {
  label: string
  lines: readonly string[]
  error: string | undefined
  onChange: (lines: string[]) => void
}

/** A list, one point a line. */
export function LinesField({ label, lines, error, onChange }: Props) {
  const { text, setText } = useTyped(lines, linesOf, (list) => list.join('\n'))
  const long = linesOf(text).some((line) => line.length > PUBLISHING.point)
  const many = linesOf(text).length > PUBLISHING.points
  const own = long
    ? t('Use up to {point} characters per point', { point: PUBLISHING.point })
    : many
      ? t('Up to {points} points', { points: PUBLISHING.points })
      : undefined
  return (
    <TextArea
      label={label}
      optional
      rows={4}
      help={t('One point per line.')}
      value={text}
      error={own ?? error}
      onChange={(event) => {
        setText(event.target.value)
        onChange(linesOf(event.target.value))
      }}
    />
  )
}

export function TagsField({
  tags,
  error,
  onChange,
}: {
  tags: readonly string[]
  error: string | undefined
  onChange: (tags: string[]) => void
}) {
  const { text, setText } = useTyped(tags, tagsOf, (list) => list.join(', '))
  return (
    <TextField
      label={t('Tags')}
      optional
      help={t('Search keywords, comma-separated.')}
      value={text}
      error={error}
      onChange={(event) => {
        setText(event.target.value)
        onChange(tagsOf(event.target.value))
      }}
    />
  )
}
