/** Paths on servers of files, as an input has them. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'

/** @throws NodeError `input_invalid` for a path with line breaks, which would begin another command */
export function pathOf(input: JsonObject, key: string): string {
  const path = input[key]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (typeof path !== 'string' || path.trim() === '' || /[\u0000-\u001f\u007f]/.test(path) || path.length > 4000)
    throw new NodeError('input_invalid', 'Enter a path without line breaks', { field: `input.${key}` })
  return path
}

export const folderOf = (input: JsonObject): string =>
  input.folder === undefined || input.folder === null || input.folder === '' ? '.' : pathOf(input, 'folder')

export const fileNameOf = (path: string): string => path.split('/').at(-1) || 'file'
