/** The store that the settings name. The client of S3 is loaded only where one is used: it takes memory and a part of a second. */
import type { CheckFolder } from '#server/gateways/own-folder.ts'
import { createFolderObjects } from './folder-objects.ts'
import type { ObjectStore } from './objects.ts'
import { whyRefused } from './s3-refusals.ts'
import type { FolderSettings, StorageSettings } from './settings.ts'

export interface OpenOptions {
  /** For files on their way, where the store is not a folder itself. */
  scratch: string
  /** Of a folder. */
  check?: CheckFolder | undefined
}

export async function openObjects(settings: StorageSettings, { scratch, check }: OpenOptions): Promise<ObjectStore> {
  if (settings.kind === 'folder') return createFolderObjects({ dir: settings.dir, check })
  const { createS3Objects } = await import('./s3-objects.ts')
  return createS3Objects({ settings, scratch })
}

/** Also what Node answers for a new folder below one that is mounted read-only. */
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']

function whyNotWritable(error: unknown, { dir }: FolderSettings): string | null {
  const code = String((error as NodeJS.ErrnoException | null)?.code)
  if (!NOT_WRITABLE.includes(code)) return null
  return `This process can’t write to ${dir} (${code}). Create the folder and make the account that runs Chowk its owner; under systemd, also name it in ReadWritePaths`
}

/** What an operator has to put right. @returns null for what passes, such as a service that is down */
export const whyMisconfigured = (error: unknown, settings: StorageSettings): string | null =>
  settings.kind === 's3' ? whyRefused(error, settings) : whyNotWritable(error, settings)

/** For an operator: what has to be put right, or else what the storage said. */
export function whyNotReached(error: unknown, settings: StorageSettings): string {
  const why = whyMisconfigured(error, settings)
  if (why !== null) return why
  let deepest: unknown = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  const { name, message } = deepest as Error
  return message === '' || message === 'UnknownError' ? name : message
}
