/** Files on their way to the server. Pages that take none do not load it. */
import { client, type DataOf, type InputOf } from './call.ts'
import type { CallOptions, RawInput } from './client.ts'

/** Uploads one file to an endpoint that takes one. */
export const uploadTo = <
  N extends 'uploadFile' | 'uploadAvatar' | 'uploadLogo' | 'checkPluginFile' | 'checkMcpPackageFile',
>(
  name: N,
  file: File,
  options?: CallOptions,
): Promise<DataOf<N>> => {
  const body = new FormData()
  body.set('file', file)
  return client(name, { body }, options) as Promise<DataOf<N>>
}

/** Uploads one file to a knowledge base, in place of a document of it, or as a skill. */
export const uploadDocument = <N extends 'addKnowledgeDocument' | 'replaceKnowledgeDocument' | 'importSkill'>(
  name: N,
  input: InputOf<N>,
  file: File,
): Promise<DataOf<N>> => {
  const body = new FormData()
  body.set('file', file)
  return client(name, { ...(input as RawInput), body }) as Promise<DataOf<N>>
}

/** Uploads one file (`POST /api/v1/files`). */
export const upload = (file: File, options?: CallOptions) => uploadTo('uploadFile', file, options)
