/** `/brand/{id}.webp` and `/brand/{id}-icon.png`: the logo of the installation. An address never shows another picture. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/core/errors.ts'
import type { LogoPicture } from '#server/platform/settings/brand.store.ts'

const FILES: readonly { end: string; picture: LogoPicture; type: string }[] = [
  { end: '.webp', picture: 'page', type: 'image/webp' },
  { end: '-icon.png', picture: 'icon', type: 'image/png' },
]

/** Of those that were asked for last: one is shown at a time. */
const MOST_KEPT = 4

export function serveLogos(
  app: FastifyInstance,
  readLogo: (id: string, picture: LogoPicture) => Promise<Buffer | null>,
): void {
  const kept = new Map<string, Buffer>()
  for (const { end, picture, type } of FILES)
    app.get<{ Params: { id: string } }>(
      `/brand/:id(^[0-9a-f]{32}$)${end}`,
      { schema: { hide: true } as object },
      async ({ params }, reply) => {
        const key = params.id + end
        const bytes = kept.get(key) ?? (await readLogo(params.id, picture))
        if (bytes === null) throw new AppError('not_found')
        kept.set(key, bytes)
        const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
        if (oldest !== undefined) kept.delete(oldest)
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .type(type)
          .send(bytes)
      },
    )
}
