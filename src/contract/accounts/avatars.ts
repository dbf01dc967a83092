/** The picture of a person: uploaded whole, stored as a small square, and public under an address of our own. */
import { z } from 'zod'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { User } from './users.ts'

/** Where the picture with this key is; a new picture has a new key. */
export const avatarPath = (key: string): string => `/api/v1/avatars/${key}`

export const avatarEndpoints = {
  uploadAvatar: endpoint({
    method: 'POST',
    path: '/api/v1/users/me/avatar',
    access: signedIn,
    consumes: 'multipart',
    returns: User,
    errors: ['file_missing', 'file_empty', 'file_too_large', 'file_unsupported', 'file_broken', 'file_timeout'],
    timeout: 30_000,
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/api/v1/users/me/avatar',
    access: signedIn,
    returns: User,
  }),
  getAvatar: endpoint({
    method: 'GET',
    path: '/api/v1/avatars/{key}',
    access: anyone,
    params: z.object({ key: z.string().regex(/^[\w-]{22}$/, 'The key of the picture is invalid') }),
    returns: z.string(),
    answers: 'file',
    errors: ['not_found'],
  }),
}
