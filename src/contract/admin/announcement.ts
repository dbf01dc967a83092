/** One message of the operator to everyone, above every page. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { ANNOUNCEMENT, ANNOUNCEMENT_TONES } from './announcement-values.ts'

export const Announcement = z.object({
  /** Changes with every new text, so that a person who dismissed the last one sees this one. */
  id: z.uuid(),
  text: z.string(),
  tone: z.enum(ANNOUNCEMENT_TONES),
  /** When it ends. */
  until: Timestamp.nullable(),
})
export type Announcement = z.infer<typeof Announcement>

const access = roleAtLeast('super_admin')

export const announcementEndpoints = {
  setAnnouncement: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/announcement',
    access,
    body: z.strictObject({
      text: z
        .string()
        .trim()
        .min(1, 'Write the announcement')
        .max(ANNOUNCEMENT.characters, `Use at most ${ANNOUNCEMENT.characters} characters`),
      tone: z.enum(ANNOUNCEMENT_TONES),
      until: Timestamp.nullable().default(null),
    }),
    returns: Announcement,
  }),
  removeAnnouncement: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/announcement',
    access,
    returns: z.object({ announcement: z.null() }),
  }),
}
