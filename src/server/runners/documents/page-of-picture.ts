/** A picture as the only page of its document: a scan or a photograph whose text was recognised. */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { JobError } from '#server/runners/serve.ts'
import type { Picture } from './picture.ts'

/** Of what is unpacked; the same as where text is recognised. */
const MAX_PIXELS = 40_000_000
const MAX_SIDE = 4000

/** A PNG, at most `width` pixels wide and never larger than the picture. @throws JobError `page_not_found`, `file_broken`, `file_too_large` */
export async function drawPictureAsPage(bytes: Buffer, said: Picture, page: number, width: number): Promise<Buffer> {
  if (page !== 1) throw new JobError('page_not_found', 'A picture has 1 page')
  const broken = new JobError('file_broken', 'This picture is damaged and cannot be read')
  if (said.width === 0 || said.height === 0) throw broken
  if (said.width * said.height > MAX_PIXELS)
    throw new JobError('file_too_large', `A picture may have at most ${MAX_PIXELS / 1_000_000} million pixels`)
  const image = await loadImage(bytes).catch(() => {
    throw broken
  })
  if (!(image.width > 0 && image.height > 0)) throw broken
  const scale = Math.min(1, width / image.width, MAX_SIDE / image.height)
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  )
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encode('png')
}
