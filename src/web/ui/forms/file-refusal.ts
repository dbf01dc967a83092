import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

/** Whether a file fits `accept` and the size; the words say what to do. The server checks again, by content. */
export function fileRefusal(
  file: { name: string; type: string; size: number },
  accept: string | undefined,
  maxBytes: number,
) {
  if (file.size === 0) return t('This file is empty. Choose another one.')
  if (file.size > maxBytes)
    return t('This file is {size}. The maximum is {most}.', {
      size: formatBytes(file.size),
      most: formatBytes(maxBytes),
    })
  const kinds = accept?.split(',').map((kind) => kind.trim().toLowerCase())
  const fits = kinds?.some((kind) =>
    kind.startsWith('.')
      ? file.name.toLowerCase().endsWith(kind)
      : kind.endsWith('/*')
        ? file.type.startsWith(kind.slice(0, -1))
        : file.type === kind,
  )
  return fits === false
    ? t('This file type isn’t supported. Choose {types}.', { types: kinds?.join(', ') ?? '' })
    : undefined
}
