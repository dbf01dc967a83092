/** The picture of a person: the middle of the uploaded picture, redrawn, so that only its colours are kept. */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { AVATAR } from '#contract/accounts/avatar-limits.ts'
import { JobError } from '#server/runners/serve.ts'
import { pictureOf } from './picture.ts'

const QUALITY = 85
const broken = () => new JobError('file_broken', 'This picture is damaged and cannot be read.')

/** @returns WebP, 256 × 256. @throws JobError `file_unsupported`, `file_broken`, `file_too_large` (pixels) */
export async function drawPortrait(bytes: Buffer): Promise<Buffer> {
  const picture = pictureOf(bytes)
  if (!picture) throw new JobError('file_unsupported', 'Use a PNG, JPEG or WebP picture.')
  if (picture.width === 0 || picture.height === 0) throw broken()
  if (picture.width * picture.height > AVATAR.max_pixels)
    throw new JobError('file_too_large', `A picture may have at most ${AVATAR.max_pixels / 1_000_000} million pixels.`)
  const image = await loadImage(bytes).catch(() => {
    throw broken()
  })
  const { width, height } = image
  if (!(width > 0 && height > 0)) throw broken()
  const side = Math.min(width, height)
  const canvas = createCanvas(AVATAR.size_px, AVATAR.size_px)
  const context = canvas.getContext('2d')
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, AVATAR.size_px, AVATAR.size_px)
  return canvas.encode('webp', QUALITY)
}
