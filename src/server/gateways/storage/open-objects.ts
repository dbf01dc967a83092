/** The store that the settings name. The client of S3 is loaded only where one is used: it takes memory and a part of a second. */
import type { CheckFolder } from '#server/gateways/own-folder.ts'
import { createFolderObjects } from './folder-objects.ts'
import type { ObjectStore } from './objects.ts'
import { whyRefused } from './s3-refusals.ts'
import type { StorageSettings } from './settings.ts'

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

/** What an operator has to put right. @returns null for what passes, such as a service that is down */
export const whyMisconfigured = (error: unknown, settings: StorageSettings): string | null =>
  settings.kind === 's3' ? whyRefused(error, settings) : null

/** For an operator: what has to be put right, or else what the storage said. */
export function whyNotReached(error: unknown, settings: StorageSettings): string {
  const why = whyMisconfigured(error, settings)
  if (why !== null) return why
  let deepest: unknown = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  const { name, message } = deepest as Error
  return message === '' || message === 'UnknownError' ? name : message
}
